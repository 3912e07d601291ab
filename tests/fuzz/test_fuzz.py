"""Spoilt inputs by the thousand, and one plain test for each class of fault that they have found.

Every input is answered by success or by one short sentence. To repeat one: `python -m tests.fuzz.child KIND NUMBER 1`.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grognard
from grognard import cli
from grognard.kernel.errors import BadInput, JournalError, NotFound
from grognard.play.journal import parse_journal
from grognard.play.session import Session
from grognard.scenarios.runner import run_file
from tests.cli.support import commands, path_parameters
from tests.cli.test_files import WRITTEN
from tests.fuzz import addresses, inputs, lines
from tests.fuzz.child import KINDS, LONGEST
from tests.fuzz.served import BODIES, ENDS_COOKIE, FORMS, JSON, URL_ENCODED, Served, judge, routes_of
from tests.fuzz.soak import WANTED, soak

ROOT: Final = Path(__file__).resolve().parents[2]
# Inputs of each kind in every run. See `soak.py` for the long run.
USUAL: Final = {
    "scenario": 100,
    "journal": 120,
    "position": 60,
    "command": 12,
    "file": 12,
    "form": 50,
    "body": 50,
    "address": 50,
}


def answered(kind: str, count: int, first: int) -> None:
    """A child answers so many inputs, from a number that is told where one of them fails."""
    first = int(os.environ.get("GROGNARD_FUZZ", first))
    print(f"GROGNARD_FUZZ={first} gives the same inputs again.")
    command = [sys.executable, "-m", "tests.fuzz.child", kind, str(first), str(count)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace", check=False)
    last = ran.stdout.split()[-1:]
    assert ran.returncode == 0, f"{kind} {last}, status {ran.returncode}:\n{ran.stderr[-4000:]}"
    assert last == [str(first + count - 1)]


@pytest.mark.parametrize("kind", KINDS)
def test_every_spoilt_input_is_answered(kind: str) -> None:
    answered(kind, USUAL[kind], 0)  # always the same: an old fault must not stop a new change


def test_every_kind_is_in_the_long_run() -> None:
    assert {*WANTED} == {*KINDS} == {*USUAL}
    assert sum(WANTED.values()) == 20_000


@pytest.mark.soak
def test_twenty_thousand_inputs_are_answered(tmp_path: Path) -> None:
    begin = int(os.environ.get("GROGNARD_FUZZ", secrets.randbelow(10**9)))
    print(f"GROGNARD_FUZZ={begin} gives the same inputs again.")
    assert not [batch for batch in soak(tmp_path, WANTED, begin) if batch["fault"]]


# -- any plain data where a game expects its own ----------------------------------------------------------------------

ANYTHING: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize("game", grognard.registered_names())
def test_a_fact_can_be_given_as_anything(game: str) -> None:
    stored = inputs.positions_of(game)[0]
    names = list(json.loads(stored.text)["position"])

    @settings(max_examples=60, deadline=None, database=None, derandomize=True)
    @given(st.sampled_from(names), ANYTHING)
    def given_as(name: str, value: object) -> None:
        state = grognard.load(stored.slug, stored.options, stored.numbers).deserialize(stored.text)
        with suppress(BadInput):
            state.from_dict({name: value})

    given_as()


# -- the same where the server expects its own -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server in this process."""
    with Served(tmp_path_factory.mktemp("fuzz") / "server") as found:
        yield found


def test_every_route_that_takes_a_body_is_spoilt(server: Served) -> None:
    assert routes_of(server.app) == sorted(("POST", path) for path in FORMS | BODIES)


@pytest.mark.parametrize("path", BODIES)
def test_the_api_can_be_sent_anything(server: Served, path: str) -> None:
    world = server.world(0)
    address = path.replace("{id}", world.tables[0])
    fields = st.sampled_from(("game", "seats", "options", "do", "at", "name", "other"))

    @settings(max_examples=40, deadline=None, database=None, derandomize=True)
    @given(st.dictionaries(fields, ANYTHING, max_size=4) | ANYTHING)
    def sent(data: object) -> None:
        request = ("POST", address, JSON, json.dumps(data).encode())
        judge(server, request, server.ask(request, world.guests[0]), fragment=False)

    sent()


