"""Draws a position as SVG: python examples/draw_board.py [POSITION [MOVE [NAME ...]]] > board.svg

With MOVE the picture shows what is there after it, and marks what it did. A MOVE of - stands for none; the names are
those of the seats. Without arguments it draws what is in examples/board.svg. Needs the service installed (`make setup`
does that, in .venv).
"""

import sys

from service.pictures import draw_board
from service.rules import KilnError, parse_move, parse_position, play

POSITION = (
    "rrbrbg/ygbgyr/rbbrrg/yryyby/rykggg/bygygb bN1 r,b,g,y "
    "x4/1xx2/xxxx1/x1xx1/2xx1,1xx2/2xx1/1xx2/1xxxx/xxxxx,2x2/5/xx1x1/1xx2/xx1x1,3x1/x1x1x/2xx1/4x/2xx1 "
    "14,12,3,9 2 17mh 109"
)
EXAMPLE = [POSITION, "S1 c1>e1 C3", "Ann", "Bob", "Cleo", "Dan"]


def draw(text: str, move: str = "-", *names: str) -> str:
    position = parse_position(text)
    last = None if move == "-" else play(position, parse_move(move))
    return draw_board(last.position if last else position, last=last, names=names)


if __name__ == "__main__":
    try:
        picture = draw(*(sys.argv[1:] or EXAMPLE))
    except (KilnError, ValueError) as error:
        sys.exit(f"This cannot be drawn: {error}")
    sys.stdout.buffer.write(picture.encode())
