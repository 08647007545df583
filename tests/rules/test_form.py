import copy
import pickle
from dataclasses import dataclass
from pathlib import Path

from service.rules import COMPILED, form
from service.rules.form import form_name, make_copyable


@dataclass(frozen=True, slots=True)
class Pair:
    first: int
    second: str = "b"


def test_the_form_has_a_name() -> None:
    assert form_name() == ("compiled" if COMPILED else "pure Python")
    assert str(form.__file__).endswith(".py") != COMPILED


def test_what_is_compiled_is_of_the_sources_as_they_are() -> None:
    service = Path(__file__).parents[2] / "service"
    sources = [*service.glob("rules/*.py"), *service.glob("bots/*.py")]
    changed = max(source.stat().st_mtime for source in sources)
    old = [library.name for library in service.glob("native__mypyc*.so") if library.stat().st_mtime < changed]
    assert old == [], "make compile again"


def test_a_value_that_was_made_copyable_is_copied_and_pickled_by_its_fields() -> None:
    make_copyable(Pair)
    pair = Pair(1, "c")
    assert copy.copy(pair) == copy.deepcopy(pair) == pickle.loads(pickle.dumps(pair)) == pair
    assert form._reduce(pair) == (Pair, (1, "c"))
