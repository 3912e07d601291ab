"""The kernel: turns, seats, cards, chance and journals. It knows no game."""
