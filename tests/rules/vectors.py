"""The right values of tests/rules/data."""

import json
from pathlib import Path
from typing import Any

__all__ = ["rows"]

_DATA = Path(__file__).parent / "data"


def rows(name: str) -> list[dict[str, Any]]:
    """The objects of a data file, which has at least one."""
    found = [json.loads(line) for line in (_DATA / f"{name}.jsonl").read_text("utf-8").splitlines()]
    assert found
    return found
