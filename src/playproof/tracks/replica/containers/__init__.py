"""The containers of a replication attempt: how their images are made, and how they are put together."""
