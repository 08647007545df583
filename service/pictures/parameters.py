"""What a picture can be asked for: closed sets and bounds, and how it is handed out."""

__all__ = [
    "CONTENT_SECURITY_POLICY",
    "DEFAULT_SIZE",
    "DEFAULT_THEME",
    "MAX_SIZE",
    "MEDIA_TYPE",
    "MIN_SIZE",
    "THEMES",
]

MIN_SIZE = 100
MAX_SIZE = 2000
DEFAULT_SIZE = 800
"""A picture's width in pixels; its height follows."""

THEMES = ("light", "dark", "auto")
"""`auto` is light or dark as the reader's system prefers (CSS `prefers-color-scheme`)."""

DEFAULT_THEME = "auto"

MEDIA_TYPE = "image/svg+xml"

CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""The header for an answer with a picture: nothing is loaded, nothing runs; the style within it is all it needs."""
