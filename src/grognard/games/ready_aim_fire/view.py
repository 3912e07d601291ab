"""The view of one seat of Ready Aim Fire (RAF-2.7 to 2.10), built only from the parts listed in it.

In enemy stacks a seat sees the cards that are face up, cards that it has seen and could keep track of (RAF-2.8), and
the backs of the others with their markers. A seat that waits sees the table as it was when the open frame began. It
sees nothing of an enemy line until the line is revealed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from grognard.games.ready_aim_fire.meta import META
from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.rules import ReadyAimFire
from grognard.games.ready_aim_fire.rules.victory import LOST
from grognard.games.ready_aim_fire.marks import BLOWN, COVERED, SEEN, SHAKEN, SPENT, kind_of
from grognard.games.ready_aim_fire.state import Army, Post, position_of
from grognard.games.ready_aim_fire.text import WORDS
from grognard.games.ready_aim_fire.text.sums import Side, attack_words, check_sum, result_words, side_sum
from grognard.games.ready_aim_fire.text.hopeless import fate, in_vain
from grognard.games.ready_aim_fire.text.words import FATES, Called
from grognard.kernel.content.grammar import Party, parties
from grognard.kernel.content.wording import capitalized, plural, uncapitalized
from grognard.kernel.cardsets.bits import is_in, members_of
from grognard.kernel.cardsets.counts import Counts, copies, is_none, nothing, one, plus, some, total, within
from grognard.kernel.cardsets.stacks import cards_of
from grognard.kernel.views.view_builder import Viewer, build_view
from grognard.kernel.views.view import (
    ActionView, CardView, MarkerView, MemoryView, NumberView, RefusedView, SumView, View, ZoneView, action_views,
    card_view, number_view,
)  # fmt: skip


def view(position: ReadyAimFire, viewer: Viewer) -> View:
    """Returns the table as the viewer sees it."""
    return build_view(
        viewer,
        zones=_Table(position, viewer).zones(),
        numbers=_numbers(position),
        actions=lambda: [_action(position, action) for action in action_views(position)],
        refused=lambda: _refused(position),
        memory=_memories(position, viewer.seat),
        coming=_coming(position, viewer.seat),
        sums=_sums(position, viewer.seat),
    )


# -- cards and zones ---------------------------------------------------------------------------------------------------


class _Table:
    """The zones of one view."""

    def __init__(self, position: ReadyAimFire, viewer: Viewer) -> None:
        self.position = position
        self.viewer = viewer
        self.seat = viewer.seat

    def zones(self) -> Iterator[ZoneView]:
        """Yields all zones, Blue's first."""
        position = self.position
        for army in (position.blue, position.red):
            yield from self._line(army)
            yield from self._piles(army)
        yield ZoneView("tactics deck", "Tactics deck", None, total(position.deck), ())
        if not position.tables.merged:
            yield self._shown("tactics discard", "Tactics discard pile", None, position.discard)
        if self.viewer.deciding and not is_none(position.picked):
            yield self._shown("picked", "Picked", self.seat, position.picked, False)

    def _is_open(self, army: Army) -> bool:
        """Does the viewer see the line and hand of this army? That is their own army, and at the end both."""
        return self.viewer.over or self.seat == army.seat

    def _shown(
        self, key: str, label: str, owner: int | None, pile: Counts, folded: bool = True, yours: str = ""
    ) -> ZoneView:
        cards = tuple(faces(self.position, copies(pile), owner, label))
        return ZoneView(key, label, owner, len(cards), cards, folded, yours=yours)

    # The line

    def _line(self, army: Army) -> Iterator[ZoneView]:
        name = META.seats[army.seat]
        # RAF-3.2: neither side sees how far the other is.
        in_secret = self.position.turn == 0 and not self._is_open(army)
        for place in range(n.COLUMNS):
            column = int(position_of(army.seat, place))
            post, label = army.posts[column], f"{name}'s {n.POSITIONS[place]}"
            cards = () if in_secret else tuple(self._stack(army, column, label))
            markers = (self._room(army, column, len(cards)), *self.ground_modifier(army, column))
            yield ZoneView(
                n.POSITIONS[place],
                label,
                army.seat,
                len(cards),
                cards,
                markers=markers,
                yours=f"Your {n.POSITIONS[place]}",
            )
            if post.general != n.NONE:
                yield self._general(army, post, f"{n.POSITIONS[place]} general", label)

    def _stack(self, army: Army, column: int, label: str) -> Iterator[CardView]:
        position, lie = self.position, cards_of(army.posts[column].stack)
        if position.doing == n.SORTING and position.origin == column and self.viewer.hides(army.seat):
            lie = cards_of(position.kept)
        for i, card in enumerate(lie):
            handle = f"{label} {i + 1}"
            marks = tuple(self._marks(army, column, i, card))
            if self._is_open(army) or card & SEEN:
                face = _face(position, int(kind_of(card)), int(army.seat), handle, handle)
                yield msgspec.structs.replace(face, markers=marks)
            else:
                yield CardView(handle, "Face down", "BK", {}, "", marks, alike=handle)

    def _marks(self, army: Army, column: int, i: int, card: int) -> Iterator[MarkerView]:
        """The public markers of a card; `seen` means that the enemy knows a face-down card."""
        position = self.position
        role = _role(position, int(army.seat), column, i)
        if role:
            yield MarkerView(role, role, 1)
        if card & SHAKEN:
            yield MarkerView("shaken", "Shaken", 1)
        if card & BLOWN:
            yield MarkerView("blown", "Blown", 1)
        if card & COVERED:
            yield MarkerView("covered", "in cover", 1)
        if card & SPENT and not position.tables.repeat_attack:
            yield MarkerView("spent", "has attacked", 1)
        if card & SEEN and not role and not self.viewer.over and not position.is_open():
            yield MarkerView("seen", "seen", 1)

    def _room(self, army: Army, column: int, lie: int) -> MarkerView:
        """RAF-2.1: the number of battalions at a position, and its limit."""
        position = self.position
        most = position.limit(army, column) if position.turn > 0 else position.start_limit(column)
        return MarkerView("room", "battalions", lie, int(most))

    def ground_modifier(self, army: Army, column: int) -> Iterator[MarkerView]:
        """The terrain and pending checks of a position."""
        position, post = self.position, army.posts[column]
        called, kinds = position.game.names, position.tables.kinds
        for piece in members_of(post.ground & kinds.shapes):
            taken = post.taken and not is_in(kinds.hills, piece)
            key = _GROUND_KEYS[position.tables.works_as[piece]]
            yield MarkerView(key, f"{called[piece]}, taken" if taken else called[piece], 1)
        for piece in members_of(position.river(column)):
            yield MarkerView("river", called[piece], 1)
        for piece in members_of(position.bridge(column)):
            used = is_in(position.bridged, column)
            yield MarkerView("bridge", f"{called[piece]}, used" if used else called[piece], 1)
        if post.passes > 0:
            yield MarkerView("passes", "has to check" if post.passes == 1 else "checks to make:", int(post.passes))
        if army.army_check:
            yield MarkerView("army", "the whole army checks", 1)

    def _general(self, army: Army, post: Post, key: str, label: str) -> ZoneView:
        who = "Army Commander" if post.acting else "general"
        card = self._commander(army, int(post.general), int(post.rerolls), label)
        return ZoneView(key, f"{label}: {who}", int(army.seat), 1, (card,))

    def _commander(self, army: Army, piece: int, made: int, where: str) -> CardView:
        """A commander in play, with the number of re-rolls left this turn."""
        allowed = int(self.position.allowance(army.seat, piece)) if self.position.turn > 0 else 0
        left = MarkerView("rerolls", "re-rolls left", max(0, allowed - made), allowed)
        handle = f"{where}: commander"
        return msgspec.structs.replace(_face(self.position, piece, int(army.seat), handle, handle), markers=(left,))

    # Hands and piles

    def _piles(self, army: Army) -> Iterator[ZoneView]:
        position, name, owner = self.position, META.seats[army.seat], int(army.seat)
        shown: tuple[CardView, ...] = ()
        if army.commander != n.NONE:
            made = int(army.commander_rerolls)
            shown = (self._commander(army, int(army.commander), made, f"{name}'s command"),)
        yield ZoneView(
            "army commander", f"{name}'s Army Commander", owner, len(shown), shown, yours="Your Army Commander"
        )
        hand, reserve = self._hidden_piles(army)
        is_open = self._is_open(army)
        cards = tuple(faces(position, copies(hand), owner, f"{name}'s hand")) if is_open else ()
        yield ZoneView("hand", f"{name}'s hand", owner, total(hand), cards, yours="Your hand")
        own = army.seat == self.seat
        deck = tuple(faces(position, copies(reserve), owner, f"{name}'s Reserve deck")) if own else ()
        yield ZoneView(
            "reserve deck",
            f"{name}'s Reserve deck",
            owner,
            total(reserve),
            deck,
            position.turn > 0,
            yours="Your Reserve deck",
        )
        yield self._shown("discard", f"{name}'s discard pile", owner, army.discard, yours="Your discard pile")
        yield self._shown("eliminated", f"{name}'s eliminated", owner, army.eliminated, yours="Your eliminated")
        box = tuple(faces(position, copies(army.box), owner, f"{name}'s box")) if own and position.turn > 0 else ()
        unused = "unused commanders" if position.turn > 0 else "commanders not drawn yet"
        yield ZoneView("box", f"{name}'s {unused}", owner, total(army.box), box, True, yours=f"Your {unused}")
        if not is_none(army.aside):
            aside = tuple(faces(position, copies(army.aside), owner, f"{name}'s exchanged")) if is_open else ()
            yield ZoneView(
                "aside", f"{name}'s exchanged battalions", owner, total(army.aside), aside, True,
                yours="Your exchanged battalions",
            )  # fmt: skip

    def _hidden_piles(self, army: Army) -> tuple[Counts, Counts]:
        """The visible hand and Reserve deck: for the other seat, picked and placed cards are still there."""
        position = self.position
        hand, reserve = army.hand, army.reserve
        if self._is_open(army):
            return hand, reserve
        picked = position.picked if self.viewer.hides(army.seat) else nothing()
        if position.turn > 0:
            return plus(hand, picked), reserve
        for post in army.posts:
            for card in cards_of(post.stack):
                picked = plus(picked, one(kind_of(card)))
        return (plus(hand, picked), reserve) if position.tables.thoth else (hand, plus(reserve, picked))


