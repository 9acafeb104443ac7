"""Graders that ask models, through the seam `protocols.Judge`: what they are shown, how they are asked, and what of their word counts."""
