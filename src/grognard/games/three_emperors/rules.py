"""The rules of Battle of the Three Emperors, phase by phase in the order of the rulebook.

Clause numbers refer to handbook.md. The player whose turn it is is the attacker in every Action of it.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.three_emperors.state import (
    CASUALTY, CENTER, COALITION, COMMIT, DEFEND, FRONT, FRONTS, GIVE, KIND, LAUNCH, NAMES, NAPOLEON,
    NO_FRONT, NORTH, ORDERS, PIECE, SEARCH, SOUTH, TRIM, VICTORY, Army, Position, cards_of, cards_with,
    pieces_of, usable_by,
)  # fmt: skip
from grognard.kernel.engine.actions import NO_CARD, ActionSpace, Window
from grognard.kernel.sets.cards import (
    common,
    has,
    is_empty,
    meet,
    members,
    minus,
    no_cards,
    nth,
    only,
    size,
    summed,
    union,
)
from grognard.kernel.engine.state import OVER

# What things are worth (TE-4.1, 5.3, 5.5, 5.7, 7.4, 7.5, 7.7, 8.2, 8.3, 9.1).
CARDS_A_TURN: Final = 5
MARCH_DRAWS: Final = 2
MOVE_DRAWS: Final = 1
STANDSTILL_LOSES: Final = 2
HOLDING: Final = 4
WINNER_GAINS: Final = 2
LOSER_LOSES: Final = 3
VICTORY_DRAWS: Final = 1
NOTE_GAINS: Final = 2
NOTE_TAKES: Final = 2
RETREAT_GIVES: Final = 2
EXTRA_DRAWS: Final = 1
HAND_LIMIT: Final = 7

# One bit for each Front; at the start the Coalition holds the Center (TE-2.1).
CENTER_ONLY: Final = 2
ALL_FRONTS: Final = 7

# Why a choice is refused, beside the reasons all games share; text.py gives each its sentence and its clause.
ENEMY_CARD: Final = 4
NO_ORDER: Final = 5
NOTHING_TO_DRAW: Final = 6
NOTHING_TO_SEARCH: Final = 7
NO_OWN_PIECE: Final = 8
NO_OPPOSING_PIECE: Final = 9
NOTHING_TO_LOSE: Final = 10
NOT_FOUND: Final = 11
NOT_TO_MOVE: Final = 12
NOT_ADJACENT: Final = 13
ATTACKED_ALREADY: Final = 14
ASSAULT_ONLY: Final = 15
FREE_ATTACK_FIRST: Final = 16
FREE_ATTACK_MADE: Final = 17
NOT_AN_ATTACK: Final = 18
NO_FRONT_LEFT: Final = 19
NOT_FOR_ATTACKER: Final = 20
NOT_FOR_DEFENDER: Final = 21
NOT_AT_THE_CENTER: Final = 22
NOT_A_VICTORY_CARD: Final = 23
ONLY_AT_THE_CENTER: Final = 24
NO_TARGET: Final = 25

# Every action there can ever be; house rules only mask this one space.
SPACE: Final[ActionSpace] = ActionSpace(
    [
        Window(ORDERS, ["END_ORDERS"], "DEPLOY", cards_of("LU")),
        Window(ORDERS, [], "MARCH", cards_of("M")),
        Window(ORDERS, [], "RESERVE", cards_of("R")),
        Window(SEARCH, [], "TAKE", cards_of("LU"), stranger=NOT_FOUND),
        Window(ORDERS, [], "STANDSTILL", cards_of("Y")),
        Window(ORDERS, [], "MANEUVER", cards_of("X")),
        Window(ORDERS, [], "STRATEGY", cards_of("S")),
        Window(PIECE, [], "PIECE", cards_of("LU"), stranger=NOT_TO_MOVE),
        Window(FRONT, [f"FRONT {front}" for front in FRONTS]),
        Window(LAUNCH, [*(f"ATTACK {front}" for front in FRONTS), "END_ACTIONS"], "EXTRA", cards_of("A")),
        Window(COMMIT, ["END_COMMIT"], "COMMIT", cards_of("AE")),
        Window(DEFEND, ["END_DEFEND"], "DEFEND", cards_of("DE")),
        Window(VICTORY, ["END_VICTORY"], "VICTORY", cards_of("V")),
        Window(CASUALTY, [], "CASUALTY", cards_of("LU"), stranger=NO_TARGET),
        # Full Retreat itself lies in the discard pile by then.
        Window(GIVE, [], "GIVE", [card for card in range(len(NAMES)) if card not in cards_with("effect", "retreat")]),
        Window(TRIM, [], "TRIM", list(range(len(NAMES)))),
    ],
    NAMES,
)
# Its plain verbs, in the same order; those with a Front are three, from North to South.
END_ORDERS: Final = 0
FRONT_NORTH: Final = 1
ATTACK_NORTH: Final = 4
END_ACTIONS: Final = 7
END_COMMIT: Final = 8
END_DEFEND: Final = 9
END_VICTORY: Final = 10

PHASE_OF: Final[bytes] = SPACE.phase
CARD: Final[bytes] = SPACE.card

# What happened; text.py words it.
BEGAN: Final = 1
TURN_CAME: Final = 2
DREW: Final = 3
RESHUFFLED: Final = 4
DEPLOYED: Final = 5
MARCHED: Final = 6
SEARCHED: Final = 7
TOOK: Final = 8
STOOD_STILL: Final = 9
LOST_CARDS: Final = 10
MOVED: Final = 11
ENDED_ORDERS: Final = 12
ATTACKED: Final = 13
LAUNCHED: Final = 14
COMMITTED: Final = 15
PASSED: Final = 16
ROSE: Final = 17
FOUGHT: Final = 18
WON: Final = 19
TIED: Final = 20
PLAYED: Final = 21
REMOVED: Final = 22
FELL: Final = 23
GAVE: Final = 24
ENDED_VICTORY: Final = 25
ENDED_ACTIONS: Final = 26
TRIMMED: Final = 27
TRIUMPHED: Final = 28
RAN_OUT: Final = 29
DEFENDED: Final = 30
FOUND: Final = 31

# How the numbers of an Action stand in one number of an event.
_SCALE: Final = 1000


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class ThreeEmperors(Position):
    """A battle of the three Emperors."""

    def clone(self) -> ThreeEmperors:
        other = ThreeEmperors(self.game)
        other.copy(self)
        return other

    # -- TE-2 Setup ------------------------------------------------------------------------------------------------

    def start(self) -> None:
        first: i64 = COALITION  # TE-2.3
        if self.tables.coin:
            first = self.below(2)
        elif self.tables.napoleon_first:
            first = NAPOLEON
        self.attacker.seat = first
        self.defender.seat = 1 - first
        self.attacker.morale = self.tables.morale  # TE-2.1
        self.defender.morale = self.tables.morale
        self.held = CENTER_ONLY
        self.deck = KIND.all_cards  # TE-2.2
        if self.clerk.recording:
            self.note(BEGAN, first, no_cards())
        self._begin_turn()

    # -- TE-3 Turn frame, TE-4 Strategy Phase ----------------------------------------------------------------------

    def _begin_turn(self) -> None:
        self.turn += 1
        self.attacked = 0
        self.front = NO_FRONT
        if self.clerk.recording:
            self.note(TURN_CAME, self.attacker.seat, no_cards(), self.turn)
        if self._draw(self.attacker, CARDS_A_TURN) == CARDS_A_TURN:  # TE-4.1
            self._open(ORDERS)
        else:
            if self.clerk.recording:
                self.note(RAN_OUT, self.attacker.seat, no_cards())
            self.frames = OVER  # TE-4.2

    def _open(self, phase: i64) -> None:
        """Goes to a phase; one in which its decider can do nothing, for all to see, is passed over (TE-11.1)."""
        self.frames = phase
        if phase == LAUNCH:
            self.front = NO_FRONT
            spent = self.attacked == ALL_FRONTS or (self.attacked != 0 and is_empty(self.attacker.hand))
            if spent:
                self._end_actions()
        elif not is_empty(self.army(self.decider()).hand):
            return
        elif phase == ORDERS:
            self._open(LAUNCH)
        elif phase in (COMMIT, DEFEND):
            self._end_committing()
        elif phase == VICTORY:
            self._open(LAUNCH)

    def _draw(self, army: Army, count: i64) -> i64:
        """One card at a time, as many as the deck gives (TE-3.3, 4.4); how many they were."""
        drawn: tuple[i64, i64] = no_cards()
        for _n in range(count):
            if is_empty(self.deck) and not self._reshuffle():
                break
            card = only(self.random_card(self.deck))
            self.deck = minus(self.deck, card)
            army.draw(card)
            drawn = union(drawn, card)
        self.reveal()
        if self.clerk.recording:
            self.note(DREW, army.seat, drawn, size(drawn), private=True)
        return size(drawn)

    def _reshuffle(self) -> bool:
        """Option `deckout`: the first time the deck is wanting, the discard pile becomes a new one (TE-10.3)."""
        if not self._may_reshuffle() or is_empty(self.discard):
            return False
        self.reshuffled = True
        # With no card in the deck, each player sees or can work out where every card is.
        self.attacker.lay_open()
        self.defender.lay_open()
        self.deck = self.discard
        self.discard = no_cards()
        if self.clerk.recording:
            self.note(RESHUFFLED, self.attacker.seat, no_cards(), size(self.deck))
        return True

    def _may_reshuffle(self) -> bool:
        return self.tables.reshuffle_once and not self.reshuffled

    def _discard(self, army: Army, cards: tuple[i64, i64]) -> None:
        """Cards go from a hand to the open pile, before they take effect."""
        army.lose(cards)
        self.discard = union(self.discard, cards)

    # -- TE-5 Orders Phase -----------------------------------------------------------------------------------------

    def _orders(self) -> tuple[i64, i64]:
        cards = self._own(self.attacker)
        cards = self.bar(cards, KIND.fighters, NO_ORDER)  # TE-5.9
        if is_empty(self.deck) and not self._may_reshuffle():
            cards = self.bar(cards, KIND.marches, NOTHING_TO_DRAW)  # TE-5.3
            cards = self.bar(cards, KIND.reserves, NOTHING_TO_SEARCH)  # TE-5.4
        if is_empty(self.attacker.pieces()):
            cards = self.bar(cards, KIND.maneuvers, NO_OWN_PIECE)  # TE-5.5
        if is_empty(self.defender.pieces()):
            cards = self.bar(cards, KIND.strategies, NO_OPPOSING_PIECE)  # TE-5.6
        if is_empty(self.defender.hand):
            cards = self.bar(cards, KIND.standstills, NOTHING_TO_LOSE)  # TE-5.7
        return cards

    def _own(self, army: Army) -> tuple[i64, i64]:
        """The cards of a hand that are of any use to its holder (TE-1.5)."""
        return self.bar(army.hand, minus(KIND.all_cards, usable_by(army.seat)), ENEMY_CARD)

    def _order(self, card: i64) -> None:
        """TE-5.1: one card, fully resolved before the next."""
        if has(KIND.pieces, card):
            self._pick_from(self.attacker, card)
            self.enter(FRONT)
        elif has(KIND.maneuvers, card):
            self._choose_piece(card, self.attacker.pieces())
        elif has(KIND.strategies, card):
            self._choose_piece(card, self.defender.pieces())
        elif has(KIND.marches, card):
            self._march(card)
        elif has(KIND.reserves, card):
            self._search(card)
        else:
            self._stand_still(card)

    def _deploy(self, front: i64) -> None:
        """TE-5.2: at any Front, whoever holds it."""
        piece = self.picked
        self.picked = no_cards()
        self.attacker.lose(piece)
        self.attacker.put(piece, front)
        if self.clerk.recording:
            self.note(DEPLOYED, self.attacker.seat, piece, front)
        self._open(ORDERS)

    def _march(self, card: i64) -> None:
        """TE-5.3."""
        self._discard(self.attacker, only(card))
        if self.clerk.recording:
            self.note(MARCHED, self.attacker.seat, only(card))
        self._draw(self.attacker, MARCH_DRAWS)
        self._open(ORDERS)

    def _search(self, card: i64) -> None:
        """TE-5.4: the searcher sees which pieces he can fetch, the other side only whether there are any."""
        self._discard(self.attacker, only(card))
        if self.clerk.recording:
            self.note(SEARCHED, self.attacker.seat, only(card))
        if is_empty(self.deck):
            self._reshuffle()
        found = meet(self.deck, pieces_of(self.attacker.seat))
        self.defender.be_searched_for()
        self.reveal()
        if self.clerk.recording:
            self.note(FOUND, self.attacker.seat, no_cards(), 1 if found else 0)
        if found:
            self.enter(SEARCH)
        else:
            # No such piece is in the deck, so all that are not in sight are in this hand.
            self.attacker.learn(common(self.attacker.hand, pieces_of(self.attacker.seat)))
            self._open(ORDERS)

    def _take(self, card: i64) -> None:
        piece = only(card)
        self.deck = minus(self.deck, piece)
        self.attacker.fetch(piece)
        self.reveal()  # the deck is shuffled: what was taken is not put back
        if self.clerk.recording:
            self.note(TOOK, self.attacker.seat, only(card), 1, private=True)
        self._open(ORDERS)

    def _choose_piece(self, card: i64, pieces: tuple[i64, i64]) -> None:
        """Which piece a Maneuver or Strategy card moves; a lone one needs no question."""
        self._pick_from(self.attacker, card)
        if size(pieces) == 1:
            self._choose_way(pieces)
        else:
            self.enter(PIECE)

    def _choose_way(self, piece: tuple[i64, i64]) -> None:
        """To which adjacent Front; from North and South there is one way only (TE-1.2)."""
        self.aimed = piece
        if self._mover().front_of(nth(piece, 0)) == CENTER:
            self.enter(FRONT)
        else:
            self._move(CENTER)

    def _mover(self) -> Army:
        """The side whose piece the open frame moves: one's own by Maneuver, the other by Strategy (TE-5.5, 5.6)."""
        return self.attacker if meet(self.picked, KIND.maneuvers) else self.defender

    def _move(self, front: i64) -> None:
        mover = self._mover()
        card = self.picked
        piece = self.aimed
        self.picked = no_cards()
        self.aimed = no_cards()
        self._discard(self.attacker, card)
        mover.remove(piece)
        mover.put(piece, front)
        if self.clerk.recording:
            self.note_list(MOVED, self.attacker.seat, [*members(card), *members(piece)], front)
        self._draw(self.attacker, MOVE_DRAWS)  # TE-5.8
        self._open(ORDERS)

    def _stand_still(self, card: i64) -> None:
        """TE-5.7: two random cards of the opponent, face up."""
        self._discard(self.attacker, only(card))
        if self.clerk.recording:
            self.note(STOOD_STILL, self.attacker.seat, only(card))
        lost: tuple[i64, i64] = no_cards()
        for _n in range(min(STANDSTILL_LOSES, size(self.defender.hand))):
            one = only(self.random_card(self.defender.hand))
            self._discard(self.defender, one)
            lost = union(lost, one)
        self.reveal()
        if self.clerk.recording:
            self.note(LOST_CARDS, self.defender.seat, lost)
        self._open(ORDERS)

    # -- TE-6 Action Phase -----------------------------------------------------------------------------------------

    def _launching(self) -> tuple[i64, i64]:
        """TE-6.2: Attack cards for an extra attack."""
        cards = self._own(self.attacker)
        cards = self.bar(cards, minus(KIND.all_cards, KIND.attacks), NOT_AN_ATTACK)
        if self.attacked == 0:
            return self.bar(cards, KIND.attacks, FREE_ATTACK_FIRST)
        if (self.attacked | self._own_fronts()) == ALL_FRONTS:
            cards = self.bar(cards, KIND.assaults, NO_FRONT_LEFT)  # TE-6.4
        return cards

    def _own_fronts(self) -> i64:
        """One bit for each Front that the active player holds."""
        return self.held if self.attacker.seat == COALITION else ALL_FRONTS & ~self.held

    def _launch_plain(self) -> tuple[i64, i64]:
        """TE-6.1, 6.6: one free attack on any Front, or the end of the phase."""
        plain = only(END_ACTIONS)
        for front in range(NORTH, SOUTH + 1):
            attack = ATTACK_NORTH + front
            if self.allows(attack, self.attacked == 0, FREE_ATTACK_MADE):
                plain = union(plain, only(attack))
        return plain

    def _extra(self, card: i64) -> None:
        """TE-6.2: which other Front; where one is left there is nothing to ask."""
        self._pick_from(self.attacker, card)
        fronts = self._extra_fronts()
        if size(fronts) == 1:
            self._launch(nth(fronts, 0) - FRONT_NORTH)
        else:
            self.enter(FRONT)

    def _extra_fronts(self) -> tuple[i64, i64]:
        """The Fronts that the picked Attack card can be launched at, as plain actions."""
        plain: tuple[i64, i64] = no_cards()
        assault = meet(self.picked, KIND.assaults)
        for front in range(NORTH, SOUTH + 1):
            there = FRONT_NORTH + front
            fresh = self.allows(there, (self.attacked >> front) & 1 == 0, ATTACKED_ALREADY)  # TE-6.3
            if fresh and self.allows(there, not assault or self.holder(front) != self.attacker.seat, ASSAULT_ONLY):
                plain = union(plain, only(there))
        return plain

    def _launch(self, front: i64) -> None:
        card = self.picked
        self.picked = no_cards()
        self.attacked |= only(front)[0]
        self.front = front
        self.passed = False
        self.attacker.lose(card)
        self.attacker.committed = card
        if self.clerk.recording:
            self.note(ATTACKED if is_empty(card) else LAUNCHED, self.attacker.seat, card, front)
        self._open(COMMIT)

    def _end_actions(self) -> None:
        if self.clerk.recording:
            self.note(ENDED_ACTIONS, self.attacker.seat, no_cards())
        self._trim_or_end_turn()

    # -- TE-7 One Action -------------------------------------------------------------------------------------------

    def _attacking(self) -> tuple[i64, i64]:
        """TE-7.1: Attack and Event cards; Assault only at a Front he does not hold (TE-6.4)."""
        cards = self._own(self.attacker)
        cards = self.bar(cards, KIND.not_attacker, NOT_FOR_ATTACKER)
        if self.holder(self.front) == self.attacker.seat:
            cards = self.bar(cards, KIND.assaults, ASSAULT_ONLY)
        return cards

    def _defending(self) -> tuple[i64, i64]:
        """TE-7.2: Defense and Event cards; Fortifications at North and South only (TE-7.3)."""
        cards = self._own(self.defender)
        cards = self.bar(cards, KIND.not_defender, NOT_FOR_DEFENDER)
        if self.front == CENTER:
            cards = self.bar(cards, KIND.flanks, NOT_AT_THE_CENTER)
        return cards

    def _commit(self, card: i64) -> None:
        """A card of the open frame; with option `commit` it is shown at once, and the other side is next (TE-7.2)."""
        attacking = self.phase() == COMMIT
        self._pick_from(self.attacker if attacking else self.defender, card)
        if self.tables.alternate:
            self._show()
            self.passed = False
            self._open(DEFEND if attacking else COMMIT)

    def _end_committing(self) -> None:
        """The attacker closes, then the defender; with option `commit` two passes in a row close the Action."""
        attacking = self.phase() == COMMIT
        if is_empty(self.picked):
            if self.clerk.recording:
                self.note(PASSED, self.decider(), no_cards(), self.phase())
        else:
            self._show()
        if self.tables.alternate:
            if self.passed:
                self._fight()
            else:
                self.passed = True
                self._open(DEFEND if attacking else COMMIT)
        elif attacking:
            self._open(DEFEND)
        else:
            self._fight()

    def _show(self) -> None:
        """The picks are committed for all to see; final (TE-7.1, 7.2)."""
        army = self.attacker if self.phase() == COMMIT else self.defender
        cards = self.picked
        self.picked = no_cards()
        army.lose(cards)
        army.committed = union(army.committed, cards)
        if self.clerk.recording:
            kind = COMMITTED if self.phase() == COMMIT else DEFENDED
            self.note(kind, army.seat, cards, self.total(army, self.front))
        if meet(cards, KIND.gains):  # TE-7.4
            self._raise(army, NOTE_GAINS)

    def total(self, army: Army, front: i64) -> i64:
        """TE-7.5: pieces, committed cards, and 4 for a defender who holds the Front."""
        total = self.force_at(army, front) + self.bonus(army, front)
        if front == self.front:
            total += summed(army.committed, self.tables.force)
        return total

    def bonus(self, army: Army, front: i64) -> i64:
        """The 4 of a side that holds a Front and does not attack there itself."""
        if self.holder(front) != army.seat or (front == self.front and army.seat == self.attacker.seat):
            return 0
        return HOLDING

    def _fight(self) -> None:
        """TE-7.6, 7.7, 7.8."""
        ours = self.total(self.attacker, self.front)
        theirs = self.total(self.defender, self.front)
        if self.clerk.recording:
            self.note(FOUGHT, self.attacker.seat, no_cards(), packed(ours, theirs, self.front))
        committed = union(self.attacker.committed, self.defender.committed)
        self.attacker.committed = no_cards()
        self.defender.committed = no_cards()
        self.discard = union(self.discard, committed)
        if ours == theirs:
            if self.clerk.recording:
                self.note(TIED, self.attacker.seat, no_cards(), self.front)
            self._open(LAUNCH)
            return
        winner = self.attacker if ours > theirs else self.defender
        loser = self.defender if ours > theirs else self.attacker
        self.winner = winner.seat
        here = only(self.front)[0]
        self.held = self.held | here if winner.seat == COALITION else self.held & ~here
        winner.morale += WINNER_GAINS
        loser.morale = max(0, loser.morale - LOSER_LOSES)  # TE-1.4
        if self.clerk.recording:
            self.note(WON, winner.seat, no_cards(), packed(winner.morale, loser.morale, self.front))
        if not self._triumph(winner, loser):
            self._open(VICTORY)

    # -- TE-8 Victory cards ----------------------------------------------------------------------------------------

    def _celebrating(self) -> tuple[i64, i64]:
        cards = self._own(self.army(self.winner))
        cards = self.bar(cards, minus(KIND.all_cards, KIND.victories), NOT_A_VICTORY_CARD)  # TE-8.1
        if self.front != CENTER:
            cards = self.bar(cards, KIND.center_only, ONLY_AT_THE_CENTER)  # TE-8.3, Shatter Center
        return cards

    def _targets(self) -> tuple[i64, i64]:
        """TE-8.3: opposing pieces at any Front, or with option `casualties` at this one."""
        loser = self.army(1 - self.winner)
        return loser.at(self.front) if self.tables.battle_front else loser.pieces()

    def _celebrate(self, card: i64) -> None:
        """TE-8.2: the effect in full, the test of victory, then the draw."""
        winner = self.army(self.winner)
        loser = self.army(1 - self.winner)
        self._pick_from(winner, card)
        if has(KIND.casualties, card):
            targets = self._targets()
            if size(targets) > 1:
                self.enter(CASUALTY)
            else:
                self._kill(targets)
            return
        self._play(winner)
        if has(KIND.gains, card):
            self._raise(winner, NOTE_GAINS)
        elif has(KIND.losses, card):
            loser.morale = max(0, loser.morale - NOTE_TAKES)
            if self.clerk.recording:
                self.note(FELL, loser.seat, no_cards(), loser.morale)
        elif has(KIND.retreats, card) and not is_empty(loser.hand):
            self.owed = min(RETREAT_GIVES, size(loser.hand))
            self.enter(GIVE)
            return
        if not self._triumph(winner, loser):
            self._draw(winner, VICTORY_DRAWS + (EXTRA_DRAWS if has(KIND.extra_cards, card) else 0))
            self._after_victory_card()

    def _play(self, winner: Army) -> None:
        card = self.picked
        self.picked = no_cards()
        self._discard(winner, card)
        if self.clerk.recording:
            self.note(PLAYED, winner.seat, card)

    def _kill(self, target: tuple[i64, i64]) -> None:
        """Casualties: one opposing piece, or none where there is none."""
        winner = self.army(self.winner)
        self._play(winner)
        self.army(1 - self.winner).remove(target)
        self.discard = union(self.discard, target)
        if self.clerk.recording and not is_empty(target):
            self.note(REMOVED, winner.seat, target)
        self._draw(winner, VICTORY_DRAWS)
        self._after_victory_card()

    def _give(self, card: i64) -> None:
        """Full Retreat: the loser's own choice, shown together; then the winner draws."""
        loser = self.army(1 - self.winner)
        self._pick_from(loser, card)
        if size(self.picked) < self.owed:
            return
        cards = self.picked
        self.picked = no_cards()
        self.owed = 0
        self._discard(loser, cards)
        if self.clerk.recording:
            self.note(GAVE, loser.seat, cards)
        self._draw(self.army(self.winner), VICTORY_DRAWS)
        self._after_victory_card()

    def _after_victory_card(self) -> None:
        self._open(LAUNCH if self.tables.one_victory_card else VICTORY)

    def _raise(self, army: Army, gain: i64) -> None:
        army.morale += gain
        if self.clerk.recording:
            self.note(ROSE, army.seat, no_cards(), army.morale)

    # -- TE-9 End Phase --------------------------------------------------------------------------------------------

    def _trim_or_end_turn(self) -> None:
        """TE-9.1: down to exactly seven cards; the other hand is not checked (TE-9.2)."""
        if size(self.attacker.hand) > HAND_LIMIT:
            self.frames = TRIM
            return
        if not is_empty(self.picked):
            cards = self.picked
            self.picked = no_cards()
            self._discard(self.attacker, cards)
            if self.clerk.recording:
                self.note(TRIMMED, self.attacker.seat, cards)
        active = self.attacker
        self.attacker = self.defender
        self.defender = active
        self._begin_turn()

    # -- TE-10 End of the game -------------------------------------------------------------------------------------

    def has_triumphed(self, army: Army, other: Army) -> bool:
        """TE-10.1: all three Fronts, and the opponent's Morale at 0."""
        return other.morale == 0 and self.held == (ALL_FRONTS if army.seat == COALITION else 0)

    def _triumph(self, winner: Army, loser: Army) -> bool:
        """TE-10.2: the first success ends the game on the spot."""
        if not self.has_triumphed(winner, loser):
            return False
        if self.clerk.recording:
            self.note(TRIUMPHED, winner.seat, no_cards())
        self.frames = OVER
        return True

    def victor(self) -> i64:
        """The seat that has won a game that is over, or -1 (TE-10.1, 10.3)."""
        ours = self.army(NAPOLEON)
        theirs = self.army(COALITION)
        if self.has_triumphed(ours, theirs):
            return NAPOLEON
        if self.has_triumphed(theirs, ours):
            return COALITION
        if not self.tables.adjudicate:
            return -1
        if ours.morale != theirs.morale:
            return NAPOLEON if ours.morale > theirs.morale else COALITION
        return COALITION if size((self.held, 0)) > 1 else NAPOLEON

    def returns(self) -> list[float]:
        if self.frames != OVER:
            return [0.0, 0.0]
        victor = self.victor()
        if victor == -1:
            return [0.0, 0.0]
        return [1.0, -1.0] if victor == NAPOLEON else [-1.0, 1.0]

    # -- what may be chosen, and choosing it -----------------------------------------------------------------------

    def space(self) -> ActionSpace:
        return SPACE

    def things(self, verb: i64) -> tuple[i64, i64]:
        if verb == ORDERS:
            return self._orders()
        if verb == SEARCH:
            return common(self.deck, pieces_of(self.attacker.seat))
        if verb == PIECE:
            return self._mover().pieces()
        if verb == LAUNCH:
            return self._launching()
        if verb == COMMIT:
            return self._attacking()
        if verb == DEFEND:
            return self._defending()
        if verb == VICTORY:
            return self._celebrating()
        if verb == CASUALTY:
            return self._targets()
        return self.army(self.decider()).hand  # GIVE and TRIM

    def plain(self) -> tuple[i64, i64]:
        phase = self.phase()
        if phase == ORDERS:
            return only(END_ORDERS)
        if phase == FRONT:
            return self._fronts()
        if phase == LAUNCH:
            return self._launch_plain()
        if phase == COMMIT:
            return only(END_COMMIT)
        if phase == DEFEND:
            return only(END_DEFEND)
        if phase == VICTORY:
            return only(END_VICTORY)
        return no_cards()

    def _fronts(self) -> tuple[i64, i64]:
        """The Fronts that the open frame may name: for a new piece, a move, or an extra attack."""
        if meet(self.picked, KIND.attacks):
            return self._extra_fronts()
        plain: tuple[i64, i64] = no_cards()
        for front in range(NORTH, SOUTH + 1):
            there = FRONT_NORTH + front
            # Only a piece at the Center is asked for its way: both other Fronts are adjacent (TE-1.2).
            if self.allows(there, is_empty(self.aimed) or front != CENTER, NOT_ADJACENT):
                plain = union(plain, only(there))
        return plain

    def step(self, action: i64) -> None:
        self.ply += 1
        phase = self.phase()
        card: i64 = CARD[action]
        if phase == ORDERS:
            if card == NO_CARD:
                if self.clerk.recording:
                    self.note(ENDED_ORDERS, self.attacker.seat, no_cards())
                self._open(LAUNCH)
            else:
                self._order(card)
        elif phase == SEARCH:
            self._take(card)
        elif phase == PIECE:
            self._choose_way(only(card))
        elif phase == FRONT:
            front = action - FRONT_NORTH
            if meet(self.picked, KIND.attacks):
                self._launch(front)
            elif is_empty(self.aimed):
                self._deploy(front)
            else:
                self._move(front)
        elif phase == LAUNCH:
            if card != NO_CARD:
                self._extra(card)
            elif action == END_ACTIONS:
                self._end_actions()
            else:
                self._launch(action - ATTACK_NORTH)
        elif phase in (COMMIT, DEFEND):
            if card == NO_CARD:
                self._end_committing()
            else:
                self._commit(card)
        elif phase == VICTORY:
            if card == NO_CARD:
                if self.clerk.recording:
                    self.note(ENDED_VICTORY, self.winner, no_cards())
                self._open(LAUNCH)  # TE-8.4
            else:
                self._celebrate(card)
        elif phase == CASUALTY:
            self._kill(only(card))
        elif phase == GIVE:
            self._give(card)
        elif phase == TRIM:
            self._pick_from(self.attacker, card)
            self._trim_or_end_turn()

    def _pick_from(self, army: Army, card: i64) -> None:
        """A card of the open frame: out of the hand, not yet shown."""
        army.hand = minus(army.hand, only(card))
        self.picked = union(self.picked, only(card))


def packed(first: i64, second: i64, front: i64) -> i64:
    """Two numbers and a Front in the one number of an event."""
    return (first * _SCALE + second) * len(FRONTS) + front


def unpacked(number: int) -> tuple[int, int, int]:
    """The reverse of `packed`."""
    numbers, front = divmod(number, len(FRONTS))
    first, second = divmod(numbers, _SCALE)
    return first, second, front