# The key of the marker for Terrain that gives a position its shape.
_GROUND_KEYS: Final = {n.WOODS: "woods", n.HILLS: "hills", n.REDOUBT: "redoubt"}


def handle_of(where: str, name: str, copy: int = 1) -> str:
    """The handle of a card outside the stacks: its zone, its name and the number of the copy."""
    return f"{where}: {name}" + (f" ({copy})" if copy > 1 else "")


def faces(position: ReadyAimFire, pieces: Iterable[int], owner: int | None, where: str) -> Iterator[CardView]:
    """Yields the face-up cards of a side; copies of a card are interchangeable."""
    met: Counter[int] = Counter()
    for piece in pieces:
        met[piece] += 1
        name = position.game.pieces[piece]
        yield _face(position, piece, owner, handle_of(where, name, met[piece]), handle_of(where, name))


def _face(position: ReadyAimFire, piece: int, owner: int | None, handle: str, alike: str) -> CardView:
    """A card with the text of its nation, and of its numbers only the modifier of a battalion."""
    card = card_view(position, piece)
    numbers = {key: value for key, value in card.numbers.items() if key == "modifier"}
    text, face = card.text, card.face
    if owner is not None:
        nation = position.game.house_rules.text(("blue", "red")[owner])
        row = position.tables.cards.row_in.get((nation, card.handle))
        if row is not None:
            fact = position.game.cards[row]
            text, face = fact.notes, fact.key
    return msgspec.structs.replace(card, handle=handle, alike=alike, numbers=numbers, text=text, face=face)


