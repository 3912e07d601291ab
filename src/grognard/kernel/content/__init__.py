"""What a game is made of outside play: card rows, clauses, house rules, words, stored fields."""
