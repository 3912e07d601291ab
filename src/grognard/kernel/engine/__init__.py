"""The position and what plays it: contract, actions, chance, what a seat knows."""