def _role(position: ReadyAimFire, owner: int, column: int, i: int) -> str:
    """The role of a card in the current attack or check."""
    if _fights(position):
        for side, word in enumerate(("attacks", "defends")):
            if owner == position.seat_of(side) and column == position.column_of(side):
                if i == 0:
                    return word
                if i == position.supporters[side]:
                    return "supports"
    if position.mode not in (0, n.FIGHT) and owner == position.tested and column == position.column:
        return "checks" if i == position.place and not position.is_terminal() else ""
    return ""


def _memories(position: ReadyAimFire, seat: int | None) -> Iterator[MemoryView]:
    """The cards of the other hand that the seat was shown and that have not left it since (RAF-11.3)."""
    if seat is None:
        return
    army = position.army(1 - seat)
    if not is_none(army.seen):
        cards = tuple(faces(position, copies(army.seen), 1 - seat, f"{META.seats[1 - seat]}'s hand, seen"))
        yield MemoryView(1 - seat, int(army.seen_turn), cards)


def _numbers(position: ReadyAimFire) -> Iterator[NumberView]:
    """The numbers that every viewer sees."""
    if position.turn == 0:
        return
    tables = position.tables
    rounds = (int(position.turn) + 1) // 2
    last = int(tables.last_turn) // 2 if tables.has_night else None
    yield number_view("round", "Round", None, rounds, "RAF-10.5", of=last)
    left = int(position.attacks_left())
    yield number_view("attacks", f"{plural(left, 'Attack')} left", int(position.active), left, "RAF-5.1")
    if position.window() in (n.MANEUVER, n.REINFORCE):
        yield number_view("moves", "Moves along the line left", int(position.active), int(position.moves), "RAF-4.30")
    for seat, name in enumerate(META.seats):
        lost = int(position.lost_positions(seat))
        yield number_view("lost", "{whose} lost positions", seat, lost, "RAF-10.1", who=name, of=LOST, harms=True)
        if tables.army_breakpoint:
            # The army is beaten beyond its breakpoint, so it is beaten at this number.
            most, clause = int(tables.breakpoints[seat]) + 1, "RAF-10.4"
        else:
            most, clause = int(tables.values[seat]), "RAF-10.5"
        told = int(position.told_losses(seat))
        yield number_view("losses", "{whose} losses", seat, told, clause, who=name, of=most, harms=True)
        if not tables.merged and not tables.reserve_only:
            held = total(within(_whole_hand(position, seat), position.tables.kinds.tactics))
            yield number_view("tactics", "{whose} Tactics cards in hand", seat, held, "RAF-2.7", who=name)


