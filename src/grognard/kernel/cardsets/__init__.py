"""Sets and piles of cards as native numbers, for use in compiled rules."""
