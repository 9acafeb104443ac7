"""One replication attempt: the game-server on one side, an agent shut in on the other, and what the agent leaves."""
