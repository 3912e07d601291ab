"""Guests: who they are, what they are called, their games, and everything stored about them."""
