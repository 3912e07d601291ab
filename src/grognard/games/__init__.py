"""The games: every folder here is one game, and all have the same structure.

The folders that the environment variable GROGNARD_GAMES names belong to this package, too: a game in `ford` there is
imported as `grognard.games.ford`. They come last, so they cannot replace a module of these games.
"""

import os

__path__ += [
    os.path.abspath(os.path.expanduser(folder))
    for folder in os.environ.get("GROGNARD_GAMES", "").split(os.pathsep)
    if folder
]
