"""Positions from which something particular can be shown."""

#: Red is to move. Its largest group is of three upright tiles, and what is filled leaves no room for it.
#: Row 3 of its warehouse is complete.
FULL = "byygrb/gyrbgg/ryrbrg/gbrggb/kyyyyb/ybrgrb rE5 r,b xxxx1/2x2/xxxxx/2x2/5,5/2x2/2x2/2x2/5 4,3 1 17m 2"

#: The two-color game. With any push, red fits nowhere, and its row 2 and 4 are complete; green has room and a full row.
TWO_COLORS = (
    "byygrb/gyrbgg/ryrbrg/gbrggb/yyyybr/ybrgrb kN5 r+g,b+y "
    "xx1xx/xxxxx/x1x1x/xxxxx/xx1xx+xxxxx/x4/5/5/5,5/5/5/5/5+5/5/5/5/5 3+0,0+0 1 17m 5"
)
