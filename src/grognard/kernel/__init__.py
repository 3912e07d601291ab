"""The kernel: turns, seats, cards, chance and journals, independent of any particular game."""
