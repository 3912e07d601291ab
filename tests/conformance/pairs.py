"""Pairs of positions that differ only in what one seat cannot know, and all by which it might tell them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Final

from grognard import bots
from grognard.bots.workers import search_task
from grognard.kernel.engine.chance import Generator
from grognard.kernel.engine.history import History, new_history
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from tests.conformance.dealing import Dealer, DealerModule, Sampler
from tests.conformance.support import dice

# Chooses an action: a way to play.
Player = Callable[[State], int]

# Few iterations do: what it must not see it would meet in the first.
SEARCH: Final = "ismcts:iterations=20+style=1"  # bold: a steady one does nothing besides

# Each situation is taken this often by its `Counter`, before moments are taken at random.
QUOTA: Final = 2


def randomly(seed: int) -> Player:
    """Random play, which looks and attacks often."""
    generator = dice(seed)

    def choose(state: State) -> int:
        actions = state.legal_actions()
        return actions[generator.below(len(actions))]

    return choose


def greedily(seed: int) -> Player:
    """Greedy play, with one action in eight at random: much like people, who attack on purpose."""
    at_random, generator, greedy = randomly(seed), dice(seed, "greedy"), bots.bot("greedy")

    def choose(state: State) -> int:
        if generator.below(8) == 0:
            return at_random(state)
        return greedy.choose(state.information(state.current_player(), generator.word()))

    return choose


PLAYERS: Final[dict[str, Callable[[int], Player]]] = {"random": randomly, "greedy": greedily}


@dataclass(frozen=True)
class Pair:
    """The true position, another that the seat cannot tell from it, and what the dealer knows of the seat.

    `history` is that of the true game; of it the seat's part is that of both.
    """

    seat: int
    first: State
    second: State
    dealer: Dealer
    history: History
    comparable: bool  # no open frame of another seat, so that a next action means the same in both
    differs: bool  # in more than its generator
    what: str


@dataclass(frozen=True)
class Moment:
    """A position of a game, with what the dealer of each viewer knew by then."""

    state: State
    dealers: Mapping[int | None, Dealer]
    history: History
    seats: Sequence[int]  # whose situation is worth a pair
    seed: int
    what: str


def moments(
    game: Game,
    support: DealerModule,
    player: str,
    seed: int,
    one_in: int,
    met: Counter[str],
    *,
    spectator: bool = False,
) -> Iterator[Moment]:
    """Moments of one game that dealers follow for every seat; `met` counts all situations, the rare are taken first."""
    state = game.new_initial_state(seed)
    history = new_history(state)
    choose, generator = PLAYERS[player](seed), dice(seed, "pairs")
    seats = range(game.num_players())
    dealers = {seat: support.follow(game, seat) for seat in (*seats, *([None] if spectator else []))}
    while True:
        for dealer in dealers.values():
            dealer.watch(state)
        worthy = [seat for seat in seats if _is_worthy(state, dealers[seat], one_in, met, generator)]
        if worthy:
            memo = {id(known): known for known in (game, game.pieces)}
            now = deepcopy(dealers, memo)
            words = [sorted(now[seat].situation(state)) for seat in worthy]
            what = f"{game}, {player} game {seed}, ply {state.ply}, {words}"
            yield Moment(state.clone(), now, history.copy(), worthy, seed, what)
        if state.is_terminal():
            return
        actor, action = state.current_player(), choose(state)
        state.apply_action(action)
        history.add(actor, action, state)


def _is_worthy(state: State, dealer: Dealer, one_in: int, met: Counter[str], generator: Generator) -> bool:
    """Is this situation rare so far, or its turn at random, or the end of the game?"""
    situation = dealer.situation(state)
    rare = any(met[word] < QUOTA for word in situation)
    met.update(situation)
    return rare or state.is_terminal() or bool(situation and generator.below(one_in) == 0)


def pairs(moment: Moment) -> Iterator[Pair]:
    """A pair for each seat that the moment was taken for."""
    generator = dice(moment.seed, f"pairs at {moment.state.ply}")
    for seat in moment.seats:
        yield pair_of(moment, seat, generator)


def pair_of(moment: Moment, seat: int, generator: Generator) -> Pair:
    """The pair of a position; another seat's open frame is put back or picked anew."""
    state, dealer = moment.state, moment.dealers[seat]
    second = state.game.deserialize(dealer.second(state, generator))
    framed = not state.is_terminal() and state.current_player() != seat and state.picks() > 0
    if framed:
        for _ in range(generator.below(3)):
            actions = second.legal_actions()
            further = second.clone()
            further.step(actions[generator.below(len(actions))])
            if further.picks() > second.picks():
                second.copy(further)
    first = state.clone()
    first.record()
    second.record()
    differs = first.to_dict() != second.to_dict()
    return Pair(seat, first, second, dealer, moment.history, not framed, differs, f"{moment.what}, seat {seat}")


