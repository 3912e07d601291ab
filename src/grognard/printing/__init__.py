"""Games on paper: decks with every copy, backs, markers, mats, aids and the handbook, set with typst.

The faces come from `grognard.art`, the sizes and places from `geometry`, what a game has beside its cards from the
`print.toml` in its folder, and the look of a page from the templates, which get everything as one object.
"""
