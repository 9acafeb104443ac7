"""The command line: parse, wire the parts, print. The only reader of environment variables."""
