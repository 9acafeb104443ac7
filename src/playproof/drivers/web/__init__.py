"""Browser games: the driver that plays them. `WebDriver(...).open(Opening(...))` gives a `protocols.Session`."""

from playproof.drivers.web.chrome import Browser, find_browser
from playproof.drivers.web.driver import WebDriver
from playproof.drivers.web.limits import Limits

__all__ = ["Browser", "Limits", "WebDriver", "find_browser"]
