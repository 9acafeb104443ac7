"""The web track: from a frozen specification to a browser game with a label (WebGameBench)."""
