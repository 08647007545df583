"""The page of a game, as somebody uses it who sees and points."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.e2e.serving import Game


def deafen(page: Page) -> None:
    """Let no news of games reach a page."""
    page.route("**/events?**", lambda route: route.abort())
    page.route("**/v1/games/*?after=*", lambda route: route.abort())


class Table:
    """What can be seen and done on the page of a game."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.title: Locator = page.locator(".status-title")
        self.hint: Locator = page.locator(".hint")
        self.banner: Locator = page.locator("#banner")
        self.announcer: Locator = page.locator("#announcer")
        self.slots: Locator = page.locator(".control-slot")
        self.groups: Locator = page.locator(".control-group")
        self.effects: Locator = page.locator(".turn .effects")
        self.play_button: Locator = page.get_by_role("button", name="Play this move")
        self.moves: Locator = page.locator(".move-list .move")

    def open(self, address: str) -> Table:
        self.page.goto(address)
        self.page.locator(".kiln").wait_for()
        return self

    def sit(self, game: Game, *seats: int) -> Table:
        """Open a game with some of its seats, each by its link."""
        for seat in seats:
            self.page.goto("about:blank")
            self.open(game.link(seat))
        return self

    def slot(self, name: str) -> Locator:
        found: Locator = self.page.locator(f"[data-key='slot {name}']")
        return found

    def seat(self, seat: int) -> Locator:
        found: Locator = self.page.locator(f".seat[data-seat='{seat}']")
        return found

    def warehouse(self, color: str) -> Locator:
        found: Locator = self.page.locator(f".warehouse[data-color='{color}']")
        return found

    def action(self, color: str, action: str) -> Locator:
        found: Locator = self.warehouse(color).locator(f"[data-key='{action}']")
        return found

    def hears(self, text: str) -> None:
        """Wait until this has been read aloud since the page was opened, whatever has been since."""
        self.page.wait_for_function("text => window.heard.some((one) => one.includes(text))", arg=text)

    def play(self) -> None:
        """Play what has been chosen, and wait until it has been played."""
        before = self.moves.count()
        self.play_button.click()
        self.moves.nth(before).wait_for()

    def kiln(self) -> list[str]:
        """The kiln as it is drawn: a letter for each tile."""
        colors: list[str] = self.page.locator(".square > .tile").evaluate_all(
            "tiles => tiles.map(tile => tile.dataset.color)"
        )
        letters = "".join("k" if color == "black" else color[0] for color in colors)
        return [letters[start : start + 6] for start in range(0, 36, 6)]

    def filled(self, color: str) -> list[str]:
        """The squares of a warehouse that are drawn as filled, without those that are only being chosen."""
        filled: list[bool] = (
            self.warehouse(color)
            .locator(".cell")
            .evaluate_all("cells => cells.map(cell => cell.querySelector('.tile:not(.ghost)') !== null)")
        )
        names = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]
        return [name for name, there in zip(names, filled, strict=True) if there]

    def choose_any_move(self) -> None:
        """Choose a whole move by pointing at what is lit: the first slot, group, place and sale."""
        self.slots.first.click()
        unchosen = self.page.locator(".seat.is-to-move .warehouse:not(:has([aria-pressed='true']))")
        nothing = self.page.get_by_role("button", name="Copy nothing")
        while not self.play_button.is_enabled():
            if self.groups.count() > 0:
                self.groups.first.click()
            elif nothing.is_visible():
                nothing.click()
            else:
                unchosen.locator(".control-place").first.click()
        sale = self.page.locator(".sale-button")
        if sale.count() > 0:
            sale.first.click()
