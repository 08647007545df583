"""Reading a picture: its elements, where its tiles and texts are."""

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass

from service.pictures import THEMES, draw_board
from service.pictures.text import width
from service.rules import Position, Turn, parse_move, parse_position, play
from tests.rules import reference

KILN = "byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb"
START = f"{KILN} kN5 r,b 5/5/5/5/5,5/5/5/5/5 0,0 2 17m 1"
FULL = "xxxxx/xxxxx/xxxxx/xxxxx/xxxxx"
LARGEST = (
    f"{KILN} kN5 r,b,!g,y {','.join([FULL] * 4)} 28,28,43,28 4+ 29mh 99999",
    f"{KILN} kN5 r+g,b+y {FULL}+{FULL},{FULL}+{FULL} 999+28,28+999 2+ 29mhb 99999",
)

SVG = "{http://www.w3.org/2000/svg}"

NASTY_NAMES = (
    "</svg><script>alert(1)</script>",
    "\"><image href='//example.org/x'/>",
    "]]><!--&amp;{}%00\\",
    "\u202eevil\ufffe\uffff\x00\x1b[1m\ud800\u2028\n\tx",
)
LONG_NAMES = ("W" * 40, "\u9676" * 40, "\U0001f3fa" * 40, "\u0645\u062d\u0645\u062f " * 8, "&" * 40)


@dataclass(frozen=True)
class Box:
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "Box") -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


@dataclass(frozen=True)
class Words:
    """A line of text and the room it takes at most."""

    text: str
    box: Box


@dataclass(frozen=True)
class Tile:
    """A tile: the name of its size, its letter, the corner of its square."""

    size: str
    letter: str
    x: float
    y: float


def parse(picture: str) -> ET.Element:
    return ET.fromstring(picture)


def classes(element: ET.Element) -> list[str]:
    return [name.split("-", 1)[1] for name in element.get("class", "").split()]


def with_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in root.iter() if name in classes(element)]


def content(root: ET.Element, name: str) -> str:
    """The text of the root's child of that name."""
    child = root.find(SVG + name)
    assert child is not None
    return child.text or ""


def located(root: ET.Element) -> Iterator[tuple[ET.Element, float, float, list[ET.Element]]]:
    """Every element with where its coordinates begin, and the elements around it from outside in."""

    def walk(
        element: ET.Element, x: float, y: float, around: list[ET.Element]
    ) -> Iterator[tuple[ET.Element, float, float, list[ET.Element]]]:
        moved = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
        if moved:
            x, y = x + float(moved[1]), y + float(moved[2])
        yield element, x, y, around
        if element.tag == SVG + "svg" and around:
            x, y = x + float(element.get("x", 0)), y + float(element.get("y", 0))
        for child in element:
            yield from walk(child, x, y, [*around, element])

    yield from walk(root, 0.0, 0.0, [])


def tiles(root: ET.Element) -> list[Tile]:
    """Every tile that is drawn."""
    found = []
    for element, x, y, _ in located(root):
        name = re.fullmatch(r"#k[0-9a-f]{8}([bst])([rbgyk])", element.get("href", ""))
        if element.tag == SVG + "use" and name:
            found.append(Tile(name[1], name[2], x + float(element.get("x", 0)), y + float(element.get("y", 0))))
    return found


def texts(root: ET.Element) -> list[Words]:
    """Every text that is drawn; names are cut off at their window."""
    found = []
    for element, x, y, around in located(root):
        if element.tag != SVG + "text":
            continue
        parents = [*around, element]
        size = next(float(parent.get("font-size", 0)) for parent in reversed(parents) if parent.get("font-size"))
        styles = [name for parent in parents[1:] for name in classes(parent)]
        room = width(element.text or "", size, bold="strong" in styles or "points" in styles)
        for part in element:
            bold = "strong" in styles + classes(part)
            room += width(part.text or "", float(part.get("font-size", size)), bold=bold)
            room += width(part.tail or "", size)
            size = max(size, float(part.get("font-size", 0)))
        start, baseline = x + float(element.get("x", 0)), y + float(element.get("y", 0))
        left = start - room / 2 if "middle" in styles else start - room if "end" in styles else start
        right = left + room
        window = around[-1]
        if window.tag == SVG + "svg" and len(around) > 1:
            right = min(right, start + float(window.get("width", 0)))
        found.append(
            Words("".join(element.itertext()), Box(left, baseline - 0.75 * size, right, baseline + 0.2 * size))
        )
    return found


def random_turn(rng: random.Random) -> tuple[Position, Turn | None]:
    """A position of any sort, mostly with the move that led to it."""
    text = reference.random_position(rng)
    position = parse_position(text)
    if position.finished or rng.random() < 0.3:
        return position, None
    turn = play(position, parse_move(reference.random_move(rng, text)))
    return turn.position, turn


def random_names(rng: random.Random, position: Position) -> list[str | None]:
    return [rng.choice([None, "Ann", *NASTY_NAMES, *LONG_NAMES]) for _ in position.seats]


def pictures(seed: int, count: int) -> list[str]:
    """Pictures of every sort."""
    rng = random.Random(seed)
    drawn = []
    for _ in range(count):
        position, turn = random_turn(rng)
        picture = draw_board(
            position,
            size=rng.choice([100, 300, 559, 800, 1200, 2000]),
            theme=rng.choice(THEMES),
            coords=rng.random() < 0.7,
            last=turn,
            names=random_names(rng, position) if rng.random() < 0.8 else (),
            open_seats=rng.sample(range(1, len(position.seats) + 1), 1) if rng.random() < 0.2 else (),
            title=rng.choice([None, *NASTY_NAMES, "&" * 300]),
        )
        drawn.append(picture)
    return drawn
