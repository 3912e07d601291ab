"""The faces of the cards: their texts, and figures drawn from the `looks.toml` of each game."""
