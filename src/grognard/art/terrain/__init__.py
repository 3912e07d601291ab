"""The land behind the cards of a table: its features, and the haze of the air."""