def told_apart(pair: Pair, seed: int, support: DealerModule, sampler: Sampler) -> list[str]:
    """All by which the seat can tell the two positions apart, or a resample from them."""
    found = [what for what, same in compared(pair, seed) if not same]
    return found + next_actions(pair, support) + resampled(pair, seed, sampler)


def compared(pair: Pair, seed: int) -> Iterator[tuple[str, bool]]:
    """What the seat sees and what a bot in it does, in both positions."""
    seat, first, second = pair.seat, pair.first, pair.second
    game = first.game
    deciding = not first.is_terminal() and first.current_player() == seat
    yield "view", first.view(seat) == second.view(seat)
    yield "spectator's view", first.view(None) == second.view(None)
    yield "reveals", first.reveals == second.reveals
    yield "observation", game.observe(first, seat) == game.observe(second, seat)
    yield "packed observation", game.observe_packed(first, seat) == game.observe_packed(second, seat)
    if pair.comparable:
        yield "evaluation", game.evaluate(first, seat) == game.evaluate(second, seat)
    history = pair.history.of(seat)
    one, other = first.information(seat, seed, history), second.information(seat, seed, history)
    yield "information's actions", one.legal_actions() == other.legal_actions()
    yield "information's view", one.view() == other.view()
    yield "information's observation", one.observe() == other.observe() == game.observe(first, seat)
    yield "information's mask", one.mask() == other.mask()
    yield "information's view is the seat's", one.view() == first.view(seat)
    yield "information's world", one.resample(seed).serialize() == other.resample(seed).serialize()
    yield "information's generator", one.generator.state == other.generator.state
    if not deciding:
        yield "a waiting seat's actions", one.legal_actions() == []
    else:
        yield "legal actions", first.legal_actions() == second.legal_actions() == one.legal_actions()
        yield (
            "question to a bot",
            search_task(game, first, seat, seed, history) == search_task(game, second, seat, seed, history),
        )
        for name in (*(name for name in bots.bots_of(game) if not bots.bot(name).searches), SEARCH):
            choices = [bots.bot(name).choose(state.information(seat, seed, history)) for state in (first, second)]
            yield f"choice of {name}", choices[0] == choices[1]


def next_actions(pair: Pair, support: DealerModule) -> list[str]:
    """What the seat and a spectator hear of a common next action, until it tells them what was hidden."""
    if not pair.comparable or pair.first.is_terminal():
        return []
    found = []
    for action in sorted(set(pair.first.legal_actions()) & set(pair.second.legal_actions()))[:5]:
        copies = pair.first.clone(), pair.second.clone()
        for copy in copies:
            copy.record()
            copy.apply_action(action)
        if copies[0].picks() != copies[1].picks():  # in one of them it has but begun
            continue
        for viewer in (pair.seat, None):
            heard = [untold(copy, viewer, support) for copy in copies]
            after = [copy.view(viewer) for copy, (_, whole) in zip(copies, heard, strict=True) if whole]
            noted = [
                noted_by(pair, viewer, action, copy, len(keys)) for copy, (keys, _) in zip(copies, heard, strict=True)
            ]
            if heard[0] != heard[1] or after[:1] != after[1:] or noted[0] != noted[1]:
                found.append(f"{viewer} after {pair.first.action_to_string(action)}")
    return found


def noted_by(pair: Pair, viewer: int | None, action: int, after: State, events: int) -> list[str]:
    """What the history of a seat adds for an action and the first of the events that follow it."""
    if viewer is None:
        return []
    history, actor = pair.history.copy(), pair.first.current_player()
    history.add(actor, action, after)
    return history.of(viewer)[len(pair.history.of(viewer)) :][: events + (actor == viewer)]


def untold(state: State, viewer: int | None, support: DealerModule) -> tuple[list[object], bool]:
    """The last events before one that tells the viewer something hidden, and whether these are all."""
    keys: list[object] = []
    for event in state.events(viewer):
        telling = type(event) in support.TELLING
        if telling or (event.private and sees_hand(state.game, viewer, event.seat)):
            return keys, False
        keys.append((event.key(), state.game.event_view(event)))
    return keys, not state.is_terminal()  # at the end what was hidden may be laid open


def sees_hand(game: Game, viewer: int | None, seat: int) -> bool:
    """Does the viewer see this hand at all times, and with it what is drawn? His own, and those of open allies."""
    if viewer is None or viewer == seat:
        return viewer == seat
    return game.options.get("open_allies") == "on" and game.sides[viewer] == game.sides[seat]


def resampled(pair: Pair, seed: int, sampler: Sampler) -> list[str]:
    """Faults of a sampler: it depends on what is hidden, or deals what the seat can rule out."""
    seat = pair.seat
    one, other = (sampler(state, seat, seed) for state in (pair.first, pair.second))
    found = [f"resample: {misfit}" for misfit in pair.dealer.misfits(one)]
    if one.serialize() != other.serialize():
        found.append("resample")
    if one.view(seat) != pair.first.view(seat):
        found.append("view of the resample")
    return found
