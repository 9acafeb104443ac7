"""What stays the same over all pages of one play, and what of it the scripts in a page are told."""

from dataclasses import dataclass
from pathlib import Path

from playproof.drivers.web.flags import Mode
from playproof.drivers.web.limits import Limits
from playproof.drivers.web.scripts import Settings

_HOLD_MS = 2000
"""Real time for which an operation of the browser (decoding, storage) may hold game time. Our own choice."""
_ADDRESSES_PER_SECOND = 200
"""Changes of the address that a page may make in a second of game time. Our own choice, after browsers' own limits."""
_STOPS_PER_SECOND = 100
"""Files for which a step stops within a second of game time; further ones come when it ends. Our own choice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What stays the same over all pages of one play."""

    width_px: int
    height_px: int
    seed: int
    epoch_ms: int
    mode: Mode
    limits: Limits
    secret: str
    """Marks what our scripts say to us; no page ever sees it."""
    artifact_path: Path | None = None
    """The folder of the game, from which small files are answered at once; None leaves every request to the file server."""
    is_eliding: bool = False
    user_agent: str = ""

    @property
    def reader_secret(self) -> str:
        """Marks what the reader of HUD and text says to us."""
        return self.secret + "r"

    def clock_settings(self, start_ms: float, document: int) -> Settings:
        """What `shim/*.js` read as SETTINGS.

        Args:
            start_ms: Game time at which the document begins.
            document: Its number in the play.
        """
        limits = self.limits
        return {
            "secret": self.secret,
            "startMs": start_ms,
            "epochMs": self.epoch_ms,
            "seed": self.seed & 0xFFFFFFFF,
            "stream": document,
            "mode": self.mode,
            "holdMs": _HOLD_MS,
            "historyPerSecond": _ADDRESSES_PER_SECOND,
            "stopsPerSecond": _STOPS_PER_SECOND,
            "isEliding": self.is_eliding,
            "readingLength": limits.reading_length,
            "journal": {"perSecond": limits.events_per_second, "perPlay": limits.events_per_play, "textLength": limits.text_length},
        }

    def reader_settings(self) -> Settings:
        """What `probes/*.js` read as SETTINGS."""
        return {"secret": self.reader_secret, "readingLength": self.limits.reading_length}
