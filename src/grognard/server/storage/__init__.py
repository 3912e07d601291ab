"""The database: tables, guests, uploaded journals and analyses."""
