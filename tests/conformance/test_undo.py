"""Undo (architecture.md section 6): free inside an open frame, by consent beyond it, never across a reveal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

import grognard
from grognard.kernel.engine.chance import Generator, seed_stream
from grognard.kernel.errors import CannotUndo
from grognard.kernel.game import Game
from grognard.play.journal import Undo
from grognard.play.session import Session, replayed
from tests.conformance.dealing import DealerModule
from tests.conformance.support import often, play

GAMES = 4
# A test goes on playing until it has seen often enough what it is about.
MOST_GAMES = 200
MANY = 50


def _sessions(game: Game) -> Iterator[tuple[int, Session, Generator]]:
    """More games than a test needs, each with its number from 1."""
    seats = ["random"] * game.num_players()
    for seed in range(MOST_GAMES):
        yield seed + 1, Session(game, seed, seats), Generator(seed_stream(seed))


def _play_one(session: Session, generator: Generator) -> None:
    state = session.state
    action, _count = state.pick(generator.word())
    session.play(state.current_player(), action)


@pytest.fixture
def framed(game: Game, support: DealerModule) -> Game:
    """A game in which a choice can be half made."""
    if "own open frame" not in support.SITUATIONS:
        pytest.skip("every choice is a single action")
    return game


def test_a_step_back_inside_an_open_frame_is_free_and_exact(framed: Game) -> None:
    """The position is again what it was, and no waiting seat could notice anything."""
    steps = 0
    for number, session, generator in _sessions(framed):
        while session.outcome() is None:
            before = session.state.serialize()
            waiting = [seat for seat in range(framed.num_players()) if seat != session.state.current_player()]
            told = len(session.told)
            seen = [session.view(seat) for seat in waiting]
            seat = session.state.current_player()
            _play_one(session, generator)
            if session.outcome() is not None or session.state.picks() == 0:
                continue
            assert [session.view(other) for other in waiting] == seen
            assert not any(session.events(other, told) for other in waiting)
            session.undo(seat)
            assert session.state.serialize() == before
            assert [session.view(other) for other in waiting] == seen
            assert not any(session.events(other, told) for other in waiting)
            steps += 1
            _play_one(session, generator)
        if number >= often(framed, GAMES) and steps > MANY:
            break
    assert steps > MANY


def test_a_frame_that_is_taken_back_leaves_no_trace(framed: Game) -> None:
    """`take_back_choice` gives the seats that wait the very position in which the open frame began."""
    rewound = 0
    for seed in range(MOST_GAMES):
        if seed >= GAMES and rewound > MANY:
            break
        before: list[dict[str, object]] = []
        for state in play(framed, seed):
            if state.picks() > 0:
                world = state.clone()
                world.take_back_choice()
                assert world.to_dict() == before[-state.picks()]
                assert world.turn == state.turn
                rewound += 1
            before.append(state.to_dict())
    assert rewound > MANY


def test_an_undo_by_consent_never_crosses_a_reveal(game: Game) -> None:
    """Deck, generator and count of reveals are as they were; the position but for knowledge too."""
    undone = refused = 0
    quiet = False
    for number, session, generator in _sessions(game):
        tries = 0
        while session.outcome() is None:
            revealed = session.state.reveals
            _play_one(session, generator)
            quiet |= session.state.reveals == revealed
            if session.outcome() is not None or generator.below(4) or tries > 50:
                continue
            tries += 1
            seat = int(generator.below(game.num_players()))
            others = [other for other in range(game.num_players()) if other != seat]
            before = session.state
            chance, reveals, fingerprint = before.chance, before.reveals, before.fingerprint()
            try:
                _kept, free = session.undo_target(seat)
            except CannotUndo:
                refused += 1
                with pytest.raises(CannotUndo):
                    session.undo(seat, others)
                assert session.state.fingerprint() == fingerprint
                continue
            if not free:
                with pytest.raises(CannotUndo):
                    session.undo(seat, ())
                assert session.state.fingerprint() == fingerprint
            session.undo(seat, others)
            undone += 1
            assert (session.state.chance, session.state.reveals) == (chance, reveals)
            assert session.state.current_player() == seat
            assert isinstance(session.journal.entries[-1], Undo)
        if number >= often(game, GAMES) and undone > 10 and refused > 3:
            break
    assert undone > 10 or not quiet, "only in a game whose every action reveals something, nothing is ever undone"
    assert refused > 3


def test_undos_are_replayed(game: Game) -> None:
    """A journal with undos leads to the same position, knowledge included."""
    for _number, session, generator in islice(_sessions(game), 4):
        tries = 0
        while session.outcome() is None:
            _play_one(session, generator)
            if session.outcome() is None and tries < 50 and generator.below(3) == 0:
                tries += 1
                seat = int(generator.below(game.num_players()))
                try:
                    session.undo(seat, range(game.num_players()))
                except CannotUndo:
                    continue
        again = replayed(session.journal, grognard.load)
        assert again.state.serialize() == session.state.serialize()
        assert again.journal.to_text() == session.journal.to_text()