@pytest.mark.parametrize("path", FORMS)
def test_a_page_can_be_sent_any_form(server: Served, path: str) -> None:
    world = server.world(0)
    guest = server.newcomer() if path in ENDS_COOKIE else world.guests[0]
    over = "/replay/" in path or "/analysis" in path
    id = world.records[0] if path.startswith("/replays") else (world.over if over else world.tables)[0]
    given_as = {"slug": "fusillade", "number": "1", "id": id, "key": world.keys.get(id, ""), "deed": "play"}
    given_as["token"] = "none"
    names = ("with", "side", "seat-0", "bot", "rules", "step", "do", "at", "devices", "journal", "seat", "ask", "name")

    @settings(max_examples=12, deadline=None, database=None, derandomize=True)
    @given(st.dictionaries(st.sampled_from(names) | st.text(max_size=9), st.text(max_size=30), max_size=4))
    def sent(fields: dict[str, str]) -> None:
        body = urlencode(fields | {"_csrf_token": guest.token}, errors="replace").encode()
        request = ("POST", path.format(**given_as), URL_ENCODED, body)
        judge(server, request, server.ask(request, guest), fragment=False)

    sent()


# -- addresses ---------------------------------------------------------------------------------------------------------

HOSTS: Final = ("::1", "[", "a:b", "x:99999999", "\u00e9", "", "a b", "grognard.example:")


def test_every_route_is_found(server: Served) -> None:
    assert len(addresses.routes(server.app)) > 50


@pytest.mark.parametrize("host", HOSTS)
def test_any_host_header_is_answered_everywhere(server: Served, host: str) -> None:
    for path in addresses.routes(server.app):
        for others in ([], [(b"x-fragment", b"1")]):
            addresses.judged(server, "GET", re.sub(r"\{\w+\}", "1", path), [(b"host", host.encode()), *others])


@pytest.mark.parametrize("odd", ["nothing", "-1", "\u00b2", "9" * 5000, "%ff", "%00", "%2e%2e"])
def test_an_address_that_leads_nowhere_is_answered(server: Served, odd: str) -> None:
    paths = [*addresses.routes(server.app), "/nothing"]
    for path in paths:
        for address in {re.sub(r"\{\w+\}", quote(odd, safe="%"), path), f"{path}/{quote(odd, safe='%')}"}:
            addresses.judged(server, "GET", address.replace("{", "").replace("}", ""), [])


@pytest.mark.parametrize("method", sorted({*addresses.METHODS} - {"GET", "POST"}))
def test_any_method_is_answered_everywhere(server: Served, method: str) -> None:
    for path in addresses.routes(server.app):
        addresses.judged(server, method, re.sub(r"\{\w+\}", "1", path), [])


# -- command lines -----------------------------------------------------------------------------------------------------


def test_all_that_a_command_reads_is_spoilt() -> None:
    named = {reader for reader in lines.readers() if isinstance(reader, tuple)}
    written = {key for key in path_parameters() if key not in named}
    assert written == {*WRITTEN}
    assert len(lines.readers()) > 20


# -- one for each class of fault ---------------------------------------------------------------------------------------


def changed(slug: str, facts: dict[str, Any], kernel: dict[str, Any] | None = None) -> None:
    """Restores the first position of a game with some of it changed."""
    game = grognard.load(slug)
    data = json.loads(game.new_initial_state(1).serialize())
    data["kernel"] |= kernel or {}
    data["position"] |= facts
    game.deserialize(json.dumps(data))


@pytest.mark.parametrize(
    ("slug", "facts", "sentence"),
    [
        ("fusillade", {"deck": 5}, "should be a list of names"),
        ("fusillade", {"deck": [["Probe"]]}, "should be a list of names"),
        ("fusillade", {"active": 7}, "“7” should be a whole number from 0 to 1"),
        ("fusillade", {"quiet": True}, "“True” should be a whole number"),
        ("fusillade", {"quiet": 10**400}, "a number with many digits"),
        ("fusillade", {"attacked": 1}, "should be true or false"),
        ("fusillade", {"phase": ["deploy"]}, "is unknown here"),
        ("fusillade", {"phase": "support"}, "A declared attack must have a unit"),
        ("company-commander", {"Rifle Squad 1 pins": 32}, "from 0 to 31"),
        ("green-troops", {"target seat": 4}, "This game has only 2 seats"),
    ],
)
def test_a_fact_of_the_wrong_form_is_one_sentence(slug: str, facts: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput) as told:
        changed(slug, facts)
    assert sentence in str(told.value)
    assert len(str(told.value)) < LONGEST


