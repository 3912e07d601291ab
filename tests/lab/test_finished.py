"""Reports on finished games: the rows of bots' games, groups apart, nothing that few games tell, no file too broken."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest

from grognard import cli
from grognard.bots import bot
from grognard.kernel.errors import CannotUndo
from grognard.kernel.game import Game
from grognard.lab.estimates import mean, share
from grognard.lab.journals import read_folder
from grognard.lab.recording import GameRow, planned, record, row_of
from grognard.lab.report.building import BOTS_ALONE, FEW, LEAST, MIXED, PEOPLE, level_of
from grognard.lab.report.finished import report_of
from grognard.lab.report.page import page_of
from grognard.lab.report.render import markdown
from grognard.lab.simulate import game_seed
from grognard.play.journal import parse_journal, read_journal
from grognard.play.players import PERSON
from grognard.play.session import Session, replayed
from grognard.registry import load
from tests.records.record import SLUGS, read

Output = pytest.CaptureFixture[str]
SPOILERS: Final = b'0159{}[]",:-a\n\xff'


def played(
    game: Game, seed: int, seats: Sequence[str], minds: Sequence[str] = (), until: int = 0, takes_back: bool = False
) -> Session:
    """A game whose seats are said to be those of `seats`, played by bots; its first `until` choices, or all of it."""
    bots = [bot(name) for name in minds or ["random"] * game.num_players()]
    session = Session(game, seed, seats)
    for choices in count(1):
        if session.outcome() is not None or choices > until > 0:
            return session
        seat = session.state.current_player()
        session.play(seat, int(bots[seat].choose(session.information(seat))))
        if takes_back and choices % 7 == 0:
            try:
                session.undo(seat, [other for other in range(game.num_players()) if other != seat])
            except CannotUndo:
                continue
    raise AssertionError


def saved(session: Session, folder: Path, name: str) -> Path:
    """The journal, as the command line and the table write it."""
    folder.mkdir(parents=True, exist_ok=True)
    session.save(folder / name)
    return folder / name


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with 60 games of people, 25 of people with bots, and 5 of bots; ten more were given up."""
    folder = tmp_path_factory.mktemp("club")
    game = load("outpost")
    kinds = [(PERSON, PERSON)] * 60 + [(PERSON, "greedy"), ("greedy", PERSON)] * 12 + [(PERSON, "random")]
    for number, seats in enumerate([*kinds, *[("greedy", "random")] * 5]):
        saved(played(game, number, seats), folder / "of years" / str(number % 3), f"{number}.jsonl")
    for number in range(10):
        session = played(game, 1000 + number, (PERSON, PERSON), until=4)
        session.resign(session.state.current_player())
        saved(session, folder, f"given-up-{number}.jsonl")
    return folder


def report(folder: Path, *words: str, slug: str = "outpost", form: str = "json") -> str:
    """What the command writes."""
    out = folder.parent / f"report.{form}"
    command = ["lab", "report", slug, "--from", str(folder), "--format", form, "--out", str(out), *words]
    assert cli.main(command) == 0
    return out.read_text()


# -- the rows ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "options"), [("fusillade", {}), ("outpost", {}), ("green-troops", {"seats": 4})])
def test_a_journal_makes_the_row_that_the_game_made_when_bots_played_it(
    slug: str, options: dict[str, str | int], tmp_path: Path
) -> None:
    game = load(slug, options)
    plan = planned(game, ("greedy", "random"), 3)
    for row in record(plan, 2, tmp_path / "games"):
        session = played(game, game_seed(3, row.number), plan.bots, plan.bots)
        again = replayed(read_journal(saved(session, tmp_path, "game.jsonl")), load)
        found = row_of(again)
        assert found is not None
        assert found == GameRow(0, *[getattr(row, name) for name in GameRow.__struct_fields__[1:]])


def test_what_was_taken_back_is_not_counted() -> None:
    game = load("fusillade")
    session = played(game, 5, (PERSON, PERSON), takes_back=True)
    assert "undo" in session.journal.to_text()
    row = row_of(session)
    assert row is not None
    assert row.actions == [action for _seat, action in session.line]
    straight = Session(game, 5, (PERSON, PERSON))
    for seat, action in session.line:
        straight.play(seat, action)
    assert row_of(straight) == row


