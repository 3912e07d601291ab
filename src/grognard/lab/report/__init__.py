"""Reports on many games: their sections, and these as pages, Markdown and pictures."""
