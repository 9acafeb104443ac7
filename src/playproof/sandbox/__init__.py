"""Where foreign programs run: a jail of namespaces, limits, and an end that leaves nothing behind."""