@pytest.mark.parametrize("slug", SLUGS)
def test_recorded_games_of_every_kind_have_rows(slug: str) -> None:
    for kept in read(slug):
        if kept.name.startswith(("defaults", "taken back", "resigned", "claimed", "left off", "an ally")):
            session = replayed(parse_journal(kept.text, "The record"), load)
            row, outcome = row_of(session), session.outcome()
            assert (row is None) == (outcome is None)
            if row is not None and outcome is not None:
                assert row.reason == outcome.reason
                won = {session.game.sides[seat] for seat in outcome.winners}
                assert row.points == (0.5 if not won else float(won == {0}))
                assert row.first in (0, 1)


def test_a_team_goes_on_without_who_gave_up() -> None:
    game = load("green-troops", {"seats": 4})
    session = played(game, 1, [PERSON] * 4, until=20)
    session.resign(session.state.current_player())
    assert session.outcome() is None
    row = row_of(session)
    assert row is None
    bots = bot("random")
    while session.outcome() is None:
        seat = session.state.current_player()
        session.play(seat, int(bots.choose(session.information(seat))))
    row = row_of(session)
    assert row is not None
    assert len(row.actions) == len(session.line) - 1
    assert row.reason != "resigned"


# -- the groups --------------------------------------------------------------------------------------------------------


def test_people_and_bots_are_told_apart_and_a_small_group_is_hidden(club: Path) -> None:
    found = json.loads(report(club))
    assert [(level["level"], level["games"]) for level in found["levels"]] == [(PEOPLE, 70), (MIXED, 25)]
    assert found["finished"]["hidden"] == [BOTS_ALONE]
    assert found["games"] == 95
    page = report(club, form="md")
    assert "70 finished games of people and 25 finished games of people and bots" in page
    assert f"There are {FEW} games of bots, so they are not shown." in page
    assert "Which cards are strong, between people?" in page
    assert "given up in a game between people and bots. Don't judge" in page
    assert "Which house rules matter?" not in page
    assert "tuned for the standard rules" not in page
    assert f"grognard lab report outpost --from {club}" in page


def test_the_numbers_are_those_of_the_games(club: Path) -> None:
    game = load("outpost")
    rows = read_folder(game, club).groups[PEOPLE]
    told = json.loads(report(club))["levels"][0]
    assert len(rows) == 70
    assert told["first"]["value"] == share([row.first_points for row in rows]).value
    whole = [row for row in rows if row.reason != "resigned"]
    assert len(whole) == 60
    assert told["turns"]["count"] == 60
    assert told["turns"]["low"] == mean([row.turns for row in whole]).low


def test_cards_are_those_of_the_rows_but_for_what_is_hidden(club: Path) -> None:
    game = load("outpost")
    rows = read_folder(game, club).groups[PEOPLE]
    open_ = {card.name: card for card in level_of(game, PEOPLE, rows).cards}
    shown = report_of(game, {PEOPLE: rows}).levels[0].cards
    assert {card.name for card in shown} == {*open_}
    assert any(card.worth is not None for card in shown)
    for card in shown:
        for field in ("drawn", "played", "given_up", "having", "lacking", "worth", "beyond"):
            assert getattr(card, field) in (None, getattr(open_[card.name], field))


def test_an_html_report_has_its_figures(club: Path) -> None:
    page = report(club, form="html")
    assert page.count("<svg") >= 4
    assert "Which decisions matter, between people and bots?" in page


def test_jobs_change_nothing(club: Path) -> None:
    assert read_folder(load("outpost"), club, jobs=2) == read_folder(load("outpost"), club)


def _row(number: int, reason: str = "routed", window: str = "", **cards: Any) -> GameRow:
    """A game of one turn that side 0 won."""
    phases = {"always": 3} | ({window: 1} if window else {})
    none: list[dict[str, int]] = [{}, {}]
    told = {"drawn": none, "chosen": none, "played": none, "luck": {}} | cards
    return GameRow(
        number, 0, 1.0, 1, 3, reason, None, None, **told, windows=phases, choices={"always": {"PLAY": 3}}, actions=[]
    )


