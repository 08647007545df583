"""Pictures of positions."""

from service.pictures.board import draw_board
from service.pictures.parameters import (
    CONTENT_SECURITY_POLICY,
    DEFAULT_SIZE,
    DEFAULT_THEME,
    MAX_SIZE,
    MEDIA_TYPE,
    MIN_SIZE,
    THEMES,
)

__all__ = [
    "CONTENT_SECURITY_POLICY",
    "DEFAULT_SIZE",
    "DEFAULT_THEME",
    "MAX_SIZE",
    "MEDIA_TYPE",
    "MIN_SIZE",
    "THEMES",
    "draw_board",
]
