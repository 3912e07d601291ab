"""Guests: their cookies, names, games, and everything stored about them."""
