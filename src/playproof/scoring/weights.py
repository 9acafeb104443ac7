"""Every weight of every score, in one place, with its source."""

DIMENSIONS: dict[int, tuple[str, float]] = {
    1: ("integration", 10.0),  # CEGame-Bench: D1 = 10
    2: ("completeness", 20.0),  # the split of the 80 points of D2..D5 is ours
    3: ("mechanics", 25.0),  # ours
    4: ("lifecycle", 20.0),  # ours
    5: ("feedback", 15.0),  # ours
    6: ("presentation", 10.0),  # CEGame-Bench: D6 = 10
}
"""Dimension -> name, weight. D1..D5 sum to 90 (F), with D6 to 100 (O)."""

SCRIPTED = (1, 2, 3, 4, 5)
"""Dimensions that execution alone decides."""

MIN_COVERAGE = 0.90
"""A dimension whose judged weight is a smaller share is re-run once, then inconclusive (CEGame-Bench section 11)."""

PRESENTATION_CAP_SHARE = 0.5
"""D6 is capped at this share of its weight when the journey is not completed (the cap is the paper's, the share is ours)."""

CRITICAL_WEIGHT = 3
"""`solved` needs every leaf of this weight to pass (CEGame-Bench section 11)."""

# Calibration gates of a task (CEGame-Bench section 3.4 and appendix 12).
REFERENCE_MIN_O = 90.0
REFERENCE_MIN_F = 81.0  # the same gate on F alone, when there is no judge of D6 (ours: 90 % of 90)
EQUIVALENT_MAX_GAP = 2.5
STARTER_MAX = 6.0
MUTANT_MAX_DRIFT = 2.0
REPEAT_MAX_SPREAD = 1.8
"""Three evaluations of one artifact may differ by this much."""
