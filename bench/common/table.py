"""Figures as a small table."""

from collections.abc import Sequence

__all__ = ["print_table", "time_text"]


def time_text(seconds: float) -> str:
    """A time with three digits that say something, such as `0.213 ms`."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:.3g} µs"
    if seconds < 1:
        return f"{seconds * 1e3:.3g} ms"
    return f"{seconds:.3g} s"


def print_table(title: str, rows: Sequence[tuple[str, ...]]) -> None:
    """Print rows of texts under a title, the first column to the left and the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    print(f"\n{title}")
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True))]
        print("  " + "  ".join(cells).rstrip())