def _line(page: str, card: str) -> str:
    """What the table says of a card."""
    return next(line for line in page.splitlines() if line.startswith(f"| {card} ("))


@pytest.mark.parametrize("seldom", [LEAST - 1, LEAST])
def test_a_cell_of_fewer_than_twenty_games_is_hidden_in_text_and_numbers(seldom: int) -> None:
    """The reason, the card and the phase come up in so many of a hundred games."""
    game = load("outpost")
    chosen = [{"Infantry 1": 2}, {}]
    given = {"drawn": chosen, "chosen": chosen, "played": [{"Infantry 1": 1}, {}], "luck": {"Infantry 1": 1.5}}
    odd = [_row(number, "claimed", "odd", **given) for number in range(seldom)]
    found = report_of(game, {PEOPLE: [*odd, *(_row(number) for number in range(100 - seldom))]})
    level = found.levels[0]
    hidden = seldom < LEAST
    assert level.reasons == {"claimed": None if hidden else seldom, "routed": None if hidden else 100 - seldom}
    card = level.cards[0]
    numbers = [card.drawn, card.played, card.given_up, card.having, card.lacking, card.worth, card.beyond]
    assert [one is None for one in numbers] == [hidden] * len(numbers)
    assert {window.name: window.asked is None for window in level.windows} == {"always": False, "odd": hidden}
    page = markdown(page_of(game, found))
    assert ("| Claimed | fewer than 20 |" in page) == hidden
    assert ("| odd | fewer than 20 |" in page) == hidden
    assert _line(page, "Infantry 1").count(FEW) == (len(numbers) if hidden else 0)
    assert ("| 0.40 | 0.20 | 0.20 | 100.0 % |" in page) != hidden
    assert f"{LEAST - 1}" not in page


def test_each_number_of_a_card_is_hidden_by_what_tells_it() -> None:
    """Drawn often, played by nearly every side, given up hardly ever: whoever did not play it could be reckoned."""
    card, both = "Infantry 1", [{"Infantry 1": 1}, {"Infantry 1": 1}]
    drawn: dict[str, Any] = {"drawn": both, "luck": {card: 0.5}}
    rows = [_row(number, **drawn, chosen=both, played=both) for number in range(60)]
    rows += [_row(number, **drawn, chosen=both, played=[{card: 1}, {}]) for number in range(LEAST - 1)]
    found = report_of(load("outpost"), {PEOPLE: rows}).levels[0].cards[0]
    assert found.drawn is not None
    assert found.played is not None
    assert found.given_up is None
    assert found.having is None
    assert found.lacking is None
    assert found.worth is not None


@pytest.mark.parametrize("seldom", [LEAST - 1, LEAST])
def test_a_kind_with_a_card_that_is_hidden_is_not_told_apart(seldom: int) -> None:
    """From what one is beyond the others one could reckon what the hidden one is worth."""
    often, rare = "Infantry 1", "Infantry 2"
    rows = [_row(number, drawn=[{often: 1}, {}], luck={often: 0.5 + number % 3}) for number in range(60)]
    rows += [_row(number, drawn=[{rare: 1}, {}], luck={rare: 0.5 + number % 3}) for number in range(seldom)]
    cards = {card.name: card for card in report_of(load("outpost"), {PEOPLE: rows}).levels[0].cards}
    assert cards[often].kind == cards[rare].kind
    assert cards[often].worth is not None
    assert (cards[rare].worth is None) == (seldom < LEAST)
    assert [(cards[name].beyond is None) for name in (often, rare)] == [seldom < LEAST] * 2
    assert seldom == LEAST or {card.chance for card in cards.values()} == {1.0}


