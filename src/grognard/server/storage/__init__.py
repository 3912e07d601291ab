"""The database: what is kept of tables, of journals that were brought along, and of analyses."""
