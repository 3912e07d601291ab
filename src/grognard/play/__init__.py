"""Games in progress: their journals, and the session that everything goes through."""
