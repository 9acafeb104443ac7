"""Many scores to calibration, agreement and intervals: pure arithmetic."""
