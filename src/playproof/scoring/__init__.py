"""Verdicts to a score: pure arithmetic."""
