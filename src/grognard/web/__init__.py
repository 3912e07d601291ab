"""The table in a browser: pages and fragments drawn from views. It knows no game and holds no position."""