@pytest.mark.parametrize(
    "kernel",
    [
        {"frames": [63]},
        {"frames": [0, 1]},
        {"frames": [1] * 11},
        {"frames": [-1]},
        {"frames": 3},
        {"ply": -1},
        {"ply": 2**80},
        {"chance": [1, 2, 3]},
        {"chance": [2**62, 0, 0, 0]},
        {"turn": 1.5},
    ],
)
def test_a_stored_position_has_frames_and_counts_that_there_are(kernel: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="not a stored position"):
        changed("fusillade", {}, kernel)


def test_a_stored_position_nested_too_deep_is_none() -> None:
    with pytest.raises(BadInput, match="not a stored position"):
        grognard.load("fusillade").deserialize("[" * 100_000)


# Each of these was an endless loop: to deal anew what fits what is known, or to find the next seat that plays on.


def test_a_hand_known_to_hold_a_unit_has_one() -> None:
    state = grognard.load("fusillade").new_initial_state(1)
    facts = state.to_dict()
    units = {card.name for card in state.game.cards if card.text("type") in ("IU", "LU", "CU", "AU")}
    hand, deck = facts["hand 1"], facts["deck"]
    assert isinstance(hand, list)
    assert isinstance(deck, list)
    others = [name for name in deck if name not in units][: len(hand)]
    both = [*(name for name in deck if name not in others), *hand]
    with pytest.raises(BadInput, match="known to hold a unit"):
        state.from_dict({"hand 1": others, "deck": both, "vouched 1": True})


def test_what_is_known_of_a_hand_can_be_so() -> None:
    with pytest.raises(BadInput, match="The known cards of a hand contradict the position"):
        changed("three-emperors", {"pieces least 1": 9})


def test_somebody_plays_on_while_the_game_does() -> None:
    with pytest.raises(BadInput, match="At least one seat must still be in the game"):
        changed("green-troops", {"retired 0": True, "retired 1": True})


def test_a_card_that_is_not_in_a_hand_is_not_known_there() -> None:
    state = grognard.load("outpost").new_initial_state(1)
    facts = state.to_dict()
    with pytest.raises(BadInput, match="Nobody can know a card"):
        state.from_dict({"seen 1": facts["hand 0"]})


@pytest.mark.parametrize("digits", ["9" * 5000, "²", "٣", "1" * 19])
def test_a_number_of_a_scenario_has_digits_and_not_too_many(tmp_path: Path, digits: str) -> None:
    case = (ROOT / "tests/games/outpost/clauses").glob("*.md")
    text = next(iter(sorted(case))).read_text(encoding="utf-8")
    file = tmp_path / "spoilt.md"
    file.write_text(text.replace("- Game: outpost", f"- Game: outpost\n- Numbers: Infantry 1.force={digits}"), "utf-8")
    errors = [error for error in run_file(file, grognard.load) if error is not None]
    assert errors
    assert all(len(str(error)) < LONGEST for error in errors)


def test_the_rest_of_a_deck_lies_where_cards_can_lie(tmp_path: Path) -> None:
    text = (ROOT / "tests/games/outpost/clauses/out-1.1.md").read_text(encoding="utf-8")
    file = tmp_path / "spoilt.md"
    file.write_text(text.replace("| Blue hand | the rest |", "| active | the rest |"), "utf-8")
    assert "holds no cards" in " ".join(str(error) for error in run_file(file, grognard.load))


def test_the_command_line_takes_no_number_of_five_thousand_digits(capsys: pytest.CaptureFixture[str]) -> None:
    many = f"Old Guard.force={'9' * 5000}"
    assert cli.main(["simulate", "fusillade", "--games", "1", "--set", many]) == 2
    assert "has too many digits for a number." in capsys.readouterr().err


