"""The journal, resigning, one seat's record, and what an undo leaves known."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.bots import bot
from grognard.kernel.errors import CannotUndo, GameOver, IllegalAction, JournalError, NotationError, NotYourTurn
from grognard.play.journal import Action, Claim, Deed, Undo, read_journal
from grognard.play.session import Session, replayed


def _session(seed: int = 7) -> Session:
    return Session(grognard.load("fusillade"), seed, ("human", "greedy"))


def _play(session: Session, *notations: str) -> None:
    for notation in notations:
        session.play(session.state.current_player(), session.state.string_to_action(notation))


def _finished(seed: int = 5) -> Session:
    session = Session(grognard.load("fusillade", {"troops": 50}), seed, ("greedy", "greedy"))
    greedy = bot("greedy")
    while session.outcome() is None:
        seat = session.state.current_player()
        session.play(seat, int(greedy.choose(session.information(seat))))
    return session


def test_a_saved_game_is_replayed_to_the_same_position(tmp_path: Path) -> None:
    session = _finished()
    session.save(tmp_path / "game.jsonl")
    again = replayed(read_journal(tmp_path / "game.jsonl"), grognard.load)
    assert again.state.serialize() == session.state.serialize()
    assert again.outcome() == session.outcome()


def test_an_unfinished_game_goes_on(tmp_path: Path) -> None:
    session = _session()
    _play(session, "END_DEPLOY", "ATTACK")
    session.save(tmp_path / "game.jsonl")
    again = replayed(read_journal(tmp_path / "game.jsonl"), grognard.load)
    assert again.state.serialize() == session.state.serialize()


def test_a_seed_of_256_bits_survives_the_journal(tmp_path: Path) -> None:
    session = _session(2**256 - 1)
    session.save(tmp_path / "game.jsonl")
    assert replayed(read_journal(tmp_path / "game.jsonl"), grognard.load).seed == 2**256 - 1


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"do":"ATTACK"', '"do":"HOLD"', "does not fit"),
        ('"sum":"', '"sum":"0', "differs from the journal"),
        ('"seed":"5"', '"seed":"6"', "does not match the promise made"),
        ('"rules":1', '"rules":2', "played under rules 2"),
        ('"is":"end","winners":[', '"is":"end","winners":[7,', "does not fit"),
        ('"grognard_journal":2', '"grognard_journal":9', "version 9"),
        ('"grognard_journal":2', '"grognard_journal":1', r"older Grognard \(version 1; this one reads 2 and newer\)"),
        ('"do":"ATTACK"', '"do":"DANCE"', "is not an action"),
        ("{", "", ":1"),
    ],
)
def test_a_changed_journal_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    file = tmp_path / "game.jsonl"
    _finished().save(file)
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(JournalError, match=message if message != ":1" else "is not a journal"):
        replayed(read_journal(file), grognard.load)


def test_only_the_seat_that_decides_may_play() -> None:
    session = _session()
    text = session.journal.to_text()
    with pytest.raises(NotYourTurn, match="Blue decides now"):
        session.play(1, session.state.string_to_action("END_DEPLOY"))
    with pytest.raises(IllegalAction, match=r"FUS-3\.2"):
        session.play(0, session.state.string_to_action("HOLD"))
    assert session.journal.to_text() == text


def test_resigning_ends_the_game_for_the_other_side() -> None:
    session = _session()
    session.resign(0)
    outcome = session.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1,), "resigned")
    assert session.view(0).actions == ()
    with pytest.raises(GameOver):
        session.resign(1)
    with pytest.raises(GameOver):
        session.play(0, 0)
    assert replayed(session.journal, grognard.load).outcome() == outcome


def test_a_seat_s_record_holds_neither_seed_nor_secrets() -> None:
    session = _session()
    _play(session, "END_DEPLOY", "ATTACK")
    record = session.redacted(1)
    assert '"seed"' not in record
    assert '"sum"' not in record
    for card in session.view(0).zones[-2].cards:
        assert card.name not in record
    assert "Blue declares an attack." in record


def test_a_record_cannot_be_replayed(tmp_path: Path) -> None:
    (tmp_path / "mine.jsonl").write_text(_session().redacted(0), encoding="utf-8")
    with pytest.raises(JournalError, match="one seat's record"):
        read_journal(tmp_path / "mine.jsonl")


def test_what_was_shown_stays_known_after_an_undo() -> None:
    """Blue lays a unit, Red sees it, Blue may take it back: Red's notepad keeps it, and so does every resample."""
    session = _session(9)
    while True:
        legal = [session.state.action_to_string(a) for a in session.state.legal_actions()]
        units = [notation for notation in legal if notation.startswith("UNIT")]
        if units:
            break
        wanted = [n for n in ("ATTACK", "PASS_BLUNDER", "END_DEPLOY", "HOLD", "END_EXCHANGE") if n in legal]
        _play(session, wanted[0] if wanted else legal[0])
    attacker = session.state.current_player()
    card = units[0].removeprefix("UNIT ")
    _play(session, units[0], "END_UNITS")
    session.undo(attacker, (1 - attacker,))
    memory = session.view(1 - attacker).memory
    assert [shown.name for known in memory for shown in known.cards] == [card]
    for seed in range(50):
        world = session.state.resample_from_infostate(1 - attacker, seed)
        assert card in str(world.to_dict()[f"hand {attacker}"])
    session.resign(attacker)
    assert session.view(1 - attacker).memory == ()  # all hands lie open then


