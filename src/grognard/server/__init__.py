"""The server: tables in a database, guests, live pages and the JSON API. It contains no rules of any game."""
