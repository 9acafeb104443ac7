"""Agents without a model: programs of the standard library alone, which run where a coding agent would, with the same rights.

recorder    explores a game by the rules of its own and writes a replica that replays what it saw
intruder    tries everything to get more than pictures, and writes down what it got
"""

from pathlib import Path

SCRIPTS = Path(__file__).parent
AGENTS = ("recorder", "intruder")
"""Names of the scripts."""