@pytest.mark.parametrize(
    ("counts", "shown"),
    [
        ({"clock": 2, "knock-out": 98}, []),
        ({"clock": 2, "resigned": 28, "knock-out": 70}, ["knock-out"]),
        ({"clock": 10, "claimed": 10, "knock-out": 80}, ["knock-out"]),
        ({"knock-out": 100}, ["knock-out"]),
        ({"resigned": 20, "knock-out": 80}, ["knock-out", "resigned"]),
    ],
)
def test_what_is_hidden_cannot_be_reckoned_from_the_rest(counts: dict[str, int], shown: list[str]) -> None:
    rows = [_row(0, reason) for reason, times in counts.items() for _ in range(times)]
    found = report_of(load("outpost"), {PEOPLE: rows}).levels[0].reasons
    assert sorted(found) == sorted(counts)
    assert [reason for reason, count in found.items() if count is not None] == shown


@pytest.mark.parametrize("games", [LEAST - 1, LEAST])
def test_a_group_of_fewer_than_twenty_games_is_hidden(games: int) -> None:
    game = load("outpost")
    found = report_of(game, {PEOPLE: [_row(number) for number in range(games)]})
    assert bool(found.levels) == (games == LEAST)
    page = markdown(page_of(game, found))
    assert ("Is it fair?" in page) == (games == LEAST)
    assert games == LEAST or str(games) not in page


def test_the_length_is_hidden_where_nearly_all_games_were_given_up() -> None:
    game = load("outpost")
    rows = [_row(number, "resigned" if number < 30 else "routed") for number in range(30 + LEAST - 1)]
    found = report_of(game, {PEOPLE: rows})
    assert found.levels[0].turns is None
    assert found.levels[0].minutes == 0
    assert "their length is hidden" in markdown(page_of(game, found))
    assert report_of(game, {PEOPLE: [_row(number, "resigned") for number in range(LEAST)]}).levels[0].turns is None


# -- what is left out --------------------------------------------------------------------------------------------------


