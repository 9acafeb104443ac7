"""Coding agents under test, and scripted ones that stand in for them."""
