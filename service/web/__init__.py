"""The playable page: static files, and the two addresses at which a browser finds them."""

from service.web.pages import init_app

__all__ = ["init_app"]
