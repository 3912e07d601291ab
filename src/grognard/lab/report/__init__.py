"""What reports say of many games, as sections, and how these become pages, Markdown and pictures."""
