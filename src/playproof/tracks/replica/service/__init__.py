"""The observation service ("game-server"): the verbs of the interface O over HTTP, and nothing else of the game."""
