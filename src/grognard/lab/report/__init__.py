"""Reports on many games: their sections, rendered as pages, Markdown and pictures."""
