"""Numbers on cards: the range of each, the key of each, and stored games that break today's ranges."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping

import pytest

from grognard.bots.greedy import Greedy
from grognard.kernel.content.card_numbers import ONCE, with_more
from grognard.kernel.engine.chance import Generator
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.play.differences import differences
from grognard.play.journal import parse_journal
from grognard.play.session import Session, replayed
from grognard.registry import load, load_stored, registered_names, spec
from tests.conformance.support import dice, play, random_rules

every_game = pytest.mark.parametrize("slug", registered_names())
HALF = "Half Squad.strength"
VARIANTS = 40

# The numbers that are negative in print, and on each game's cards one that a designer makes negative.
NEGATIVE = [
    ("company-commander", {"Hedgerows.amount": -4, "Woods.amount": 0, "Entrenched.amount": -3, "Company HQ.rally": -4}),
    ("green-troops", {"Green Troops.attack": -1, "Fusiliers.attack": -1, "Troopers.attack": -1}),
    ("ready-aim-fire", {"Line.modifier": -1, "Second Rate.modifier": -1, "Guard.modifier": -1}),
]


def keys_of(slug: str) -> list[str]:
    """Returns the key of every number on the cards of a game, without decks."""
    table = spec(slug).card_table
    return list(dict.fromkeys(f"{card.name}.{field}" for card in table.cards for field in table.on(card)))


@pytest.mark.parametrize(
    ("slug", "numbers", "said"),
    [
        ("fusillade", {"Old Guard.force": 51}, "Old Guard.force must be from 0 to 50, not 51."),
        ("fusillade", {"Old Guard.force": -1}, "Old Guard.force must be from 0 to 50, not -1."),
        ("fusillade", {"Captain.force": 0}, "Captain.force must be from 1 to 20, not 0."),
        ("fusillade", {"Rearguard Action.force": 0}, "Rearguard Action.force must be from 1 to 20, not 0."),
        (
            "fusillade",
            {"Old Guard": 1},
            "“Old Guard” is a card without a field. Write a field, as in “Old Guard.force=3”",
        ),
        ("fusillade", {"Old Guard.": 1}, "“Old Guard” is a card without a field."),
        ("fusillade", {"": 1}, "Fusillade has no card “”. Write CARD.FIELD, as in “Grenadiers.force”."),
        ("fusillade", {"Old Guard.copies": 10}, "Old Guard.copies must be from 0 to 9, not 10."),
        ("fusillade", {"german/Old Guard.force": 1}, "Fusillade has no card “german/Old Guard”."),
        ("company-commander", {"Smoke.strength": 9}, "Smoke has no number that can be set."),
        ("company-commander", {"Smoke": 9}, "Smoke has no number that can be set."),
        ("company-commander", {"Hedgerows.strength": 9}, "Hedgerows has no strength. It has: amount."),
        ("company-commander", {"7.5cm PaK 40 AT Gun": 1}, "as in “7.5cm PaK 40 AT Gun.strength=1”."),
        ("company-commander", {"german/Half Squad": 1}, "as in “german/Half Squad.strength=1”."),
        ("company-commander", {"tactics/Half Squad.strength": 1}, "no card “tactics/Half Squad”."),
        (
            "company-commander",
            {"Hedgerows.amount": 2},
            "Hedgerows.amount must be from -4 to 0, not 2: a positive number would help the other side.",
        ),
        ("company-commander", {"Open Field.amount": -1}, "Open Field.amount must be from 0 to 9, not -1."),
        ("company-commander", {"Radio.amount": 0}, "Radio.amount must be from 1 to 9, not 0."),
        ("green-troops", {"Rally.damage": 9}, "Rally has no damage. It has: markers, amount."),
        ("green-troops", {"Strategy.draw": 0}, "Strategy.draw must be from 1 to 20, not 0."),
        ("ready-aim-fire", {"Limber.amount": 0}, "Limber.amount must be from 1 to 9, not 0."),
        (
            "ready-aim-fire",
            {"battalion-france/Guard.modifier": 1},
            "Guard is the same card in every deck. Write “Guard.modifier”, without a deck.",
        ),
    ],
)
def test_a_number_that_cannot_be_is_refused_in_a_sentence(slug: str, numbers: Mapping[str, int], said: str) -> None:
    with pytest.raises(BadInput) as raised:
        load(slug, overrides=numbers)
    assert said in str(raised.value)


@every_game
def test_what_is_printed_can_be_set_and_changes_nothing(slug: str) -> None:
    table = spec(slug).card_table
    printed = {f"{card.name}.{field}": card.number(field) for card in table.cards for field in table.on(card)}
    game = load(slug, overrides=printed)
    assert game.new_numbers == []
    assert differences(game) == []


@every_game
def test_the_ends_of_every_range_can_be_loaded_and_no_more(slug: str) -> None:
    table = spec(slug).card_table
    for key in keys_of(slug):
        possible = table.range_of(key)
        for value in (possible[0], possible[-1]):
            load(slug, overrides={key: value})
        for value in (possible[0] - 1, possible[-1] + 1):
            with pytest.raises(BadInput, match=f"must be from {possible[0]} to {possible[-1]}, not {value}"):
                load(slug, overrides={key: value})
    for last in (0, -1):
        load(slug, overrides={key: table.range_of(key)[last] for key in keys_of(slug)})


def random_numbers(slug: str, generator: Generator) -> dict[str, int]:
    """Returns other numbers for about a third of the cards, often the ends of their ranges."""
    found = {}
    for key in keys_of(slug):
        possible = spec(slug).card_table.range_of(key)
        if generator.below(3) == 0:
            ends = [possible[0], possible[-1], possible[generator.below(len(possible))]]
            found[key] = ends[generator.below(3)]
    return found


def greedy_game(game: Game, seed: int) -> Iterator[State]:
    """Yields the state of a game between opportunists after every action."""
    state, bot, made = game.new_initial_state(seed), Greedy(), 0
    while not state.is_terminal():
        made += 1
        state.apply_action(bot.choose(game.information(state, state.current_player(), made)))
        yield state


def ended(game: Game, seed: int) -> Session:
    """Returns a random game that has ended."""
    session, generator = Session(game, seed, ["human"] * game.num_players()), dice(seed)
    while session.outcome() is None:
        actions = session.state.legal_actions()
        session.play(session.state.current_player(), actions[generator.below(len(actions))])
    return session


@every_game
def test_random_numbers_play_to_the_end(slug: str) -> None:
    for number in range(VARIANTS):
        generator = dice(number, f"numbers of {slug}")
        game = load(slug, random_rules(spec(slug), generator), random_numbers(slug, generator))
        state, made = None, 0
        for state in play(game, number):
            made += 1
            if generator.below(40) == 0:
                for seat in range(game.num_players()):
                    game.observe(state, seat)
                    game.view(state, seat)
                    game.evaluate(state, seat)
                assert game.deserialize(state.serialize()).serialize() == state.serialize()
        assert state is not None
        assert state.is_terminal()
        assert made <= game.max_game_length() + 1


@every_game
def test_opportunists_end_games_at_the_ends_of_the_ranges(slug: str) -> None:
    table = spec(slug).card_table
    for last in (0, -1):
        game = load(slug, overrides={key: table.range_of(key)[last] for key in keys_of(slug)})
        made = sum(1 for _state in greedy_game(game, 5))
        assert 0 < made <= game.max_game_length()


@pytest.mark.parametrize(("slug", "numbers"), NEGATIVE)
def test_a_negative_number_is_played(slug: str, numbers: Mapping[str, int]) -> None:
    session = ended(load(slug, overrides=numbers), 3)
    kept = parse_journal(session.journal.to_text(), "The journal")
    assert kept.header.numbers == numbers
    assert replayed(kept, load).state.serialize() == session.state.serialize()


def strengths(game: Game) -> dict[str, object]:
    return {card.deck: card.columns["strength"] for card in game.cards if card.name == "Half Squad"}


def test_a_key_may_name_the_deck() -> None:
    both = load("company-commander", overrides={HALF: 2})
    assert strengths(both) == {"american": 2, "german": 2}
    assert differences(both) == ["New number: Half Squad, strength 2 instead of 1."]
    one = load("company-commander", overrides={f"german/{HALF}": 2})
    assert strengths(one) == {"american": 1, "german": 2}
    assert differences(one) == ["New number: Half Squad (german), strength 2 instead of 1."]
    assert [new.key for new in one.new_numbers] == [f"german/{HALF}"]
    assert one.overrides == {f"german/{HALF}": 2}


@pytest.mark.parametrize("numbers", [{HALF: 2, f"german/{HALF}": 3}, {f"german/{HALF}": 3, HALF: 2}])
def test_a_key_with_a_deck_wins_in_any_order(numbers: Mapping[str, int]) -> None:
    game = load("company-commander", overrides=numbers)
    assert strengths(game) == {"american": 2, "german": 3}
    assert differences(game) == [
        "New number: Half Squad (american), strength 2 instead of 1.",
        "New number: Half Squad (german), strength 3 instead of 1.",
    ]


def test_numbers_given_later_win() -> None:
    assert with_more({f"german/{HALF}": 3, "Radio.amount": 1}, {HALF: 2}) == {"Radio.amount": 1, HALF: 2}
    assert with_more({HALF: 3}, {f"german/{HALF}": 2}) == {HALF: 3, f"german/{HALF}": 2}


STORED = [
    ("company-commander", {"Hedgerows.amount": 2, "Smoke.strength": 9, "Rifle Squad.rally": 4}),
    ("fusillade", {"Captain.force": 0, "Old Guard.force": ONCE[-1]}),
    ("green-troops", {"Rally.damage": 9, "Strategy.draw": 0, "Scouts.draw": ONCE[-1]}),
    ("outpost", {"Infantry 1.force": ONCE[-1]}),
    ("ready-aim-fire", {"Woods.modifier": 3, "Guard.amount": 7, "Lancer.amount": ONCE[-1]}),
    ("three-emperors", {"Confusion.force": 4, "Mamelukes.force": ONCE[-1]}),
]


@pytest.mark.parametrize(("slug", "numbers"), STORED)
def test_a_stored_game_keeps_numbers_that_are_refused_today(slug: str, numbers: Mapping[str, int]) -> None:
    with pytest.raises(BadInput):
        load(slug, overrides=numbers)
    session = ended(load_stored(slug, overrides=numbers), 7)
    kept = parse_journal(session.journal.to_text(), "The journal")
    again = replayed(kept, load_stored)
    assert again.state.serialize() == session.state.serialize()
    assert again.game.overrides == numbers
    assert pickle.loads(pickle.dumps(again.game)).overrides == numbers


@pytest.mark.parametrize("numbers", [{"Old Guard.force": 100}, {"Old Guard.force": -1}, {"Last Guard.force": 1}])
def test_a_stored_game_has_no_other_numbers(numbers: Mapping[str, int]) -> None:
    with pytest.raises(BadInput):
        load_stored("fusillade", overrides=numbers)
