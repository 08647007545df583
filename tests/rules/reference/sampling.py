"""Random positions of every sort, also such as no real game reaches."""

import random

from .board import NEIGHBORS, SLOTS, Kiln
from .state import HIGHEST_SCORE, LAST_NUMBER, State, write_position
from .warehouse import CELLS, Filled

TILES = "r" * 9 + "b" * 9 + "g" * 9 + "y" * 9 + "k"


def random_position(
    rng: random.Random,
    *,
    two_color: bool | None = None,
    finished: bool | None = None,
    players: int | None = None,
) -> str:
    """A valid position.

    What is not asked for is drawn: one position in five is two-color, one in ten finished. `players` (2 to 4)
    is for one color each; a two-color game has two seats.
    """
    two_color = rng.random() < 0.2 if two_color is None else two_color
    finished = rng.random() < 0.1 if finished is None else finished
    colors = rng.sample("rbgy", 4)
    if two_color:
        seats = [colors[:2], colors[2:]]
    else:
        seats = [[color] for color in colors[: players or rng.randint(2, 4)]]
    colors = [color for seat in seats for color in seat]
    kiln, outer = random_kiln(rng)
    state = State(
        kiln=kiln,
        outer=outer,
        slot=rng.choice(SLOTS),
        seats=seats,
        left=[False for _ in seats],
        warehouses={color: random_warehouse(rng) for color in colors},
        scores=dict.fromkeys(colors, 0),
        turn=1,
        extra=rng.random() < 0.25,
        target=rng.choice([17, 17, 20, rng.randint(1, 29)]),
        fixing=rng.random() < 0.6,
        heating=rng.random() < 0.5,
        both=two_color and rng.random() < 0.5,
        number=rng.choice([1, rng.randint(1, 200), rng.randint(1, LAST_NUMBER - 2)]),
    )
    if rng.random() < 0.05:
        state.number = LAST_NUMBER - 1
    for seat in rng.sample(range(1, len(seats) + 1), rng.randint(0, len(seats) - 2)):
        state.left[seat - 1] = rng.random() < 0.6
    for seat in range(1, len(seats) + 1):
        random_scores(rng, state, seat)
    state.turn = rng.choice(state.seats_in())
    if finished:
        finish(rng, state)
    return write_position(state)


def random_kiln(rng: random.Random) -> tuple[Kiln, str]:
    """A kiln and its outer tile: shuffled, in stripes, or more or less clumped."""
    tiles = list(TILES)
    rng.shuffle(tiles)
    sort = rng.random()
    if sort < 0.5:
        order = rng.sample("rbgyk", 5)
        tiles.sort(key=order.index)
        if rng.random() < 0.7:  # otherwise the outer tile is always of the last color
            tiles.append(tiles.pop(rng.randrange(37)))
        for _ in range(rng.choice([0, 1, 2, 4, 8])):
            i, j = rng.randrange(37), rng.randrange(37)
            tiles[i], tiles[j] = tiles[j], tiles[i]
    kiln = [tiles[6 * row : 6 * row + 6] for row in range(6)]
    if sort < 0.25:
        kiln = [list(column) for column in zip(*kiln, strict=True)]
    if sort > 0.75:
        clump(rng, kiln, rng.choice([30, 100, 300]))
    return kiln, tiles[36]


def clump(rng: random.Random, kiln: Kiln, tries: int) -> None:
    """Swap pairs of tiles where that gives each more neighbors of its color."""
    for _ in range(tries):
        one = (rng.randrange(6), rng.randrange(6))
        other = (rng.randrange(6), rng.randrange(6))
        before = like_neighbors(kiln, *one) + like_neighbors(kiln, *other)
        swap(kiln, one, other)
        if like_neighbors(kiln, *one) + like_neighbors(kiln, *other) < before:
            swap(kiln, one, other)


def swap(kiln: Kiln, one: tuple[int, int], other: tuple[int, int]) -> None:
    """Swap two tiles of the kiln."""
    tile = kiln[one[0]][one[1]]
    kiln[one[0]][one[1]] = kiln[other[0]][other[1]]
    kiln[other[0]][other[1]] = tile


def like_neighbors(kiln: Kiln, row: int, column: int) -> int:
    """How many neighbors of a kiln square hold a tile of its color."""
    around = [(row + down, column + right) for down, right in NEIGHBORS]
    return sum(kiln[r][c] == kiln[row][column] for r, c in around if 0 <= r < 6 and 0 <= c < 6)


def random_warehouse(rng: random.Random) -> Filled:
    """A warehouse: any fill from none to all, often with some complete lines."""
    sort = rng.random()
    if sort < 0.15:
        return set()
    if sort < 0.7:
        filled = set(rng.sample(CELLS, rng.choice([3, 6, 9, rng.randint(1, 24)])))
    else:
        filled = set(CELLS) - set(rng.sample(CELLS, rng.choice([0, 1, 1, 2, 3, 4, 6])))
    if rng.random() < 0.3:
        lines = rng.sample(range(5), rng.choice([1, 1, 2, 3, 4]))
        upright = rng.random() < 0.5
        filled |= {(row, column) for row, column in CELLS if (column if upright else row) in lines}
    return filled


def random_scores(rng: random.Random, state: State, seat: int) -> None:
    """Scores with which this seat has not won; those of a seat that has left may be any."""
    highest = HIGHEST_SCORE if state.both else state.target + 14
    for color in state.seats[seat - 1]:
        close = max(0, state.target - rng.choice([1, 3, 6, rng.randint(1, 15)]))  # a sale may win
        state.scores[color] = rng.choice([0, close, close, rng.randint(0, state.target - 1)])
    behind = state.left[seat - 1]
    high = state.seats[seat - 1] if behind else rng.sample(state.seats[seat - 1], 1) if state.both else []
    for color in high:
        if rng.random() < 0.4:
            state.scores[color] = rng.choice([highest, highest - rng.randint(0, 14), rng.randint(0, highest)])


def finish(rng: random.Random, state: State) -> None:
    """Make a running game a finished one: by the target, by the last seat, or by the move limit."""
    state.extra = False
    sort = rng.random()
    if sort < 0.2:
        state.number = LAST_NUMBER
        return
    if sort < 0.4:
        state.left = [seat != state.turn for seat in range(1, len(state.seats) + 1)]
        return
    if sort < 0.5:
        state.number = LAST_NUMBER
    colors = state.seats[state.turn - 1]
    highest = HIGHEST_SCORE if state.both else state.target + 14
    for color in colors if state.both else rng.sample(colors, 1):
        state.scores[color] = rng.randint(state.target, highest if rng.random() < 0.1 else state.target + 14)