@pytest.mark.parametrize("words", sorted(commands()), ids=" ".join)
def test_what_was_typed_is_not_repeated_whole(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    for typed in ("9" * 5000, "x" * 20_000, "\x1b]0;title\x07"):
        assert cli.main([*words, f"--{typed}", typed]) == 2
        told = capsys.readouterr().err
        assert 0 < len(told) < LONGEST
        assert all(letter.isprintable() for letter in told.replace("\n", ""))


@pytest.mark.parametrize("place", ["_app", "refuse_dashes"])
def test_whenever_ctrl_c_comes_there_is_no_traceback(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_of: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(f"grognard.cli.app.{place}", stop)
    assert cli.main(["games"]) == cli.INTERRUPTED


@pytest.mark.parametrize("cached", [b"\xff", b"[{}]", b"[" * 100_000, b"", b"null", b'[{"points": "\xd7"}]'])
def test_a_kept_batch_that_cannot_be_read_is_played_again(tmp_path: Path, cached: bytes) -> None:
    def played() -> str:
        line = [*lines.CACHED, "--cache", str(tmp_path / "cache"), "--out", str(tmp_path / "out.md")]
        assert cli.main(line) == 0
        return (tmp_path / "out.md").read_text(encoding="utf-8")

    before = played()
    (file,) = (tmp_path / "cache").glob("*.json")
    file.write_bytes(cached)
    assert played() == before


@pytest.mark.parametrize(
    "words", [("play", "fusillade", "--plain"), ("puzzles", "play", "fusillade"), ("replay", "it.jsonl", "--step")]
)
def test_whatever_is_typed_is_answered(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GROGNARD_DATA_DIR", str(tmp_path))
    Session(grognard.load("fusillade"), 7, ["human", "greedy"]).save(tmp_path / "it.jsonl")
    monkeypatch.setattr(lines, "PATIENCE", 20)
    odd = [text for text in lines.TYPED if text not in ("quit", "resign", "show")]
    assert len(lines.VERBS) > 10
    verbs = [verb for verb in lines.VERBS if verb not in ("quit", "resign", "hint")]  # a hint takes its time
    lines.ran(words, [*odd, *(f"{verb} {text}" for verb in verbs for text in odd)], {})


# Those that limit the length themselves, or read only files of the package.
READ_DIGITS: Final = {
    "kernel/content/fields.py", "kernel/content/cardfile.py", "server/pages/common.py", "play/journal.py",
    "art/palette.py", "server/guests/device_links.py",
}  # fmt: skip


def test_one_function_says_whether_a_text_is_a_number() -> None:
    package = Path(grognard.__file__).parent
    reading = {
        file.relative_to(package).as_posix()
        for file in package.rglob("*.py")
        if re.search(r"\.is(digit|decimal|numeric)\(", file.read_text(encoding="utf-8"))
    }
    assert reading == READ_DIGITS


def test_what_is_not_known_is_told_with_what_is_like_it() -> None:
    with pytest.raises(NotFound) as told:
        grognard.load("ready-aim-fire").handbook.clause("RAF-7.99")
    assert "such as: RAF-7." in str(told.value)
    assert len(str(told.value)) < LONGEST


@pytest.mark.parametrize("line", ['{"is":"' + "9" * 5000 + '"}', "[" * 100_000, '{"is":' * 50_000])
def test_a_line_of_a_journal_is_not_told_whole(line: str) -> None:
    header = Session(grognard.load("outpost"), 1, ["human", "human"]).journal.to_text().splitlines()[0]
    for text in (line, f"{header}\n{line}"):
        with pytest.raises(JournalError) as told:
            parse_journal(text, "The journal")
        assert len(str(told.value)) < LONGEST


@pytest.mark.parametrize("sent", [b'{"at": "\xb6"}', b'{"\xb6": 1}', b'"\xed\xa0\x80"', b"\xff\xfe"])
def test_a_text_of_the_api_is_utf_8(server: Served, sent: bytes) -> None:
    world = server.world(0)
    answer = server.ask(("POST", f"/api/v1/tables/{world.tables[0]}/undo", JSON, sent), world.guests[0])
    assert (answer.status_code, answer.json()["detail"]) == (400, "The body is not valid JSON.")
