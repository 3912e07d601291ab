"""The table in a terminal, drawn from views alone."""
