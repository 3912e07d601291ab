"""A game being played: its journal, and the session that everything goes through."""
