"""Open a game and give a session; never judge."""