def _whole_hand(position: ReadyAimFire, seat: int) -> Counts:
    """A hand including the cards picked from it and not yet shown."""
    hand = position.army(seat).hand
    picking = not position.is_terminal() and position.decider() == seat
    return plus(hand, position.picked) if picking else hand


# -- actions -----------------------------------------------------------------------------------------------------------


def _action(position: ReadyAimFire, action: ActionView) -> ActionView:
    """A legal action with its card or position, and whether it reveals something, is hopeless, or risks the general."""
    number = action.action
    card = _card_of(position, number)
    risky = number == n.REROLL_GENERAL
    hopeless = risky and position.phase() == n.REROLL and bool(in_vain(position))
    place, tells = _place_of(number, position), _tells(position, number)
    return msgspec.structs.replace(action, card=card, place=place, tells=tells, hopeless=hopeless, risky=risky)


def _card_of(position: ReadyAimFire, action: int) -> str | None:
    """The handle of the card that an action uses."""
    seat = int(position.decider())
    name = META.seats[seat]
    if action >= n.PLAINS:
        return _pile_handle(position, seat, position.space.card[action])
    if not n.CARD_AT <= action <= n.THE_GENERAL:
        return None
    column = int(position.origin)
    if position.phase() == n.SUPPORT:
        column = int(position.column_of(0 if seat == position.active else 1))
    label = f"{name}'s {n.POSITIONS[position_of(seat, column)]}"
    if action == n.THE_GENERAL:
        return f"{label}: commander"
    return f"{label} {action - n.CARD_AT + 1 + position.sorted}"


