"""Sets and piles of cards, as native numbers: the vocabulary that compiled rules are written in."""