def test_a_draw_cannot_be_taken_back() -> None:
    session = _session()
    draw = next(a for a in session.state.legal_actions() if "Quartermaster" in session.state.action_to_string(a))
    session.play(0, draw)
    with pytest.raises(CannotUndo, match="draw, a roll or a look"):
        session.undo(0, (1,))


def test_a_seat_steps_back_further_where_it_would_not_be_asked() -> None:
    """Blue ends its deployment and attacks: one undo leads to before both, and so it does in a replay."""
    session = _session()
    _play(session, "END_DEPLOY", "ATTACK")
    assert session.undo_target(0) == (1, False)
    assert session.undo_target(0, lambda after: session.positions[after].view(0).phase == "deploy") == (0, False)
    assert session.undo(0, (1,), 0) == Undo(0, 0, (1,))
    assert session.view(0).phase == "deploy"
    again = replayed(session.journal, grognard.load)
    assert again.state.serialize() == session.state.serialize()
    assert again.journal.entries == session.journal.entries


@pytest.mark.parametrize(
    ("answers", "kept"), [([], 1), (["PASS_BLUNDER"], None), (["PASS_BLUNDER", "UNIT"], 3), (["BLUNDER"], None)]
)
def test_what_the_computer_has_answered_is_not_taken_back(answers: list[str], kept: int | None) -> None:
    """Not even a pass, which tells of a hand: else one could attack, see what is held against it, and think again."""
    session = next(found for found in map(_session, range(100)) if _forbidding(found))
    attacker = session.state.current_player()
    _play(session, "END_DEPLOY", "ATTACK")
    for answer in answers:
        legal = [session.state.action_to_string(action) for action in session.state.legal_actions()]
        _play(session, next(notation for notation in legal if notation.startswith(answer)))
    people = session.undo_target(attacker)
    if kept is None:
        with pytest.raises(CannotUndo, match="The computer has answered"):
            session.undo_target(attacker, bots=[1 - attacker])
        assert people[0] == 1
    else:
        assert session.undo_target(attacker, bots=[1 - attacker]) == people == (kept, kept == 3)


def _forbidding(session: Session) -> bool:
    """Could an attack of the first turn be forbidden?"""
    position = session.state.clone()
    for notation in ("END_DEPLOY", "ATTACK"):
        position.apply_action(position.string_to_action(notation))
    return len(position.legal_actions()) > 1


@pytest.mark.parametrize("kept", [-1, 2, 9])
def test_a_seat_steps_back_to_no_other_place_than_before_a_choice_of_its_own(kept: int) -> None:
    session = _session()
    _play(session, "END_DEPLOY", "ATTACK")
    with pytest.raises(CannotUndo, match="nothing to undo yet"):
        session.undo(0, (1,), kept)
    assert session.state.ply == 2


def test_how_a_game_ended_is_told_in_english_of_every_side() -> None:
    told = []
    for slug in ("fusillade", "company-commander"):
        resigned = Session(grognard.load(slug), 7, ("human", "greedy"))
        resigned.resign(0)
        claimed = Session(grognard.load(slug), 7, ("human", "greedy"))
        claimed.claim(1 - claimed.state.current_player())
        told += [outcome.text for outcome in (resigned.outcome(), claimed.outcome()) if outcome is not None]
    assert told == [
        "Blue resigns: Red wins.",
        "Red wins: the opponent has left.",
        "The Germans win: the other side resigned.",
        "The Germans win: the opponent has left.",
    ]


def test_a_session_returns_the_deed_that_its_journal_keeps() -> None:
    session = _session()
    assert session.enter(Action(0, "  end_deploy ")) == Action(0, "END_DEPLOY")
    assert session.enter(Action(0, "attack")) == Action(0, "ATTACK")
    deeds = [session.undo(0, [1]), session.resign(1)]
    kept = [entry for entry in session.journal.entries if isinstance(entry, Deed)]
    assert kept == [Action(0, "END_DEPLOY"), Action(0, "ATTACK"), *deeds]
    assert _session().claim(1) == Claim(1)


def test_an_action_too_long_to_be_one_is_not_entered() -> None:
    session = _session()
    with pytest.raises(NotationError, match="at most"):
        session.enter(Action(0, "END_DEPLOY" + " " * 900_000))
    assert len(session.journal.entries) == 1
