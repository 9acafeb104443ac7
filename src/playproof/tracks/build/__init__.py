"""The build track: whole games from a design document (CEGame-Bench)."""
