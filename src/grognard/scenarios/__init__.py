"""Scenario files: a position, what is done in it, and everything that changes."""