def test_every_file_that_cannot_be_counted_is_told_in_one_line(club: Path, tmp_path: Path, capsys: Output) -> None:
    game, folder = load("outpost"), tmp_path / "mixed"
    kept = saved(played(game, 1, (PERSON, PERSON)), folder, "good.jsonl")
    text = kept.read_text()
    (folder / "the-same-again.jsonl").write_text(text)
    saved(played(load("fusillade"), 1, (PERSON, PERSON), until=3), folder, "other-game.jsonl")
    saved(played(game, 2, (PERSON, PERSON), until=3), folder, "running.jsonl")
    (folder / "record.jsonl").write_text(played(game, 3, (PERSON, PERSON), until=3).redacted(0))
    header, rest = text.split("\n", 1)
    rules = json.loads(header)["rules"]
    (folder / "old.jsonl").write_text(header.replace(f'"rules":{rules}', f'"rules":{rules - 1}') + "\n" + rest)
    saved(played(load("outpost", {"morale": 4}), 4, (PERSON, PERSON)), folder, "house-rule.jsonl")
    number = f"{game.cards[0].name}.{game.spec.meta.numbers[0]}"
    saved(played(load("outpost", {}, {number: 7}), 5, (PERSON, PERSON)), folder, "number.jsonl")
    given_up = Session(game, 6, (PERSON, PERSON))
    given_up.resign(0)
    saved(given_up, folder, "unplayed.jsonl")
    (folder / "broken.jsonl").write_text(text[: len(text) // 2])
    (folder / "forged.jsonl").write_text(
        text.replace('"winners":[0]', '"winners":[1]').replace('"turn":1,', '"turn":2,')
    )
    (folder / "picture.png").write_bytes(bytes(range(256)))
    (folder / "empty.jsonl").write_text("")
    (folder / "unknown.jsonl").write_text(header.replace('"morale"', '"nothing"') + "\n" + rest)
    assert "finished games" in report(folder, form="md").lower()
    told = capsys.readouterr().err
    assert told == (
        "Left out: 1 of other games, 2 not over, 1 under another version of the rules, 2 under other house rules or "
        "card numbers, 1 abandoned before both sides had decided anything, 1 of a deal that was counted already "
        "and 5 broken or not a journal.\n"
    )
    assert told.strip() in report(folder, form="md")


def test_house_rules_and_numbers_pick_their_own_games(club: Path, tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    for number in range(LEAST):
        saved(played(load("outpost", {"morale": 4}), number, (PERSON, PERSON)), folder, f"{number}.jsonl")
        saved(played(load("outpost"), 100 + number, (PERSON, PERSON)), folder, f"standard-{number}.jsonl")
    page = report(folder, "--option", "morale=4", form="md")
    assert "20 finished games of people" in page
    assert "These are not the standard rules. House rule: Morale" in page
    assert "Left out: 20 under other house rules or card numbers." in page
    assert "--option morale=4" in page


def test_four_at_a_table(tmp_path: Path) -> None:
    game = load("green-troops", {"seats": 4})
    for number in range(LEAST):
        seats = [PERSON] * 4 if number % 2 else [PERSON, "greedy", PERSON, "greedy"]
        saved(played(game, number, seats), tmp_path / "teams", f"{number}.jsonl")
    found = read_folder(game, tmp_path / "teams")
    assert {group: len(rows) for group, rows in found.groups.items()} == {PEOPLE: 10, MIXED: 10}
    assert report_of(game, {PEOPLE: found.groups[PEOPLE] + found.groups[MIXED]}).levels[0].games == LEAST
    assert read_folder(load("green-troops"), tmp_path / "teams").groups == {}


def test_a_download_of_ones_data_is_read(tmp_path: Path) -> None:
    """As the server writes it: a table a file, its journal a list, and an index beside."""
    session = played(load("outpost"), 1, (PERSON, "greedy"))
    lines = [json.loads(line) for line in session.journal.to_text().splitlines()]
    (tmp_path / "tables").mkdir()
    download = {"table": "x", "seats": [{"seat": 0, "name": "Blue", "who": "Wellington"}], "journal": lines}
    (tmp_path / "tables" / "x.json").write_text(json.dumps(download, indent=1, ensure_ascii=False) + "\n")
    (tmp_path / "index.json").write_text(json.dumps({"what": "All that is kept"}, indent=1))
    running = played(load("outpost"), 2, (PERSON, PERSON), until=3).redacted(0)
    told = {"journal": [json.loads(line) for line in running.splitlines()]}
    (tmp_path / "tables" / "y.json").write_text(json.dumps(told, indent=1))
    found = read_folder(load("outpost"), tmp_path)
    assert found.groups == {MIXED: [row_of(session)]}
    assert found.left_out == {"not over": 1, "broken or not a journal": 1}


def test_no_spoilt_journal_stops_the_report(tmp_path: Path) -> None:
    text = played(load("outpost"), 1, (PERSON, PERSON)).journal.to_text().encode()
    folder = tmp_path / "spoilt"
    folder.mkdir()
    for number in range(300):
        spoilt = bytearray(text)
        for each in range(1 + number % 3):
            spoilt[(number * len(text) // 300 + 97 * each) % len(text)] = SPOILERS[(number + each) % len(SPOILERS)]
        (folder / f"{number}.jsonl").write_bytes(spoilt)
    found = read_folder(load("outpost"), folder)
    assert sum(found.left_out.values()) + sum(map(len, found.groups.values())) == 300
    assert found.left_out["broken or not a journal"] > 200


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--from", "nowhere", "--format", "md"], "There is no folder nowhere."),
        (["--from", ".", "--format", "md"], "has no finished game of Outpost"),
        (["--from", ".", "--format", "parquet", "--out", "x"], "choose html, md or json"),
        (["--from", ".", "--format", "md", "--levels", "greedy"], "--levels is for games between bots"),
        (["--from", ".", "--format", "md", "--games", "5"], "--games is for games between bots"),
        (["--from", ".", "--format", "md", "--rule-games", "5"], "--rule-games is for games between bots"),
        (["--from", ".", "--format", "md", "--restrict", "Infantry 1"], "--restrict is for games between bots"),
        (["--from", ".", "--format", "md", "--jobs", "0"], "must be 1 or more"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["lab", "report", "outpost", *words]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
