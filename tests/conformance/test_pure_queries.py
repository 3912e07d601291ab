"""Asking changes nothing: the position and its events are the same before and after every question."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.kernel.engine.information import Information
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from tests.conformance.support import sample

Question = Callable[[], object]


def questions(game: Game, state: State) -> Iterator[tuple[str, Question]]:
    """Every question that a position answers."""
    actions = range(game.num_distinct_actions())
    seats = range(game.num_players())
    viewers = [None, *seats]
    yield "legal_actions", state.legal_actions
    yield "is_legal", lambda: [state.is_legal(action) for action in actions]
    yield "why_illegal", lambda: [state.why_illegal(action) for action in actions]
    yield "refusal", lambda: [state.refusal(action) for action in actions]
    yield "card_refusal", lambda: [state.card_refusal(card) for card in range(len(game.pieces))]
    if not state.is_terminal():
        yield "pick", lambda: [state.pick(r * 100_000_007) for r in range(20)]
    yield "picks", state.picks
    yield "view", lambda: [state.view(viewer) for viewer in viewers]
    yield "events", lambda: [state.events(viewer) for viewer in viewers]
    yield (
        "event_view",
        lambda: [game.event_view(event) for viewer in viewers for event in state.events(viewer)],
    )
    yield "outcome", lambda: (state.outcome(), state.returns(), state.is_terminal(), state.current_player())
    yield "notation", lambda: [state.string_to_action(state.action_to_string(action)) for action in actions]
    yield "facts", lambda: (state.to_dict(), state.serialize(), state.stack(), state.phase())
    yield "observe", lambda: [game.observe(state, seat) for seat in seats]
    yield "evaluate", lambda: [game.evaluate(state, seat) for seat in seats]
    yield "clone", lambda: played(state.clone())
    yield "resample", lambda: [played(state.resample_from_infostate(seat, 7)) for seat in seats]
    yield "information", lambda: [informed(state, state.information(seat, 3)) for seat in seats]


def played(state: State) -> str:
    """Plays an action of a copy."""
    for action in state.legal_actions()[:1]:
        state.apply_action(action)
    return state.fingerprint()


def informed(state: State, information: Information) -> object:
    """All that an information offers."""
    world = state.clone()
    information.deal_into(world, 5)
    played(world)
    played(information.resample(4))
    chosen = None if state.is_terminal() else information.random_action()
    found = information.view(), information.legal_actions(), chosen, information.generator.word()
    information.renew(state, information.seat, 6, [])
    return found


def test_asking_changes_nothing(game: Game) -> None:
    for state in sample(game, 3, 40):
        before = state.fingerprint()
        recorder = state.recorder
        events = [event.key() for event in state.events(state.current_player())]
        for name, ask in questions(game, state):
            ask()
            assert state.fingerprint() == before, name
            assert state.recorder is recorder, name
            assert [event.key() for event in state.events(state.current_player())] == events, name


def test_answers_are_the_askers(game: Game) -> None:
    """What a question hands out can be changed without a trace."""
    for state in sample(game, 4, 40):
        before = state.fingerprint()
        state.legal_actions().append(0)
        state.returns()[0] = 9.0
        state.events().clear()
        facts = state.to_dict()
        for value in facts.values():
            if isinstance(value, list):
                value.append("nobody")
        facts.clear()
        assert state.fingerprint() == before
