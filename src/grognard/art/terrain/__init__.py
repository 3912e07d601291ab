"""The land that a table shows behind its cards: what it is made of, and the air through which it is seen."""