def _pile_handle(position: ReadyAimFire, seat: int, piece: int) -> str:
    """The handle of an action's card: in the hand, the player's discard pile or, in the setup, the Reserve deck."""
    phase = position.phase()
    where = "hand"
    if phase in (n.CASUALTY, n.FETCH):
        where = "discard pile"
    elif phase == n.SETUP and not position.tables.thoth:
        where = "Reserve deck"
    return handle_of(f"{META.seats[seat]}'s {where}", position.game.pieces[piece])


def _place_of(action: int, position: ReadyAimFire) -> str:
    """The position that an action names."""
    if not n.REORGANISE_AT <= action < n.ENEMY_RESERVE:
        return ""
    seat = int(position.decider())
    owner = 1 - seat if action >= n.ENEMY_AT else seat
    return f"{n.POSITIONS[(action - n.REORGANISE_AT) % n.COLUMNS]}-{owner}"


def _tells(position: ReadyAimFire, action: int) -> str:
    """Does this action immediately roll dice, draw a card or reveal one?

    The action is played on a copy, up to the next question. Whether it rolls or reveals something before that depends
    only on public information.
    """
    exchange = action >= n.PLAINS and position.space.phase[action] == n.EXCHANGE
    if position.turn == 0 and not exchange:
        return ""
    tried = position.clone()
    tried.apply_action(action)
    if tried.reveals == position.reveals:
        return ""
    scouts = action >= n.PLAINS and is_in(position.tables.kinds.scouts, position.space.card[action])
    attacks = n.ATTACK_AT <= action < n.TAKE_OVER_AT or n.ENEMY_AT <= action <= n.ENEMY_RESERVE
    return "eye" if scouts or attacks else "die"


def _refused(position: ReadyAimFire) -> Iterator[RefusedView]:
    """The decider's own cards that cannot be chosen now, each with the reason."""
    phase, seat = position.phase(), int(position.decider())
    if phase >= n.FETCH or phase == n.CASUALTY:
        return
    army = position.army(seat)
    pile = position.unplaced(army) if phase == n.SETUP else army.hand
    for piece in members_of(some(pile)):
        code = position.card_refusal(piece)
        if code != 0:
            yield RefusedView(
                _pile_handle(position, seat, piece), position.game.names[piece], WORDS.reason(position, code)
            )


# -- the sums of the current attack (RAF-6.1) --------------------------------------------------------------------------


def _fights(position: ReadyAimFire) -> bool:
    """Is there an attack whose two cards are still in place?"""
    if position.is_terminal() or position.target == n.NONE or not (position.attacker_here and position.defender_here):
        return False
    window = position.window()
    within_it = window in (n.OVERRUN, n.CHECK, n.PRISONERS) and position.mode in (0, n.FIGHT)
    return within_it or n.COVER <= window <= n.REROLL


def _sums(position: ReadyAimFire, reader: int | None) -> tuple[SumView, ...]:
    """The attacker's sum and the defender's: all modifiers and the die."""
    return (_side_sum(position, 0, reader), _side_sum(position, 1, reader)) if _fights(position) else ()


