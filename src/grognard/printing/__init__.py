"""Games on paper: decks with every copy, backs, markers, mats, aids and the handbook, set with typst.

The faces come from `grognard.art`, the sizes and positions from `geometry`, the other parts from the `print.toml` in
the game's folder, and the layout of a page from the templates, which get everything as one object.
"""
