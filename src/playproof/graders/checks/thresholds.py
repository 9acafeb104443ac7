"""Every number by which checks decide, in one place. The papers state none of them: all are our own choice."""

CHANNEL_STEP = 24
"""A pixel has changed when one of its channels differs by more than this, of 255: above dithering and antialiasing noise, below any drawn change."""

FRAME_ROUTE_SHARE = 0.02
"""A thing that moved changes at least this share of the patch it left or entered."""

FRAME_ROUTE_MOVE_SHARE = 0.25
"""A position is held against the picture once it has moved by this share of the patch's size."""

DRAWN_BITS = 5
"""Colours are counted with this many bits a channel, so that a gradient's noise is not richness."""

NUMBER_TOLERANCE = 1.0
"""A HUD number may be rounded: it agrees with its key within this (for whole-number keys: exactly)."""

MOST_NUMBERS = 3
"""A HUD element that shows more numbers than this shows none: a row of digits agrees with every reading."""
"""See also players.hand for the ticks of policies."""
