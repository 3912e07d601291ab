"""The table in a browser: pages and fragments rendered from views. It knows no game and holds no position."""
