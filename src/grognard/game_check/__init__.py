"""Checks a game in the order in which one writes it, and says in plain sentences what is missing or wrong.

`report.check` does it all; each other module looks at one part of a game, and the tests use the same functions. Most of
these see games played by `evidence`.
"""
