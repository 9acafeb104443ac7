"""The replica track: rebuild a running game from what is seen of it (GameReplica)."""
