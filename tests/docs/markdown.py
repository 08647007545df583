"""Just enough Markdown for the tests of the documentation: fenced blocks, links, headings, tables."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("k8s/*.md"), *ROOT.glob("service/**/*.md")])


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its tag, its lines, and where it stands."""

    page: Path
    line: int
    tag: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def split(page: Path) -> tuple[str, tuple[Block, ...]]:
    """Return a page's prose, without its fenced blocks, and these blocks."""
    prose: list[str] = []
    blocks: list[Block] = []
    tag: str | None = None
    start, inside = 0, list[str]()
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith("```"):
            (prose if tag is None else inside).append(line)
        elif tag is None:
            tag, start, inside = line[3:].strip(), number, []
        else:
            blocks.append(Block(page, start, tag, tuple(inside)))
            tag = None
    assert tag is None, f"{page}:{start}: this block never ends"
    return "\n".join(prose), tuple(blocks)


def all_blocks(*tags: str) -> list[Block]:
    """Return the blocks with one of these tags, or all blocks, of all pages."""
    return [block for page in PAGES for block in split(page)[1] if not tags or block.tag in tags]


def links(page: Path) -> list[str]:
    """Return the targets of a page's links."""
    without_code = re.sub(r"`[^`\n]*`", "", split(page)[0])
    return re.findall(r"\]\(([^()\s]+)\)", without_code)


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, made the way GitHub makes them."""
    headings = re.findall(r"^#+ +(.+?) *$", split(page)[0], flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def table(page: Path, heading: str) -> list[list[str]]:
    """Return the rows of the first table under a heading; a cell that is all code comes without its backticks."""
    section = split(page)[0].split(f"# {heading}\n", 1)[1]
    rows = re.search(r"(?:^\|.*\n?)+", section, flags=re.MULTILINE)
    assert rows is not None, f"{page}: no table under {heading}"
    return [
        [re.sub(r"^`([^`]+)`$", r"\1", cell.strip()) for cell in re.split(r"(?<!\\)\|", row)[1:-1]]
        for row in rows[0].splitlines()[2:]
    ]
