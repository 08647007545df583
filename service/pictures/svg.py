"""Writing SVG: elements, attributes, numbers, and the names of classes and ids."""

from collections.abc import Iterable
from dataclasses import dataclass

from service.pictures.style import class_prefix
from service.pictures.text import escape

__all__ = ["Pen", "element", "number"]


def number(value: float) -> str:
    """Return a number as it is written: one decimal at most, always the same text for the same value."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def element(name: str, *children: str, **attributes: str | float | None) -> str:
    """Return an element as text.

    children: markup, so text must have been escaped. attributes: `_` stands for `-` in a name, one at its end is
    left out (`class_`); numbers are rounded, text is escaped, None leaves an attribute out.
    """
    written = ""
    for key, value in attributes.items():
        if value is not None:
            text = escape(value) if isinstance(value, str) else number(value)
            written += f' {key.removesuffix("_").replace("_", "-")}="{text}"'
    content = "".join(children)
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


@dataclass(frozen=True, slots=True)
class Pen:
    """What every part of one picture draws with.

    theme: names the classes. key: begins every id, so that several pictures can stand in one page. coords: whether
    names of squares and slots are written.
    """

    theme: str
    key: str
    coords: bool

    def classes(self, *names: str) -> str:
        """Return the value of a `class` attribute."""
        prefix = class_prefix(self.theme)
        return " ".join(prefix + name for name in names)

    def shape(self, name: str, *classes: str, **attributes: str | float | None) -> str:
        """Return an element with these classes."""
        return element(name, class_=self.classes(*classes), **attributes)

    def text(self, words: str, x: float, y: float, size: float, *classes: str) -> str:
        """Return a line of text that stands on `y`; it is escaped here."""
        return element("text", escape(words), x=x, y=y, font_size=size, class_=self.classes(*classes))

    def labels(self, places: Iterable[tuple[str, float, float]], size: float) -> str:
        """Return names of squares, each with its middle there."""
        texts = (element("text", escape(words), x=x, y=y + 0.36 * size) for words, x, y in places)
        return element("g", *texts, font_size=size, class_=self.classes("muted", "middle"))

    def id(self, name: str) -> str:
        """Return the id of what is defined under this name."""
        return self.key + name

    def use(self, name: str, x: float, y: float) -> str:
        """Return what was defined under this name, moved there."""
        return element("use", href=f"#{self.id(name)}", x=x, y=y)
