"""The table in a terminal, drawn only from views."""
