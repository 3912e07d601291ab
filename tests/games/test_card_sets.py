"""Games with other numbers of copies and with new cards play by their rules, to the end."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Final, NamedTuple, cast

import numpy as np
import pytest

import grognard
from grognard.bots import Greedy
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput, CannotUndo
from grognard.kernel.game import Game
from grognard.play.session import Session, replayed
from tests.conformance.dealing import DealerModule
from tests.conformance.support import dice, play, random_rules
from tests.conformance.test_random_games import check_game


class Facts(NamedTuple):
    """What the decks of a game can be: the smallest that can be dealt, and the most cards.

    Random games of it have these house rules, so that none takes long; `decks` is how many random decks are tried.
    """

    least: Mapping[str, int]
    most: Mapping[str, int]
    rules: Mapping[str, str | int] = MappingProxyType({})
    decks: int = 12


MOST_COPIES: Final = 9
MOST_CARDS: Final = 119
FACTS: Final = {
    "outpost": Facts({"common": 6}, {"common": MOST_CARDS}),
    "fusillade": Facts({"common": 17}, {"common": MOST_CARDS}),
    "three-emperors": Facts({"common": 10}, {"common": MOST_CARDS}),
    "green-troops": Facts({"army": 10, "battle": 10}, {"army": 60, "battle": 150}, {"night_turns": 20}, decks=8),
}
# The games with one deck: how many cards it has at least.
LEAST: Final = {slug: facts.least["common"] for slug, facts in FACTS.items() if "common" in facts.least}


@pytest.fixture(params=sorted(FACTS))
def slug(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=sorted(LEAST))
def one_deck(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def places(game: Game) -> list[str]:
    """The places that hold every card once."""
    module = importlib.import_module(f"tests.games.{game.slug.replace('-', '_')}.dealer")
    return list(dict.fromkeys([*cast(DealerModule, module).PLACES, *game.card_set.holders]))


def in_the_box(game: Game) -> Counter[str]:
    """How many there are of every piece."""
    return Counter(name for deck in game.decks.values() for name in deck)


def with_copies(slug: str, copies: dict[str, int], rules: dict[str, str | int] | None = None) -> Game:
    """The game with these numbers of copies; all other cards have the printed one."""
    return grognard.load(slug, rules, {f"{name}.copies": number for name, number in copies.items()})


def only(slug: str, copies: dict[str, int]) -> Game:
    """The game with these cards alone."""
    return with_copies(slug, {card.name: 0 for card in grognard.load(slug).cards} | copies)


def random_deck(slug: str, seed: int) -> Game:
    """The game with new cards, any number of copies of each card, and any house rules that its decks allow."""
    generator = dice(seed, f"deck of {slug}")
    standard, facts = grognard.load(slug), FACTS[slug]
    names = [card.name for card in standard.cards]
    deck_of = {card.name: card.deck for card in standard.cards}
    new = {f"New {letter}.like": names[generator.below(len(names))] for letter in "ABC"}
    deck_of |= {key.removesuffix(".like"): deck_of[like] for key, like in new.items()}
    spread = generator.below(4)  # from nearly the printed deck to a few cards with many copies
    copies = dict.fromkeys(names, 1 if spread == 0 else 0) | {key.removesuffix(".like"): 1 for key in new}
    for deck, least in facts.least.items():
        here = [name for name in copies if deck_of[name] == deck]
        most = facts.most[deck] if seed % 2 else 3 * least
        in_all = sum(copies[name] for name in here)
        while in_all < least or generator.below(60):
            name = here[generator.below(len(here))]
            number = generator.below(MOST_COPIES + 1)
            after = in_all + number - copies[name]
            if least <= after <= most or in_all < after <= most:
                copies[name], in_all = number, after
    overrides: dict[str, str | int] = {**new, **{f"{name}.copies": number for name, number in copies.items()}}
    while True:
        with suppress(BadInput):
            return grognard.load(slug, {**random_rules(standard.spec, generator), **facts.rules}, overrides)


def decks(slug: str) -> Iterator[tuple[int, Game]]:
    """Some random decks, each with its seed."""
    for seed in range(FACTS[slug].decks):
        yield seed, random_deck(slug, seed)


def test_random_decks_differ(slug: str) -> None:
    sizes = {len(game.pieces) for _seed, game in decks(slug)}
    assert len(sizes) > FACTS[slug].decks // 3
    assert max(sizes) > len(grognard.load(slug).pieces)


def test_random_games_with_any_deck_follow_the_rules(slug: str) -> None:
    for seed, game in decks(slug):
        check_game(game, seed, places(game))


def test_bots_play_any_deck_to_its_end(slug: str) -> None:
    for seed, game in decks(slug):
        state, made = game.new_initial_state(seed), 0
        players = [Greedy(0.1 + 0.2 * (seat % 2)) for seat in range(game.num_players())]
        while not state.is_terminal():
            seat, made = state.current_player(), made + 1
            state.apply_action(players[seat].choose(state.information(seat, made)))
        assert made <= game.max_game_length()


def test_positions_of_any_deck_are_stored_and_dealt_anew(slug: str) -> None:
    for seed, game in decks(slug):
        chosen = dice(seed, "positions")
        for state in play(game, seed):
            if chosen.below(20):
                continue
            assert game.deserialize(state.serialize()).fingerprint() == state.fingerprint()
            for seat in range(game.num_players()):
                world = state.resample_from_infostate(seat, seed)
                assert world.view(seat) == state.view(seat)
                assert everything(world) == in_the_box(game)
                packed, plain = game.observe_packed(state, seat), game.observe(state, seat)
                assert (game.observe_packed(world, seat), game.observe(world, seat)) == (packed, plain)
                assert game.layout.unpack(np.frombuffer(packed, np.uint8)[None]).tobytes() == plain


def everything(state: State) -> Counter[str]:
    """Every card of a position, by its name."""
    facts = state.to_dict()
    there = [place for place in places(state.game) if place in facts]
    return Counter(card for place in there for card in cast("list[str]", facts[place]))


def test_undos_and_journals_work_with_any_deck(slug: str) -> None:
    undone = 0
    for seed, game in decks(slug):
        session, chosen = Session(game, seed, ["random"] * game.num_players()), dice(seed, "undo")
        while session.outcome() is None and len(session.journal.entries) < 300:
            action, _count = session.state.pick(chosen.word())
            session.play(session.state.current_player(), action)
            if session.outcome() is None and chosen.below(3) == 0:
                try:
                    session.undo(chosen.below(game.num_players()), range(game.num_players()))
                except CannotUndo:
                    continue
                undone += 1
        again = replayed(session.journal, grognard.load)
        assert again.state.serialize() == session.state.serialize()
    assert undone > FACTS[slug].decks


def test_every_action_has_its_own_notation_and_every_event_its_words(slug: str) -> None:
    for seed, game in decks(slug):
        notations = [game.action_to_string(action) for action in range(game.num_distinct_actions())]
        assert [game.string_to_action(text.lower()) for text in notations] == list(range(len(notations)))
        for state in play(game, seed):
            for event in state.events(0):
                told = game.event_view(event, 0)
                assert {*told.who, *told.whom} <= {*game.pieces, "North", "Center", "South"}


def test_copies_have_numbered_names(one_deck: str) -> None:
    slug = one_deck
    first, second = (card.name for card in grognard.load(slug).cards[:2])
    game = with_copies(slug, {first: 3, second: 0})
    assert list(game.pieces[:3]) == [first, f"{first} 2", f"{first} 3"]
    assert second not in game.pieces
    assert [game.fact(piece).name for piece in range(3)] == [first] * 3
    assert [view.copy for view in game.card_views[:4]] == [0, 2, 3, 0]
    assert len(game.cards) == len(grognard.load(slug).cards)


def test_no_copy_has_the_name_of_another_card() -> None:
    game = grognard.load("outpost", overrides={"Infantry.like": "Infantry 1", "Infantry.copies": 3})
    assert list(game.pieces[-3:]) == ["Infantry", "Infantry 4", "Infantry 5"]


def test_decks_that_cannot_be_dealt_are_refused(one_deck: str) -> None:
    slug = one_deck
    title, names = grognard.load(slug).title, [card.name for card in grognard.load(slug).cards]
    least, new = LEAST[slug], [f"New {letter}" for letter in "ABCDEF"]
    with pytest.raises(BadInput, match=f"{title} needs {least} to {MOST_CARDS} cards in all, not {least - 1}."):
        only(slug, dict.fromkeys(names[: least - 1], 1))
    assert len(only(slug, dict.fromkeys(names[:least], 1)).pieces) == least
    many: dict[str, str | int] = {f"{name}.copies": MOST_COPIES for name in (*names, *new)}
    with pytest.raises(BadInput, match=f"{title} needs {least} to {MOST_CARDS} cards in all, not {len(many) * 9}."):
        grognard.load(slug, overrides=many | {f"{name}.like": names[0] for name in new})


def test_the_smallest_decks_play_to_their_end(one_deck: str) -> None:
    """With cards of one name only."""
    slug = one_deck
    for card in grognard.load(slug).cards:
        deck: dict[str, str | int] = {f"{other.name}.copies": 0 for other in grognard.load(slug).cards}
        deck[f"{card.name}.copies"] = first = min(MOST_COPIES, LEAST[slug])
        deck |= {"Other.like": card.name, "Other.copies": LEAST[slug] - first}
        game = grognard.load(slug, overrides=deck)
        check_game(game, 1, places(game))


def test_games_with_the_same_cards_share_their_card_set(slug: str) -> None:
    standard, name = grognard.load(slug), grognard.load(slug).cards[0].name
    table = standard.spec.card_table
    number = next(f"{card.name}.{field}" for card in standard.cards for field in table.on(card))
    assert grognard.load(slug, overrides={number: 2}).card_set is standard.card_set
    copies = standard.cards[0].copies
    assert with_copies(slug, {name: copies}).card_set is standard.card_set
    other = with_copies(slug, {name: copies + 1})
    assert with_copies(slug, {name: copies + 1}).card_set is other.card_set
    assert other.card_set is not standard.card_set
    assert other.spec.actions is standard.actions


def test_a_lost_full_retreat_can_be_given_up() -> None:
    """A lone one cannot: it is the card that asks for the others."""
    retreat = "GIVE Full Retreat"
    assert retreat not in grognard.load("three-emperors").actions.notations
    assert retreat in with_copies("three-emperors", {"Full Retreat": 2}).actions.notations
    like = grognard.load("three-emperors", overrides={"Rout.like": "Full Retreat"})
    assert {retreat, "GIVE Rout"} <= set(like.actions.notations)


def test_the_log_counts_the_cards_of_the_deck() -> None:
    state = with_copies("outpost", {"Infantry 1": 4}).new_initial_state(1)
    assert state.game.event_view(state.events(0)[0]).text == "The 12 cards are shuffled; Blue begins."
