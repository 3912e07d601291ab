"""The games: every folder here is one game, and all have the same structure."""
