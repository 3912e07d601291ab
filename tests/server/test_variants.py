"""A server offers its host's variants where a table is set up, and their tables say what differs."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.kernel.errors import BadInput
from grognard.play.journal import read_journal
from grognard.play.session import replayed
from grognard.registry import load
from grognard.server.storage.rows import TableRecord, now
from grognard.server.tables.live_table import LiveTable
from tests.server.support import Guest, Server, free_port, running, serve

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "variant"
CHANGES = {"Old Guard.force": 2, "Grenadiers.force": 4, "Militia.force": 2, "Old Guard.name": "The Grumblers"}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with several variants: of three numbers and a name, of house rules alone, and with names like code."""
    folder = tmp_path_factory.mktemp("brisk")
    text = 'game = "fusillade"\ntitle = "Brisk & Bold"\n[options]\ntroops = 60\nmorale = "stack"\n'
    (folder / "variant.toml").write_text(text, encoding="utf-8")
    folder.rename(brisk := folder.with_name("brisk"))
    rally = tmp_path_factory.mktemp("rally")
    text = 'game = "green-troops"\ntitle = "Long Rally"\n[numbers]\n"Rally.amount" = 6\n'
    (rally / "variant.toml").write_text(text, encoding="utf-8")
    loud = tmp_path_factory.mktemp("loud")
    cards = [card.name for card in load("fusillade").cards]
    names = "".join(f'"{card}" = "<script>x{n}</script>"\n' for n, card in enumerate(cards))
    texts = "".join(f'"{card}" = "<b>{{amount}} &amp; {n}"\n' for n, card in enumerate(cards))
    text = f'game = "fusillade"\ntitle = "<b>Loud"\n[names]\n{names}[texts]\n{texts}'
    (loud / "variant.toml").write_text(text, encoding="utf-8")
    loud.rename(loud := loud.with_name("loud"))
    folders = f"{EXAMPLE}:{brisk}:{rally}:{loud}"
    with running(tmp_path_factory.mktemp("host"), {"GROGNARD_VARIANTS": folders}) as found:
        yield found


def test_the_variants_of_a_game_are_among_its_rules(host: Server) -> None:
    guest = Guest(host.url)
    page = guest.page("/games/fusillade").text
    assert 'value="variant:variant"' in page
    assert 'value="variant:brisk"' in page
    assert "Variant: Brisk &amp; Bold" in page
    assert "New number: The Grumblers, force 2 instead of 3." in page
    assert "The guard has marched all night" in page
    assert "variant:" not in guest.page("/games/outpost").text


def test_a_table_has_its_numbers_and_says_so(host: Server, tmp_path: Path) -> None:
    guest = Guest(host.url)
    table = guest.set_up("computer", bot="random", rules="variant:variant", troops="60")
    page = html.unescape(guest.page(f"/tables/{table}").text)
    assert "<summary>Variant: Tired Guard</summary>" in page
    assert "<li>New number: The Grumblers, force 2 instead of 3.</li>" in page
    assert "House rule:" not in page  # what was chosen one by one is for “Custom” alone
    guest.do(table, "resign")
    path = tmp_path / "a.journal"
    path.write_text(guest.page(f"/tables/{table}/journal").text, encoding="utf-8")
    session = replayed(read_journal(path), load)
    assert session.game.overrides == CHANGES
    assert session.outcome() is not None


def test_a_table_with_its_own_numbers_has_its_own_handbook(host: Server) -> None:
    guest = Guest(host.url)
    name = re.findall(r'value="(variant:[^"]+)"', guest.page("/games/green-troops").text)[0]
    for rules, own, markers in ((name, True, 6), ("standard", False, 4)):
        asked = {"with": "computer", "bot": "random", "rules": rules, "pace": "live"}
        table = guest.post("/games/green-troops/tables", asked).answer.headers["location"].split("/")[2]
        address = f"/tables/{table}/rules" if own else "/games/green-troops/rules"
        page = guest.page(f"/tables/{table}").text
        assert f'data-rules="{address}"' in page
        assert f'<a href="{address}">Rules</a>' in page
        clause = guest.page(f"{address}/GT-5.6").text
        assert f"Remove up to {markers} markers" in clause
        assert f'<a href="{address}#GT-5.6">' in clause
        whole = guest.page(address).text
        assert f"Remove up to {markers} markers" in whole
        assert (f'<a href="/tables/{table}">this table</a>' in whole) == own


def test_names_and_texts_like_code_are_only_words(host: Server) -> None:
    guest = Guest(host.url)
    table = guest.set_up("computer", bot="random", rules="variant:loud")
    for path in ("/games/fusillade", f"/tables/{table}", f"/tables/{table}/rules"):
        page = guest.page(path).text
        assert "&lt;script&gt;x" in page, path
        assert "<script>x" not in page
        assert "<b>Loud" not in page
        assert "<b>{amount}" not in page
    table_page = guest.page(f"/tables/{table}").text
    assert re.search(r'class="card-text"[^>]*>&lt;b&gt;\{amount\} &amp;amp; \d', table_page)
    hand = next(zone for zone in guest.api(f"/tables/{table}").json()["view"]["zones"] if zone["key"] == "hand")
    for card in hand["cards"]:
        assert re.fullmatch(r"<script>x\d+</script>", card["name"])
        assert card["handle"] in {one.name for one in load("fusillade").cards}
        assert card["text"].startswith("<b>{amount} &amp; ")


