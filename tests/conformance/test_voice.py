"""Logs speak to their reader: “you” is the seat that reads and nobody else, and everybody else has a name."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from grognard.kernel.content.grammar import Party
from grognard.kernel.game import Game
from grognard.kernel.views.view import EventView
from tests.conformance.support import play

YOU = re.compile(r"\b(you|your)\b", re.IGNORECASE)
# A second verb in the third person, and words for the other side that a reader on that side takes for the wrong one.
ODD = re.compile(r"\b[Yy]ou \w[^.;:,]* and (is|has|does|loses|removes|begins|takes)\b|\bthe enemy\b|\bopposing\b")


def sentences(event: EventView) -> Iterator[str]:
    """All that is said of an event."""
    yield event.text
    yield event.short
    for added in event.sums:
        yield from (added.label, added.text, *(term.label for term in added.terms))


def test_a_reader_is_you_and_others_have_names(rule_sets: tuple[Game, ...]) -> None:
    addressed: set[int] = set()
    for seed, game in enumerate(rule_sets):
        names = [re.compile(rf"\b{name}s?\b(?! \d)") for name in game.spec.meta.seats[: game.num_players()]]
        pieces = sorted(game.pieces, key=len, reverse=True)
        for state in play(game, seed):
            for reader in (None, *range(game.num_players())):
                for event in state.events(reader):
                    for said in sentences(game.event_view(event, reader)):
                        for piece in pieces:
                            said = said.replace(piece, "")
                        if reader is None:
                            assert not YOU.search(said), said
                        else:
                            assert not names[reader].search(said), said
                            assert not ODD.search(said), said
                            addressed |= {reader} if YOU.search(said) else set()
            if (outcome := state.outcome()) is not None:
                assert not YOU.search(outcome.text), outcome.text
                for reader, why in enumerate(outcome.by_seat):
                    assert not names[reader].search(why), why
                    assert not ODD.search(why), why
                    assert outcome.why(reader) == why != outcome.text == outcome.why(None)
    assert addressed == {*range(max(game.num_players() for game in rule_sets))}


def test_a_question_speaks_to_the_seat_that_decides(rule_sets: tuple[Game, ...]) -> None:
    """Questions, sums and buttons never call their reader by name, and those who wait read who decides."""
    for seed, game in enumerate(rule_sets):
        names = [re.compile(rf"\b{name}s?\b(?! \d)") for name in game.spec.meta.seats[: game.num_players()]]
        pieces = sorted(game.pieces, key=len, reverse=True)
        for number, state in enumerate(play(game, seed)):
            if number % 5 or state.is_terminal():
                continue
            decider = state.current_player()
            view = state.view(decider)
            added = [*view.sums, *([view.coming] if view.coming is not None else [])]
            told = [view.prompt.text, *(action.label for action in view.actions)]
            told += [said for one in added for said in (one.label, one.text)]
            for said in told:
                for piece in pieces:
                    said = said.replace(piece, "")
                assert not names[decider].search(said), said
            for waiting in {None, *range(game.num_players())} - {decider}:
                prompt = state.view(waiting).prompt.text
                assert names[decider].search(prompt), prompt
                assert not YOU.search(prompt), prompt


@pytest.mark.parametrize(
    ("said", "blue", "you", "germans"),
    [
        ("{}", "Blue", "you", "the Germans"),
        ("{:draws}", "Blue draws", "you draw", "the Germans draw"),
        ("{:does} not answer", "Blue does not answer", "you do not answer", "the Germans do not answer"),
        ("{:is dealt}", "Blue is dealt", "you are dealt", "the Germans are dealt"),
        ("{:^passes}", "Blue passes", "You pass", "The Germans pass"),
        ("{:'s} hand", "Blue's hand", "your hand", "the Germans' hand"),
        ("{:^'s} hand", "Blue's hand", "Your hand", "The Germans' hand"),
    ],
)
def test_a_party_and_its_verb(said: str, blue: str, you: str, germans: str) -> None:
    assert said.format(Party(0, "Blue")) == blue
    assert said.format(Party(0, "Blue", is_reader=True)) == you
    assert said.format(Party(1, "the Germans", plural=True)) == germans
