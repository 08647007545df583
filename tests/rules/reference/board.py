"""The kiln, its slots, the push and the groups: steps 1 to 3 of a turn."""

Square = tuple[int, int]
"""(row, column), both from 0; the same for the 6x6 kiln and the 5x5 warehouse."""

Kiln = list[list[str]]
"""Six rows of six tile letters."""

WORDS = {"r": "red", "b": "blue", "g": "green", "y": "yellow", "k": "black"}
SLOTS = [side + digit for side in "NESW" for digit in "123456"]
OPPOSITE = {"N": "S", "S": "N", "W": "E", "E": "W"}
NEIGHBORS = [(-1, 0), (1, 0), (0, -1), (0, 1)]


def square_name(square: Square) -> str:
    """`(3, 2)` is `c4`."""
    row, column = square
    return "abcdef"[column] + str(row + 1)


def square_of(name: str) -> Square:
    """`c4` is `(3, 2)`."""
    return int(name[1]) - 1, "abcdef".index(name[0])


def push(kiln: Kiln, tile: str, slot: str) -> tuple[Kiln, str, str]:
    """Push `tile` in at `slot`: the new kiln, the tile that comes out, and the slot on which it then lies."""
    side, line = slot[0], int(slot[1]) - 1
    after = [list(row) for row in kiln]
    tiles = [kiln[i][line] for i in range(6)] if side in "NS" else list(kiln[line])
    if side in "NW":
        out = tiles[5]
        tiles = [tile, *tiles[:5]]
    else:
        out = tiles[0]
        tiles = [*tiles[1:], tile]
    for i in range(6):
        if side in "NS":
            after[i][line] = tiles[i]
        else:
            after[line][i] = tiles[i]
    return after, out, OPPOSITE[side] + slot[1]


def groups(kiln: Kiln, color: str) -> list[list[Square]]:
    """All groups of a color, each in reading order, sorted by the reading order of their first squares."""
    waiting = {(row, column) for row in range(6) for column in range(6) if kiln[row][column] == color}
    found = []
    for square in sorted(waiting):
        if square not in waiting:
            continue
        waiting.remove(square)
        group = [square]
        for row, column in group:  # the list grows while it is walked
            for down, right in NEIGHBORS:
                neighbor = (row + down, column + right)
                if neighbor in waiting:
                    waiting.remove(neighbor)
                    group.append(neighbor)
        found.append(sorted(group))
    return found


def largest_groups(kiln: Kiln, color: str) -> list[list[Square]]:
    """The groups of a color that are tied for the largest, in reading order of their first squares."""
    found = groups(kiln, color)
    size = max(len(group) for group in found)
    return [group for group in found if len(group) == size]


def same_shape(one: list[Square], other: list[Square]) -> bool:
    """Whether two groups are the same but for their place."""
    return shifted(one, one[0], (0, 0)) == shifted(other, other[0], (0, 0))


def shifted(group: list[Square], from_square: Square, to_square: Square) -> list[Square]:
    """The group moved so that what lies on `from_square` comes to lie on `to_square`."""
    down, right = to_square[0] - from_square[0], to_square[1] - from_square[1]
    return [(row + down, column + right) for row, column in group]