def invited(host: Server, rules: str) -> tuple[str, Guest, str]:
    """A table for two that somebody has set up under these rules, he, and the path of the friend's invitation."""
    guest = Guest(host.url)
    table = guest.set_up("friend", side="0", rules=rules)
    page = html.unescape(guest.page(f"/tables/{table}/invitation").text)
    return table, guest, re.findall(rf"/tables/{table}/join/[\w-]+", page)[0]


def test_a_friend_sees_what_differs_before_he_sits_down(host: Server) -> None:
    brisk, tired, standard = (
        html.unescape(Guest(host.url).page(invited(host, rules)[2]).text)
        for rules in ("variant:brisk", "variant:variant", "standard")
    )
    assert "Variant: Brisk & Bold" in brisk
    assert "Any number" in brisk
    assert "Variant: Tired Guard" in tired
    assert "<dt>The Grumblers</dt><dd>force 2 instead of 3</dd>" in tired
    assert "<dt>The Grumblers</dt><dd>the new name of Old Guard</dd>" in tired
    assert "This table uses the standard rules." in standard


def test_friends_play_a_variant_whose_numbers_the_deal_has_promised(host: Server, tmp_path: Path) -> None:
    table, guest, path = invited(host, "variant:variant")
    friend = Guest(host.url)
    assert friend.join(path).status == 303
    assert "New number: The Grumblers, force 2 instead of 3." in friend.page(f"/tables/{table}").text
    guest.do(table, "resign")
    file = tmp_path / "a.journal"
    file.write_text(friend.page(f"/tables/{table}/journal").text, encoding="utf-8")
    kept = read_journal(file)
    assert kept.header.deal is not None
    assert kept.header.numbers == CHANGES
    assert replayed(kept, load).outcome() is not None


def test_a_stored_table_keeps_numbers_that_are_refused_today() -> None:
    numbers = {"Captain.force": 0, "Old Guard.force": 99}
    with pytest.raises(BadInput):
        load("fusillade", overrides=numbers)
    stored = TableRecord(id="t", game="fusillade", rules=1, options={}, numbers=numbers, seed="7", created=now())
    assert LiveTable(stored).game.overrides == numbers


def test_a_change_in_one_deck_names_the_deck(tmp_path: Path) -> None:
    text = 'game = "company-commander"\ntitle = "Half"\n[numbers]\n"german/Half Squad.strength" = 2\n'
    (tmp_path / "variant.toml").write_text(text, encoding="utf-8")
    with running(tmp_path / "data", {"GROGNARD_VARIANTS": str(tmp_path)}) as host:
        guest = Guest(host.url)
        said = html.unescape(guest.page("/games/company-commander").text)
        assert said.count("New number: Half Squad") == 1
        assert "New number: Half Squad (german), strength 2 instead of 1." in said
        rules = {"with": "friend", "side": "0", "pace": "live", "rules": f"variant:{tmp_path.name}"}
        invitation = guest.post("/games/company-commander/tables", rules).answer.headers["location"]
        path = re.findall(r"/tables/[\w-]+/join/[\w-]+", guest.page(invitation).text)[0]
        assert "<dt>Half Squad (german)</dt><dd>strength 2" in html.unescape(Guest(host.url).page(path).text)


def test_a_variant_that_is_not_offered_is_refused(host: Server) -> None:
    answer = Guest(host.url).post("/games/outpost/tables", {"with": "computer", "rules": "variant:variant"})
    assert answer.status == 400
    assert "The host no longer offers this variant" in answer.text


def test_a_table_of_custom_rules_says_which(host: Server) -> None:
    guest = Guest(host.url)
    page = guest.page(f"/tables/{guest.set_up('computer', bot='random', rules='custom', morale='stack')}").text
    assert "<summary>House rules</summary>" in page
    assert "House rule: Morale cards against one attack: Any number" in page
    standard = guest.page(f"/tables/{guest.set_up('computer', bot='random', rules='standard')}").text
    assert "<summary>House rules" not in standard
    assert "<summary>Variant" not in standard


def test_a_variant_that_cannot_be_read_stops_the_server(tmp_path: Path) -> None:
    (tmp_path / "variant.toml").write_text('game = "fusillade"\ntitle = "T"\nnumbers = 3\n', encoding="utf-8")
    assert serve(tmp_path, "--variant", str(tmp_path)) == (
        2,
        f"{tmp_path}/variant.toml:3:1: “numbers” should be a table, [numbers].\n",
    )
    code, told = serve(tmp_path, "--variant", str(EXAMPLE), "--variant", f"{EXAMPLE}/../variant")
    assert (code, "there is another variant of fusillade named variant." in told) == (2, True)


def test_the_option_of_the_command_offers_them(tmp_path: Path) -> None:
    code, told = serve(tmp_path, "--print-config", "--variant", str(EXAMPLE), "--port", str(free_port()))
    assert code == 0
    assert json.loads(told)["variants"] == str(EXAMPLE)
