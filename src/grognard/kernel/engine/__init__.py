"""The position and its play: the contract, actions, chance and each seat's knowledge."""
