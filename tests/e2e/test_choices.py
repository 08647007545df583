from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import Visitors
from tests.e2e.positions import FULL, TWO_COLORS
from tests.e2e.serving import Service
from tests.e2e.table import Table


def test_one_of_the_tied_groups_is_chosen(service: Service, visitors: Visitors) -> None:
    game = service.create({"position": FULL})
    table = Table(visitors.come()).sit(game, 1, 2)
    table.slot("S4").click()
    expect(table.hint).to_have_text("Several red groups are the largest. Choose the one to copy.")
    assert sorted(table.groups.evaluate_all("all => all.map(one => one.dataset.key.split(' ').at(-1))")) == [
        "c2", "c3", "c4", "c6", "d6", "e6",
    ]  # fmt: skip
    expect(table.groups.first).to_have_attribute("aria-label", "Red group of 3 at c2, c3, c4, which does not fit: c2")
    table.page.locator(".control-group[data-key$=' d6']").click()
    assert table.warehouse("red").locator(".control-place").count() == 3
    table.action("red", "c6>a5").click()
    table.play()
    assert game.moves() == ["S4 c6>a5"]


def test_a_square_is_erased_and_a_row_sold(service: Service, visitors: Visitors) -> None:
    game = service.create({"position": FULL})
    table = Table(visitors.come()).sit(game, 1, 2)
    table.slot("N3").click()
    expect(table.hint).to_have_text(
        "The red group of 3 tiles fits nowhere. Erase one square of the red warehouse, or copy nothing."
    )
    table.action("red", "xc2").click()
    expect(table.hint).to_have_text("Row 3 is complete. Sell what you like, then play the move.")
    table.page.get_by_role("button", name="Sell row 3").first.click()
    expect(table.effects).to_contain_text("Sells red row 3 for 1 point: 5 of 17.")
    expect(table.seat(1).locator(".score-after")).to_have_text(" → 5")
    table.play()
    assert game.moves() == ["N3 xc2 R3"]
    assert table.filled("red") == ["a1", "b1", "c1", "d1", "c4"]
    expect(table.seat(1).locator(".score-now")).to_have_text("5")


def test_nothing_need_be_copied_or_sold(service: Service, visitors: Visitors) -> None:
    game = service.create({"position": FULL})
    table = Table(visitors.come()).sit(game, 1, 2)
    table.slot("N3").click()
    table.page.get_by_role("button", name="Copy nothing").click()
    expect(table.effects).to_contain_text("The red group does not fit; nothing is copied.")
    table.play()
    assert game.moves() == ["N3 -"]


def test_a_line_is_sold_by_pointing_at_its_end(service: Service, visitors: Visitors) -> None:
    game = service.create({"position": FULL})
    table = Table(visitors.come()).sit(game, 1, 2)
    table.slot("N3").click()
    table.page.get_by_role("button", name="Copy nothing").click()
    table.warehouse("red").locator("[data-key='sell rows 3']").click()
    expect(table.effects).to_contain_text("Sells red row 3")
    table.warehouse("red").locator("[data-key='sell rows 3']").click()
    expect(table.effects).not_to_contain_text("Sells")


def test_two_colors_are_copied_and_then_sold(service: Service, visitors: Visitors) -> None:
    game = service.create({"position": TWO_COLORS})
    table = Table(visitors.come()).sit(game, 1, 2)
    steps = table.page.locator(".steps li")
    table.slot("W2").click()
    expect(steps).to_have_text(["Push", "Copy red", "Copy green", "Sell", "Play"])
    expect(table.hint).to_contain_text("The red group of 2 tiles fits nowhere.")
    table.action("red", "xa1").click()
    expect(table.hint).to_have_text("Several green groups are the largest. Choose the one to copy.")
    table.page.locator(".control-group[data-key$=' d4']").click()
    table.action("green", "d4>b2").click()
    expect(table.hint).to_have_text(
        "Red row 2, red row 4, red column e and green row 1 are complete. Sell what you like, then play the move."
    )
    for name in ("Sell red row 2", "Sell red row 4", "Sell green row 1"):
        table.page.get_by_role("button", name=name).click()
    expect(table.effects).to_contain_text("Sells red rows 2 and 4 for 3 points: 6 of 17.")
    expect(table.effects).to_contain_text("Sells green row 1 for 1 point: 1 of 17.")
    table.play()
    assert game.moves() == ["W2 xa1 R24 | d4>b2 R1"]


def test_after_a_sale_that_wins_there_is_no_second_one(service: Service, visitors: Visitors) -> None:
    game = service.create({"position": TWO_COLORS.replace("17m", "4m")})
    table = Table(visitors.come()).sit(game, 1, 2)
    table.slot("N1").click()
    table.page.get_by_role("button", name="Copy nothing").click()
    table.warehouse("green").locator(".control-place").first.click()
    green = table.page.get_by_role("button", name="Sell green row 1")
    green.click()
    expect(table.effects).to_contain_text("Sells green row 1")
    table.page.get_by_role("button", name="Sell red row 2").click()
    expect(table.effects).to_contain_text("Seat 1 wins the game.")
    expect(green).to_have_attribute("aria-pressed", "false")
    table.play()
    expect(table.title).to_have_text("Seat 1 has won by reaching 4.")
