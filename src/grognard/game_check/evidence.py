"""Games that a check plays, at random under every house rule and greedily. All other modules look at what they show."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple, cast

from grognard.bots import Greedy
from grognard.game_check.fields import different, leaves
from grognard.game_check.findings import Finding, failed, missing, several, wrong
from grognard.game_check.folders import GameFolder
from grognard.kernel.content.wording import listed
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.state import TERMINAL, State
from grognard.kernel.game import Game, GameSpec
from grognard.lab.random_games import dice, house_rules, named, play

# How many random games a check plays, if there are not more house rules, and how many of `greedy`.
GAMES: Final = 12
GREEDY_GAMES: Final = 4
# Of a random game, one position in so many is kept, besides the first of each phase and the last.
ONE_IN: Final = 60
# Whatever takes long looks at no more positions than these.
MOST_POSITIONS: Final = 200
# So many events of each kind are kept of a game.
OF_A_KIND: Final = 3
# A game that has not ended after so many decisions, although no bound is known, is taken to be endless.
ENDLESS: Final = 200_000


class Heard(NamedTuple):
    """An event of a game, in the words of the rules: with everything in it; and the position after its action."""

    game: Game
    event: Event
    after: State


class Length(NamedTuple):
    """How long a game between greedy players was."""

    decisions: int
    turns: int


def has_words(spec: GameSpec) -> bool:
    """Returns whether a game has its sentences. A first SPEC may have None in their place, and for the view."""
    return spec.wording is not None


def has_view(spec: GameSpec) -> bool:
    """Returns whether a game has its view, and the sentences that views need."""
    return has_words(spec) and spec.view is not None


def has_layout(spec: GameSpec) -> bool:
    """Returns whether a game has observations."""
    return all(hasattr(spec.judging, name) for name in ("LAYOUT", "layout", "Observation"))


class Evidence:
    """What the games of a check show. `findings` are the faults that ended a game or broke a rule of every game."""

    def __init__(self, where: GameFolder, spec: GameSpec, games: int = GAMES, greedy: int = GREEDY_GAMES) -> None:
        self.where = where
        self.spec = spec
        self.findings: list[Finding] = []
        self._told: set[str] = set()  # the faults that are among the findings
        self.positions: list[State] = []
        self.heard: list[Heard] = []
        self.opened: dict[str, set[int]] = {}  # by house rules, the seats that had the first turn
        self.begins = False  # whether any event says that a game begins
        self._unnoted = Counter[type[Event]]()  # the events of each kind without a reveal that were looked at
        self.played = 0
        self.lengths: list[Length] = []
        self._games = games
        self._greedy = greedy

    def play(self) -> None:
        """Plays the games. Stops at the first that fails under each set of house rules."""
        rule_sets = self.rule_sets
        broken: set[str] = set()
        # So few games that there is not one for each house rule are meant: a quick look.
        number = max(self._games, len(rule_sets)) if self._games >= GAMES else self._games
        for seed in range(number if rule_sets else 0):
            game = rule_sets[seed % len(rule_sets)]
            if under(game) not in broken and not self._play_one(game, seed):
                broken.add(under(game))
        if not self.findings:
            for seed in range(self._greedy):
                if not self._play_greedily(rule_sets[0], seed):
                    return

    @cached_property
    def rule_sets(self) -> Sequence[Game]:
        """The game under each set of house rules to try; those that cannot be loaded are findings."""
        found: list[Game] = []
        for rules in house_rules(self.spec):
            try:
                found.append(Game(self.spec, rules))
            except Exception as error:  # the code of a game can do anything
                doing = f"The game can't be loaded with {named(rules)}"
                self.findings.append(failed(3, "tables.py", error, self.where, doing))
        return found

    @property
    def some(self) -> Sequence[State]:
        """Some of the positions, spread over all games: for whatever takes long."""
        return self.positions[:: len(self.positions) // MOST_POSITIONS + 1]

    def _play_one(self, game: Game, seed: int) -> bool:
        """Plays a random game and keeps what it shows. Returns whether it went well."""
        what = f"In random game {seed} ({under(game)})"
        most, number, phases = self._bound(game), 0, set[int]()
        chosen, kinds = dice(seed, "sample"), Counter[type[Event]]()
        everything = sorted(name for deck in game.decks.values() for name in deck)
        reveals = 0
        try:
            places = places_of(game)
            for number, state in enumerate(play(game, seed)):
                if number > most:
                    self._add(wrong(8, "length.py", _too_long(what, most)), "length.py")
                    return False
                for fault in faults_of(state, everything, places, chosen.below(50) == 0):
                    said = re.sub(r"^.* can't be found", "can't be found", fault.text)  # whichever card it is
                    self._add(fault._replace(text=f"{what}, after {number} decisions, {fault.text}"), said)
                    return False
                self._keep_events(game, state, kinds)
                self._look_for_unnoted_rolls(game, state, reveals)
                reveals = state.reveals
                if state.phase() not in phases or state.is_terminal() or chosen.below(ONE_IN) == 0:
                    phases.add(state.phase())
                    self._keep_position(state)
        except Exception as error:  # the code of a game can do anything
            self._add(failed(4, "rules/", error, self.where, f"{what}, after {number} decisions"), repr(error))
            return False
        self.played += 1
        return True

    def _keep_position(self, state: State) -> None:
        """Keeps a copy of a position, and compares the two: all else looks at copies."""
        kept = state.clone()
        if lost := different(leaves(state), leaves(kept)):
            text = f"a clone loses {several(lost)}: name it in the game's board, or copy it in `copy`."
            self._add(wrong(3, "state.py", text), text)
        self.positions.append(kept)

    def _look_for_unnoted_rolls(self, game: Game, state: State, reveals: int) -> None:
        """A roll that players see must be noted, or they could take back the choice before it."""
        if state.reveals != reveals or not has_words(self.spec):
            return
        for event in state.recorder.events:
            self._unnoted[type(event)] += 1
            if self._unnoted[type(event)] <= OF_A_KIND and game.event_view(event).dice:
                text = (
                    "after a roll that all see, call `self.reveal()`, or a player can take back the choice before it."
                )
                self._add(wrong(4, "rules/", text), text)

    def _add(self, finding: Finding, fault: str) -> None:
        """Adds a finding, unless another game has shown the same fault."""
        if fault not in self._told:
            self._told.add(fault)
            self.findings.append(finding)

    def _keep_events(self, game: Game, state: State, kinds: Counter[type[Event]]) -> None:
        for event in state.recorder.events:
            kinds[type(event)] += 1
            if kinds[type(event)] <= OF_A_KIND:
                self.heard.append(Heard(game, event, state.clone()))
            if type(event).__name__ == "Began":
                self.begins = True
                if kinds[type(event)] == 1:
                    self.opened.setdefault(under(game), set()).add(int(event.seat))

    def _play_greedily(self, game: Game, seed: int) -> bool:
        what = f"In greedy game {seed}"
        most, decisions = self._bound(game), 0
        try:
            state, greedy = game.new_initial_state(seed), Greedy(worlds=1)
            while not state.is_terminal():
                state.apply_action(greedy.choose(state.information(state.current_player(), decisions)))
                decisions += 1
                if decisions > most:
                    self.findings.append(wrong(8, "length.py", _too_long(what, most)))
                    return False
        except Exception as error:  # the code of a game can do anything
            self.findings.append(failed(8, "features.py", error, self.where, f"{what}, after {decisions} decisions"))
            return False
        self.lengths.append(Length(decisions, int(state.turn)))
        return True

    def _bound(self, game: Game) -> int:
        """Returns how many decisions a game may have; an error in `most_decisions` is a finding, once."""
        try:
            return game.max_game_length()
        except Exception as error:  # the code of a game can do anything
            found = failed(8, "length.py", error, self.where, "`most_decisions` fails")
            if found not in self.findings:
                self.findings.append(found)
            return ENDLESS


def _too_long(what: str, most: int) -> str:
    return (
        f"{what}, there are more than {most:,} decisions, the bound of `most_decisions`. "
        "Either the bound is too low, or the game need not end."
    )


def under(game: Game) -> str:
    """Returns the house rules of a game for a sentence."""
    changed = {option.key: value for option, value in game.changed_rules}
    return f"with {named(changed)}" if changed else "under the standard rules"


def places_of(game: Game) -> list[str]:
    """Returns the facts that are places for cards, under the house rules of a game."""
    facts = game.new_initial_state(0).to_dict()
    return [place for place in (*game.spec.places, *game.card_set.holders) if place in facts]


def cards_in(state: State, places: Sequence[str]) -> list[str]:
    """Returns every card of a position, sorted."""
    facts = state.to_dict()
    return sorted(card for place in places for card in cast("list[str]", facts[place]))


def faults_of(state: State, everything: list[str], places: Sequence[str], thorough: bool = False) -> Iterator[Finding]:
    """Yields what every position must hold and this one does not; `everything` are all cards of the game, sorted.

    A `thorough` look tries every action.
    """
    game = state.game
    cards = cards_in(state, places)
    if cards != everything:
        yield wrong(3, "state.py", _misplaced(Counter(everything), Counter(cards)))
    if state.turn > game.max_turns():
        yield wrong(1, "meta.py", f"turn {state.turn} begins, but `longest` in META is {game.max_turns()}.")
    returns = state.returns()
    if len(returns) != game.num_players() or sum(returns) != 0:
        yield wrong(
            4, "rules/", f"`returns` gives {returns}: it needs a number for each seat, and they must add up to 0."
        )
    if state.is_terminal():
        yield from _faults_at_the_end(state, returns)
    else:
        yield from _faults_of_a_decision(state, returns)
    if thorough or state.is_terminal():
        yield from _faults_of_actions(state)


def _misplaced(wanted: Counter[str], found: Counter[str]) -> str:
    lost, extra = sorted((wanted - found).elements()), sorted((found - wanted).elements())
    said = [f"{listed(lost[:3])} can't be found in any place"] if lost else []
    said += [f"{listed(extra[:3])} is in two places"] if extra else []
    return f"{', and '.join(said)}: each card must be in exactly one of the `places` of SPEC."


def _faults_at_the_end(state: State, returns: Sequence[float]) -> Iterator[Finding]:
    game = state.game
    if state.current_player() != TERMINAL or state.legal_actions():
        yield wrong(4, "rules/", "the game is over, but somebody can still act.")
    if not has_words(game.spec):
        return
    outcome = state.outcome()
    if outcome is None:
        yield wrong(5, "text/reasons.py", "the game is over, but `outcome` says nothing.")
        return
    winners = tuple(seat for seat, won in enumerate(returns) if won > 0)
    if set(winners) != set(outcome.winners):
        yield wrong(5, "text/reasons.py", f"`outcome` names the winners {outcome.winners}, but `returns` {winners}.")
    if outcome.reason not in game.spec.meta.reasons:
        yield wrong(
            5, "text/reasons.py", f"`outcome` gives the reason “{outcome.reason}”, which is not in META.reasons."
        )
    if outcome.clause not in game.handbook.clauses:
        yield wrong(5, "text/reasons.py", f"`outcome` cites {outcome.clause}, which the handbook does not have.")


def _faults_of_a_decision(state: State, returns: Sequence[float]) -> Iterator[Finding]:
    game, actions = state.game, state.legal_actions()
    if state.current_player() not in range(game.num_players()):
        yield wrong(3, "state.py", f"`decider` gives {state.current_player()}, which is not the number of a seat.")
    if any(returns):
        yield wrong(4, "rules/", f"`returns` gives {returns}, although the game is not over.")
    if not actions:
        phase = game.spec.meta.phases[state.phase()]
        yield wrong(4, "rules/", f"nobody can act in the phase “{phase}”, and the game is not over.")
    elif actions[0] < 0 or actions[-1] >= game.num_distinct_actions() or any(a >= b for a, b in pairwise(actions)):
        yield wrong(4, "rules/", f"the legal actions {actions[:8]} are not in ascending order within the action space.")


def _faults_of_actions(state: State) -> Iterator[Finding]:
    """Yields a fault if an action is legal in one way of asking and not in another."""
    actions, number = state.legal_actions(), state.game.num_distinct_actions()
    legal = [action for action in range(-number, 2 * number) if state.is_legal(action)]
    if legal != actions:
        odd = sorted(set(legal) ^ set(actions))[0]
        yield wrong(
            4,
            "rules/",
            f"`is_legal` and `legal_actions` disagree about `{state.game.actions.notations[odd % number]}`.",
        )
    if actions and not state.is_terminal():
        yield from _faults_of_picks(state, actions)


def _faults_of_picks(state: State, actions: Sequence[int]) -> Iterator[Finding]:
    """Random bits that go evenly through their range must pick each legal action equally often."""
    count = len(actions)
    picks = [state.pick(((2 * n + 1) << 31) // (8 * count)) for n in range(4 * count)]
    if sorted(action for action, _count in picks) != sorted(4 * [*actions]) or {of for _action, of in picks} != {count}:
        yield wrong(4, "rules/", "`pick` does not choose each legal action equally often: look for an own `pick`.")


# -- what the games show besides ----------------------------------------------------------------------------------


def opening_faults(evidence: Evidence) -> Iterator[Finding]:
    """Compares who has the first turn with what `META` says."""
    spec = evidence.spec
    if not evidence.begins:
        if not evidence.findings and evidence.played:
            yield missing(
                2, "events.py", "no event says that the game begins; emit a `Began` for the seat with the first turn."
            )
        return
    for game in evidence.rule_sets:
        found, first = evidence.opened.get(under(game), set()), spec.meta.opening.first(game.options)
        if first is not None and found - {first}:
            names = listed([game.seats[seat] for seat in sorted(found)])
            yield wrong(
                1, "meta.py",
                f"`opening` says that {game.seats[first]} goes first, but {under(game)} {names} does.",
            )  # fmt: skip
            return


def refusal_faults(evidence: Evidence) -> Iterator[Finding]:
    """Asks about every illegal action in the positions of the games: each needs a reason with a clause."""
    seen: set[tuple[int, str]] = set()
    for state in evidence.positions:
        game = state.game
        for action in range(game.num_distinct_actions()):
            if state.is_legal(action):
                continue
            code = int(state.refusal(action))
            phase = evidence.spec.meta.phases[state.phase()]
            if (code, phase) in seen:
                continue
            seen.add((code, phase))
            notation = game.action_to_string(action)
            try:
                reason = evidence.spec.wording.reason(state, code)
            except Exception as error:  # the code of a game can do anything
                doing = f"There is no sentence for the refusal code {code} of `{notation}` in the phase “{phase}”"
                yield failed(5, "text/reasons.py", error, evidence.where, doing)
                continue
            if not reason.text.strip() or reason.clause not in game.handbook.clauses:
                what = f"the reason “{reason.text}” (code {code}) cites {reason.clause or 'no clause'}"
                yield wrong(5, "text/reasons.py", f"{what}, which the handbook does not have.")