def _side_sum(position: ReadyAimFire, side: int, reader: int | None) -> SumView:
    seat, column = int(position.seat_of(side)), int(position.column_of(side))
    first, second = position.dice_of(side)
    amounts = position.tables.amount
    return side_sum(
        Called(position.game),
        Side(
            seat=seat,
            defends=side == 1,
            place=int(position_of(seat, column)),
            kind=int(position.kind_at(seat, column)),
            dice=(int(first), int(second)),
            terms=[int(term) for term in position.terms(side)],
            grounds=members_of(position.grounds(side)),
            aids=[
                (piece, int(amounts[piece])) for piece in members_of(position.aids[side] & position.tables.kinds.rolls)
            ],
            barred=position.is_barred(side),
        ),
        f"{parties(META.seats, reader)[seat]:^'s}",
    )


def _coming(position: ReadyAimFire, seat: int | None) -> SumView | None:
    """The difference of the current attack, with its result or the odds; or a failed check."""
    if not position.is_terminal() and position.window() == n.CHECK:
        return _check(position, seat)
    return _difference(position, seat) if _fights(position) else None


def _difference(position: ReadyAimFire, reader: int | None) -> SumView:
    attacker, defender = _sums(position, reader)
    totals = (attacker.total, defender.total)
    difference = attacker.total - defender.total
    sides = parties(META.seats, reader)
    attacks, defends = sides[position.active], sides[1 - position.active]
    what = (_result if position.dice[0] > 0 else _odds)(position, difference, sides)
    label = f"{attacker.label} against {uncapitalized(defender.label) if defends.is_reader else defender.label}"
    words = attack_words if position.dice[0] == 0 else result_words
    return SumView(label, (), difference, f"{words(attacks, defends, *totals)}. {capitalized(what)}", "RAF-5.31")


# The fate of the loser's supporter (RAF-5.36).
_FOLLOWS: Final = {n.IS_ROUTED: ", its supporter is Shaken", n.IS_ELIMINATED: ", its supporter routs"}


def _result(position: ReadyAimFire, difference: int, sides: Sequence[Party]) -> str:
    """The line of the results table for a difference (RAF-5.31, 5.32, 5.36)."""
    if difference == 0:
        return "the defender checks its morale" if position.guns_are_safe() else "both check their morale"
    side, what = fate(position, difference)
    if what == 0:
        return "nothing happens to attacking artillery"
    seat = int(position.seat_of(side))
    kind = int(position.kind_at(seat, position.column_of(side)))
    follows = _FOLLOWS.get(what, "") if position.supporters[side] != n.NONE else ""
    return f"{sides[seat]:'s} {position.game.names[kind]} {FATES[what]}{follows}"


def _odds(position: ReadyAimFire, difference: int, sides: Sequence[Party]) -> str:
    """The odds before the roll: the chance of each side to be hurt, in percent."""
    die = range(1, 7)
    second = die if position.aids[1] & position.tables.kinds.volleys else (0,)
    falls = [difference + a - max(b, c) for a in die for b in die for c in second]

    def share(some_of: list[bool]) -> str:
        return f"{round(100 * sum(some_of) / len(falls))}%"

    attacker, defender = (sides[position.seat_of(side)] for side in range(2))
    hurt = f"before the roll: {defender:is} hurt {share([fall > 0 for fall in falls])}"
    return hurt if position.guns_are_safe() else f"{hurt}, {attacker} {share([fall < 0 for fall in falls])}"


def _check(position: ReadyAimFire, seat: int | None) -> SumView:
    """A failed check that can be re-rolled; only a seat that knows the card sees the number needed."""
    column, owner = int(position.column), int(position.tested)
    card = int(position.tested_card())
    known = seat == owner or bool(card & SEEN)
    name = position.game.names[kind_of(card)] if known else f"card {int(position.place) + 1} from the top"
    fails = f"needs {int(position.morale(owner, kind_of(card)))} or less" if known else "failed"
    label = f"{parties(META.seats, seat)[owner]:^'s} {n.POSITIONS[position_of(owner, column)]}, {name}"
    added = int(position.penalty), int(position.overrun)
    return check_sum(label, int(position.roll), *added, fails, "RAF-7.1")
