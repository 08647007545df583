from __future__ import annotations

import pytest

from service.games import InvalidNewGame, NewGame, NewSeat, NewVariants, SeatState
from service.games.new_game import set_up
from service.rules import Color, InvalidPosition, Options, format_position, start_position
from tests.games.table import FINISHED, OPEN, TAKEN, position_text

RED, BLUE, GREEN, YELLOW = Color.RED, Color.BLUE, Color.GREEN, Color.YELLOW


def colors(*wanted: Color) -> NewSeat:
    return NewSeat(colors=wanted)


def errors_of(new: NewGame) -> tuple[tuple[str, str], ...]:
    with pytest.raises(InvalidNewGame) as caught:
        set_up(new)
    assert caught.value.code == "invalid_field"
    return caught.value.errors


def test_nothing_asked_for_gives_a_two_seat_game_by_the_default_options() -> None:
    setup = set_up(NewGame())
    assert setup.start.seats == ((RED,), (BLUE,))
    assert setup.start.options == Options(17, fixing_the_mess=True, heating_up=False, goal_both=False)
    assert setup.names == (None, None)
    assert setup.states == (SeatState.TAKEN, SeatState.TAKEN)
    assert setup.public is False
    assert setup.start.number == 1


def test_a_drawn_seed_is_told_and_gives_the_same_start_again() -> None:
    setup = set_up(NewGame())
    assert setup.seed is not None
    assert set_up(NewGame(seed=setup.seed)).start == setup.start
    assert set_up(NewGame()).seed != setup.seed


def test_a_seed_gives_the_start_of_the_rules() -> None:
    setup = set_up(NewGame(players=3, seed=7, first_seat=2, target=20, variants=NewVariants(False, True)))
    options = Options(20, fixing_the_mess=False, heating_up=True)
    assert setup.start == start_position([[RED], [BLUE], [GREEN]], options, 7, 2)


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ((TAKEN,) * 2, ((RED,), (BLUE,))),
        ((TAKEN,) * 3, ((RED,), (BLUE,), (GREEN,))),
        ((TAKEN,) * 4, ((RED,), (BLUE,), (GREEN,), (YELLOW,))),
        ((TAKEN, colors(RED)), ((BLUE,), (RED,))),
        ((TAKEN, colors(YELLOW), TAKEN), ((RED,), (YELLOW,), (BLUE,))),
        ((colors(GREEN), TAKEN, colors(RED), TAKEN), ((GREEN,), (BLUE,), (RED,), (YELLOW,))),
    ],
)
def test_seats_with_colors_are_served_first_the_others_in_order(
    seats: tuple[NewSeat, ...], expected: tuple[tuple[Color, ...], ...]
) -> None:
    assert set_up(NewGame(seats=seats)).start.seats == expected


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (None, ((RED, GREEN), (BLUE, YELLOW))),
        ((TAKEN, colors(BLUE, YELLOW)), ((RED, GREEN), (BLUE, YELLOW))),
        ((colors(BLUE, YELLOW), TAKEN), ((BLUE, YELLOW), (RED, GREEN))),
        ((colors(YELLOW, RED), TAKEN), ((YELLOW, RED), (GREEN, BLUE))),
        ((TAKEN, colors(RED, BLUE)), ((GREEN, YELLOW), (RED, BLUE))),
    ],
)
def test_two_color_seats_get_what_is_left_in_pairs(
    seats: tuple[NewSeat, ...] | None, expected: tuple[tuple[Color, ...], ...]
) -> None:
    assert set_up(NewGame(two_color=True, seats=seats)).start.seats == expected


