"""The navigation at the top of every page, and which of its places a page belongs to."""

from __future__ import annotations

from typing import Final, NamedTuple


class Place(NamedTuple):
    """A link of the navigation. `folders` are the paths of other pages that belong to it."""

    title: str
    address: str
    folders: tuple[str, ...] = ()

    def mark(self, path: str) -> str:
        """Returns the value of `aria-current` on the page at this path: `page`, `true` in the same place, or nothing.

        An empty path stands for a page that belongs nowhere, such as an error.
        """
        if path == self.address or (path and path.rstrip("/") == self.address):
            return "page"
        return "true" if any(f"{path}/".startswith(f"{folder}/") for folder in self.folders) else ""


PLACES: Final = (
    Place("Play", "/", ("/games", "/tables", "/replays", "/vacation")),
    Place("Daily", "/daily", ("/daily",)),
    Place("Puzzles", "/puzzles", ("/puzzles",)),
    Place("Record", "/games-of-mine/record", ("/games-of-mine",)),
)
# Shows the name that the guest plays under, where they have one.
NAME: Final = Place("Your name", "/your-data/name", ("/your-data",))
