"""Positions that more than one test is about."""

from tests.rules.boards import EMPTY, FULL, START, TWO_COLOR_START, changed

# Red is to move. N1 pushes the black tile into column a, and red's largest group is then c2 c3 c4:
#   b y y g r b        k y y g r b
#   g y r b g g        b y r b g g
#   r y r b r g   ->   g y r b r g
#   g b r g g b        r b r g g b
#   y y y y b r        g y y y b r
#   y b r g r b        y b r g r b
RED = changed(turn="1")

#   x x x x x
#   x x x x x
#   x x x x x      a lone column of three fits nowhere here
#   . x x . x
#   x . x x x
NO_ROOM = "xxxxx/xxxxx/xxxxx/1xx1x/x1xxx"


# Seat 1 plays red and green, and both its warehouses are full.
FULL_BOTH = changed(
    TWO_COLOR_START, warehouses=f"{FULL}+{FULL},{EMPTY}+{EMPTY}", turn="1", options="17", scores="3+4,0+0"
)


# Red is to move, E5 pushes the black tile into row 5; red's pairs are then a1 b1, e6 f6 (of one shape) and a3 a4.
#   r r b b g g
#   g g b r y y
#   r g b b y g
#   r y r g y r
#   y g b g b y
#   b y b y r r
TIE = changed(RED, kiln="rrbbgg/ggbryy/rgbbyg/ryrgyr/ygbgby/bybyrr")


#   x x x x x
#   x x x x .
#   x x . . x      of those a lying pair fits on c3, the upright one nowhere
#   x x x x .
#   . x x x x
ONE_FITS = "xxxxx/xxxx1/xx2x/xxxx1/1xxxx"

# Positions of every sort with lists short enough to look at each page of them.
SHORT = {
    "one color, the start": START,
    "one color, sales": (
        "gybbyg/grbbyr/kyrbby/bgbyrg/rgrbrg/rgygyy rS3 r,b,g,y 2xxx/1xxxx/xxx2/1xx2/3xx,2xxx/1xxx1/1x2x/5/x4,"
        "5/5/x2x1/x2xx/1x1xx,2xxx/1xx2/1x3/x1x2/5 0,1,1,0 2 17m 21"
    ),
    "one color, nothing fits": changed(warehouses=f"{EMPTY},1xxxx/xxxxx/xxxxx/xxxxx/xxxxx", options="17"),
    "two colors, first sales that win": (
        "gggggg/gggrrr/rrrrrr/bbbbbb/bbbyyy/yyyyyk yN4 b+y,r+g 5/x4/5/2x2/x4+5/3x1/1x3/5/1x3,"
        "xxxxx/xx2x/1x1xx/xxx2/xxxxx+2xxx/xxxxx/1xxxx/xxxx1/1x1xx 16+0,3+8 1 17 87338"
    ),
    "two colors, first sales that win, selling later": (
        "yybbgr/yybggr/yybggr/ykbgrr/ybbgrr/ybbgrr gE6 b+y,g+r 1x1xx/5/2xx1/x1xx1/x4+2x2/2x2/2xxx/1x2x/4x,"
        "xxxxx/xxxx1/1x1xx/xxxxx/xxxxx+1xx2/4x/4x/5/2x1x 23+0,23+0 1 24h 1"
    ),
    "two colors, goal both": (
        "gggggg/gggrrr/rrrbry/bbyrbb/bbbyyy/yybyry kN2 g+y,r+b 1x2x/xx3/2xx1/x2x1/1x3+xxx1x/xxxxx/2xxx/1xxx1/x4,"
        "1xxxx/xxxxx/xxxx1/xxxxx/xxxxx+xxx1x/xxx1x/xxxxx/xxxx1/xxxxx 19+783,19+17 1 20hb 72"
    ),
    "two colors, goal both, full warehouse": (
        "yygryy/bbgrrg/bbyyrg/bbyyrg/bbyrrg/ggkbrg rW3 b+g,r+y xxxxx/xxxxx/xxxxx/xxxxx/xxxxx+5/5/5/5/5,"
        "xxxxx/xx1xx/4x/xxxx1/xx2x+5/1x3/1x2x/xxxx1/2x1x 11+0,16+995 2 17b 1"
    ),
}

POINTS_TO_WIN = {
    "one color": (changed(scores="0,16"), [1]),
    "one color, just in reach": (changed(scores="0,2"), [15]),
    "one color, out of reach": (changed(scores="16,1"), [None]),
    "goal either": (changed(TWO_COLOR_START, scores="0+0,16+5"), [1, 12]),
    "goal either, one out of reach": (changed(TWO_COLOR_START, scores="0+0,16+1"), [1, None]),
    "goal both, neither there": (changed(TWO_COLOR_START, scores="0+0,16+16", options="17b"), [None, None]),
    "goal both, the other there": (changed(TWO_COLOR_START, scores="0+0,16+17", options="17b"), [1, None]),
    "goal both, the first there": (changed(TWO_COLOR_START, scores="0+0,40+2", options="17b"), [None, 15]),
    "goal both, out of reach": (changed(TWO_COLOR_START, scores="0+0,40+1", options="17b"), [None, None]),
}
