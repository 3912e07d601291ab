"""The content of a game outside play: card rows, clauses, house rules, words and stored fields."""
