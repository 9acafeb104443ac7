"""Weights of the replica track's score and the thresholds of its tiers, in one place. The paper's tables are lost: all are our own choice."""

CONSISTENCY_WEIGHTS: dict[str, float] = {"implementation": 0.4, "rule": 0.3, "visual": 0.3}
"""What the overall score is made of."""

RECOGNIZABLE_VISUAL = 0.5
"""F2 below this: it loads, but is not recognizable as the game."""

RIGHT_RULES = 0.9
"""F3 below this: recognizable, but its rules are wrong."""

RIGHT_LOOKS = 0.9
"""F4 below this: the rules are right, but it looks different."""

LEAST_COVERAGE = 0.9
"""With a smaller share of decided rules nothing is said about a replica but the floor."""
