"""What is special to one benchmark. Tracks do not know each other."""
