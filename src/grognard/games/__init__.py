"""The games, one folder each, all cut alike. Whatever folder lies here is a game."""
