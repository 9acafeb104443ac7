"""Evidence to verdicts. A grader never starts a game."""