def test_the_goal_both_goes_with_two_colors() -> None:
    assert set_up(NewGame(two_color=True, goal="both")).start.options.goal_both is True
    assert set_up(NewGame(two_color=True, goal="either")).start.options.goal_both is False


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        (
            NewGame(players=3, seats=(TAKEN, TAKEN)),
            (("/players", "Does not agree with seats, which has 2 entries."),),
        ),
        (NewGame(players=3, two_color=True), (("/players", "The two-color game is for two seats."),)),
        (NewGame(seats=(TAKEN,) * 4, two_color=True), (("/seats", "The two-color game is for two seats."),)),
        (NewGame(goal="both"), (("/goal", "Both is for the two-color game."),)),
        (NewGame(first_seat=3), (("/first_seat", "There are only 2 seats."),)),
        (
            NewGame(seats=(colors(RED), colors(RED))),
            (("/seats/1/colors/0", "There is another red."),),
        ),
        (
            NewGame(two_color=True, seats=(colors(RED, BLUE), colors(GREEN, BLUE))),
            (("/seats/1/colors/1", "There is another blue."),),
        ),
        (
            NewGame(seats=(TAKEN, colors(RED, BLUE))),
            (("/seats/1/colors", "A seat plays 1 color."),),
        ),
        (
            NewGame(two_color=True, seats=(TAKEN, colors(RED))),
            (("/seats/1/colors", "A seat plays 2 colors."),),
        ),
        (
            NewGame(goal="both", first_seat=4, seats=(colors(RED), colors(RED), TAKEN)),
            (
                ("/goal", "Both is for the two-color game."),
                ("/first_seat", "There are only 3 seats."),
                ("/seats/1/colors/0", "There is another red."),
            ),
        ),
    ],
)
def test_what_does_not_go_together_is_refused_with_every_fault(
    new: NewGame, expected: tuple[tuple[str, str], ...]
) -> None:
    assert errors_of(new) == expected


def test_a_position_fixes_all_but_names_and_open_seats() -> None:
    text = position_text(number="12", options="9h", scores="3,4", turn="2")
    setup = set_up(NewGame(position=text, seats=(NewSeat(name="Ada"), OPEN), public=True))
    assert format_position(setup.start) == text
    assert setup.seed is None
    assert setup.names == ("Ada", None)
    assert setup.states == (SeatState.TAKEN, SeatState.OPEN)
    assert setup.public is True


def test_whatever_a_position_fixes_must_not_be_given_beside_it() -> None:
    new = NewGame(
        position=position_text(),
        players=2,
        two_color=False,
        target=17,
        goal="either",
        variants=NewVariants(),
        first_seat=1,
        seed=1,
        seats=(TAKEN, colors(BLUE)),
    )
    names = ("players", "two_color", "target", "goal", "variants", "first_seat", "seed")
    assert errors_of(new) == (
        *((f"/{name}", "Is fixed by the position.") for name in names),
        ("/seats/1/colors", "Are fixed by the position."),
    )


def test_seats_must_be_as_many_as_the_position_has() -> None:
    new = NewGame(position=position_text(), seats=(TAKEN,) * 3)
    assert errors_of(new) == (("/seats", "Must have 2 entries, as the position has seats."),)


def test_a_seat_that_has_left_is_nobodys_and_cannot_be_open() -> None:
    text = position_text(seats="r,!b,g", warehouses="5/5/5/5/5,5/5/5/5/5,5/5/5/5/5", scores="0,0,0", turn="3")
    assert set_up(NewGame(position=text)).states == (SeatState.TAKEN, SeatState.LEFT, SeatState.TAKEN)
    new = NewGame(position=text, seats=(OPEN, OPEN, OPEN))
    assert errors_of(new) == (("/seats/1/open", "A seat that has left cannot be open."),)


def test_a_position_that_is_none_is_refused_with_its_place() -> None:
    with pytest.raises(InvalidPosition) as caught:
        set_up(NewGame(position="rbgyrb"))
    assert caught.value.at == 6


def test_a_finished_position_is_taken() -> None:
    outcome = set_up(NewGame(position=FINISHED)).start.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == ("target", 1)


def test_a_request_is_the_same_however_it_is_said() -> None:
    plain = set_up(NewGame()).request
    spelled_out = NewGame(
        players=2,
        seats=(colors(RED), colors(BLUE)),
        two_color=False,
        target=17,
        goal="either",
        variants=NewVariants(),
    )
    assert set_up(spelled_out).request == plain


@pytest.mark.parametrize(
    "other",
    [
        NewGame(players=3),
        NewGame(seats=(TAKEN, OPEN)),
        NewGame(seats=(NewSeat(name="Ada"), TAKEN)),
        NewGame(seats=(colors(GREEN), TAKEN)),
        NewGame(two_color=True),
        NewGame(target=18),
        NewGame(variants=NewVariants(fixing_the_mess=False)),
        NewGame(variants=NewVariants(heating_up=True)),
        NewGame(first_seat=1),
        NewGame(seed=0),
        NewGame(public=True),
        NewGame(position=position_text()),
        NewGame(position=position_text(number="2")),
    ],
)
def test_another_request_is_told_apart(other: NewGame) -> None:
    assert set_up(other).request != set_up(NewGame()).request
