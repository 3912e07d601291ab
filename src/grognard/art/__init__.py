"""The faces of the cards: what stands on each, and a figure drawn from the table of looks in its game's folder."""
