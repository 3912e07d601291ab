"""The page of a table calls every card as its variant does, and can put a picked card back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from grognard.game_check.names import standard_names
from grognard.kernel.game import GameSpec
from grognard.registry import registered_names, spec
from tests.conformance.test_renamed_cards import renamed
from tests.server.support import Guest, Server, running

# What people read or hear of an element besides its text.
READ = ("title", "aria-label", "aria-description", "alt", "data-why", "data-label")
UNCHECKED = re.compile(r"New name: |\d+/\d+$")
# What is printed on a card may name other cards.
PRINTED = ("card-text", "card-history", "card-line")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a variant of each game in which all cards have other names."""
    folders = []
    for slug in registered_names():
        lines = [f'game = "{slug}"', 'title = "Renamed"', "[names]"]
        names = renamed(slug)[0].overrides.items()
        lines += [f'"{key.removesuffix(".name")}" = "{name}"' for key, name in names]
        folder = tmp_path_factory.mktemp("renamed") / slug
        folder.mkdir()
        (folder / "variant.toml").write_text("\n".join(lines), encoding="utf-8")
        folders.append(str(folder))
    with running(tmp_path_factory.mktemp("host"), {"GROGNARD_VARIANTS": ":".join(folders)}) as found:
        yield found


class _Read(HTMLParser):
    """Gathers what people read on the field of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []
        self.told: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        shown = [found.get(name) or "" for name in READ]
        self.told += shown if "card" not in (found.get("class") or "").split() else shown[1:]
        printed = any(word in (found.get("class") or "").split() for word in PRINTED) or tag in ("script", "style")
        if tag not in ("img", "input", "meta", "link", "br", "source", "hr", "use", "path"):
            self.open.append((tag, printed))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(printed for _tag, printed in self.open):
            self.told.append(data)


def read(page: str, of: GameSpec) -> list[str]:
    """Returns what people read, without the title of the game, the types of cards, counts, and the list of new names.

    A count such as 1/3 could be a commander of Ready Aim Fire.
    """
    reader = _Read()
    reader.feed(page)
    told = (said.strip().replace(of.meta.title, "") for said in reader.told)
    return [said for said in told if said not in of.types.values() and not UNCHECKED.match(said)]


@pytest.mark.parametrize("slug", registered_names())
def test_a_page_has_no_name_of_the_standard_game(host: Server, slug: str) -> None:
    guest = Guest(host.url)
    asked = {"with": "computer", "bot": "random", "rules": f"variant:{slug}", "pace": "live"}
    table = guest.post(f"/games/{slug}/tables", asked).answer.headers["location"].split("/")[2]
    for _decision in range(4):
        page = guest.page(f"/tables/{table}")
        found = {name: said for said in read(page.text, spec(slug)) for name in standard_names(slug, said)}
        assert not found, found
        if not page.actions:
            break
        guest.do(table, "play", do=page.actions[0])


def test_a_renamed_battalion_of_ready_aim_fire_has_the_symbol_of_its_kind(host: Server) -> None:
    guest = Guest(host.url)
    asked = {"with": "computer", "bot": "random", "rules": "variant:ready-aim-fire", "pace": "live"}
    table = guest.post("/games/ready-aim-fire/tables", asked).answer.headers["location"].split("/")[2]
    drawn = set(re.findall(r"symbols[^\"#]*\.svg#([A-Z]{2})\"", guest.page(f"/tables/{table}").text))
    assert {"GU", "EL", "SR", "DR", "LN", "AR"} <= drawn
