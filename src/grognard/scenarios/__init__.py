"""Scenario files: a position, the actions played in it, and everything that changes."""
