"""Logs of agent runtimes as trajectories: one importer for each format, one place that tells what a tool call did."""
