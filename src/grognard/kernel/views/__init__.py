"""Views: the parts of a position that a seat may see, in words and data."""
