"""The server: tables kept in a database, guests, live pages, the JSON API. It knows no rules of any game."""
