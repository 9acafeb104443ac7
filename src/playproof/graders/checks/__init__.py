"""Graders that are code: deterministic, no model, no clock."""
