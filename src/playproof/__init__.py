"""playproof: does the game that a coding agent built really play? Proof by play."""

__version__ = "0.1.0"
