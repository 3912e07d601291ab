"""What one seat may see of Ready Aim Fire (RAF-2), built by naming what is shown.

The seats that wait see the table as it was when the open frame began: picks are shown when they are closed. Of a line
that is being set up, or stands and is not revealed yet, they see nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from grognard.games.ready_aim_fire import rules, state, text
from grognard.games.ready_aim_fire.meta import META
from grognard.games.ready_aim_fire.rules import ReadyAimFire
from grognard.games.ready_aim_fire.state import BLOWN, COVERED, FRESH, NONE, PHASES, POSITIONS, SEEN, SHAKEN, Army, Post
from grognard.kernel.bits import is_in, members_of
from grognard.kernel.counts import Counts, copies, is_none, plus, some, total, within
from grognard.kernel.stacks import cards_of, height
from grognard.kernel.state import State
from grognard.kernel.view import (
    ActionView,
    CardView,
    MarkerView,
    MemoryView,
    NumberView,
    RefusedView,
    SumView,
    TermView,
    View,
    ZoneView,
    card_view,
    offered,
)  # fmt: skip

# The windows in which both cards of an attack lie face up on their stacks.
_FIGHTING = frozenset([
    state.COVER, state.SQUARE, state.SQUARE_ROLL, state.RIDE, state.RIDE_ROLL, state.SUPPORT, state.TACTICS,
    state.REROLL,
])  # fmt: skip


def view(position: State, seat: int | None) -> View:
    """The table as this seat (None: a spectator) sees it."""
    assert isinstance(position, ReadyAimFire)
    over = position.is_terminal()
    to_move = None if over else position.current_player()
    deciding = seat is not None and seat == to_move
    phase = position.phase() if deciding else position.window()
    fights = _fights(position)
    return View(
        game=META.slug,
        title=META.title,
        seat=seat,
        seats=position.game.seats,
        ply=position.ply if deciding else position.ply - position.picks(),
        turn=position.turn,
        active=position.active,
        to_move=to_move,
        phase=PHASES[phase],
        phase_label=text.PHASE_LABELS[phase],
        prompt=text.prompt(position) if deciding or over else text.waiting(position),
        zones=tuple(_Table(position, seat).zones()),
        numbers=tuple(_numbers(position)),
        actions=_actions(position) if deciding else (),
        refused=tuple(_refused(position)) if deciding else (),
        can_step_back=deciding and position.picks() > 0,
        memory=tuple(_memories(position, seat)),
        outcome=position.outcome(),
        coming=_coming(position) if fights else None,
        sums=tuple(_sum(position, side) for side in range(2)) if fights else (),
    )


def _fights(position: ReadyAimFire) -> bool:
    """Is an attack under way whose two cards stand?"""
    window = position.window()
    if not position.attacker_here or not position.defender_here:
        return False
    return window in _FIGHTING or (window in (state.OVERRUN, state.CHECK) and position.mode == state.FIGHT)


# -- cards and where they lie ------------------------------------------------------------------------------------------


class _Table:
    """The zones of one view."""

    def __init__(self, position: ReadyAimFire, seat: int | None) -> None:
        self.position = position
        self.seat = seat
        self.over = position.is_terminal()
        self.decider = None if self.over else position.current_player()

    def zones(self) -> Iterator[ZoneView]:
        """All of them, Blue's first."""
        for army in (self.position.blue, self.position.red):
            yield from self._line(army)
            yield from self._piles(army)
        position = self.position
        yield ZoneView("tactics deck", "Tactics deck", None, total(position.deck), ())
        if not position.tables.merged:
            yield self._shown("tactics discard", "Tactics discard pile", None, position.discard)
        if self.seat is not None and self.seat == self.decider and not is_none(position.picked):
            yield self._shown("picked", "Picked", self.seat, position.picked, False)

    def _is_open(self, army: Army) -> bool:
        """Does the viewer see all of this army? His own, and at the end both."""
        return self.over or self.seat == army.seat

    def _in_secret(self, army: Army) -> bool:
        """Is the line not revealed yet?"""
        return self.position.turn == 0 and not self._is_open(army)

    def _shown(self, key: str, label: str, owner: int | None, pile: Counts, folded: bool = True) -> ZoneView:
        cards = tuple(self.faces(copies(pile), label))
        return ZoneView(key, label, owner, len(cards), cards, folded)

    def faces(self, pieces: Iterable[int], where: str) -> Iterator[CardView]:
        """Cards that are seen: their handles tell where they lie."""
        met: Counter[int] = Counter()
        for piece in pieces:
            met[piece] += 1
            yield _face(self.position, piece, handle(where, piece, met[piece]))

    # The line

    def _line(self, army: Army) -> Iterator[ZoneView]:
        name = self.position.game.seats[army.seat]
        for place in range(state.COLUMNS):
            column = int(state.position_of(army.seat, place))
            post, label = army.posts[column], f"{name}'s {POSITIONS[place]}"
            cards = () if self._in_secret(army) else tuple(self._stack(army, column, label))
            markers = tuple(self._site(army, column))
            yield ZoneView(POSITIONS[place], label, army.seat, len(cards), cards, markers=markers)
            generals = tuple(self._general(army, post, label))
            yield ZoneView(f"{POSITIONS[place]} general", f"{label}: general", army.seat, len(generals), generals)

    def _stack(self, army: Army, column: int, label: str) -> Iterator[CardView]:
        position, post = self.position, army.posts[column]
        sorting = position.doing == state.SORTING and self.decider == army.seat and position.origin == column
        lie = cards_of(post.stack)
        if sorting and self.seat == army.seat:
            lie = cards_of(position.sorted) + lie
        elif sorting:
            lie = cards_of(position.kept)
        for place, card in enumerate(lie):
            markers = tuple(self._marks(army, column, place, card))
            name = f"{label} {place + 1}"
            if self._is_open(army) or card & SEEN:
                face = _face(position, int(state.kind_of(card)), name)
                yield msgspec.structs.replace(face, markers=markers)
            else:
                yield CardView(name, "Face down", "BK", {}, "", markers)

    def _marks(self, army: Army, column: int, place: int, card: int) -> Iterator[MarkerView]:
        position = self.position
        if card & SHAKEN:
            yield MarkerView("shaken", "Shaken", 1)
        if card & BLOWN:
            yield MarkerView("blown", "Blown until its next turn" if card & FRESH else "Blown", 1)
        if card & COVERED:
            yield MarkerView("covered", "in cover", 1)
        if _fights(position):
            for side in range(2):
                if army.seat == position.seat_of(side) and column == position.column_of(side):
                    if place == 0:
                        yield MarkerView(("attacks", "defends")[side], ("attacks", "defends")[side], 1)
                    elif place == position.supporters[side]:
                        yield MarkerView("supports", "supports", 1)

    def _general(self, army: Army, post: Post, label: str) -> Iterator[CardView]:
        if post.general != NONE:
            yield self._commander(army, int(post.general), int(post.rerolls), label)

    def _commander(self, army: Army, piece: int, made: int, where: str) -> CardView:
        position = self.position
        allowance = int(position.allowance(army.seat, piece)) if position.turn > 0 else 0
        rerolls = MarkerView("rerolls", "Re-rolls made", made, allowance)
        return msgspec.structs.replace(_face(position, piece, handle(where, piece, 1)), markers=(rerolls,))

    def _site(self, army: Army, column: int) -> Iterator[MarkerView]:
        """What the ground of a position is, and what waits there."""
        position, post = self.position, army.posts[column]
        for piece in members_of(post.ground & state.KIND.shapes):
            yield MarkerView(state.PIECES[piece].casefold(), state.PIECES[piece], 1)
        if position.has_river(column):
            yield MarkerView("river", state.PIECES[state.RIVER], 1)
        if position.has_bridge(column):
            yield MarkerView("bridge", state.PIECES[state.BRIDGE], 1)
        if post.passes:
            yield MarkerView("passes", "Morale checks to come", int(post.passes))

    # Hands and piles

    def _piles(self, army: Army) -> Iterator[ZoneView]:
        position, name, owner = self.position, self.position.game.seats[army.seat], int(army.seat)
        commanders = () if army.commander == NONE else (army.commander,)
        shown = tuple(
            self._commander(army, int(piece), int(army.commander_rerolls), f"{name}'s command") for piece in commanders
        )
        yield ZoneView("army commander", f"{name}'s Army Commander", owner, len(shown), shown)
        hand, reserve = self._hidden_piles(army)
        is_open = self._is_open(army)
        cards = tuple(self.faces(copies(hand), f"{name}'s hand")) if is_open else ()
        yield ZoneView("hand", f"{name}'s hand", owner, total(hand), cards)
        deck = tuple(self.faces(copies(reserve), f"{name}'s Reserve deck")) if is_open else ()
        yield ZoneView("reserve deck", f"{name}'s Reserve deck", owner, total(reserve), deck, position.turn > 0)
        yield self._shown("discard", f"{name}'s discard pile", owner, army.discard)
        yield self._shown("eliminated", f"{name}'s eliminated", owner, army.eliminated)
        box = tuple(self.faces(copies(army.box), f"{name}'s box")) if is_open and position.turn > 0 else ()
        yield ZoneView("box", f"{name}'s commanders who do not serve", owner, total(army.box), box, True)
        if not is_none(army.aside):
            aside = tuple(self.faces(copies(army.aside), f"{name}'s exchanged")) if is_open else ()
            yield ZoneView("aside", f"{name}'s exchanged battalions", owner, total(army.aside), aside, True)

    def _hidden_piles(self, army: Army) -> tuple[Counts, Counts]:
        """Hand and Reserve deck as they are seen: for those who wait, what is picked or placed is still there."""
        position = self.position
        hand, reserve = army.hand, army.reserve
        if self.seat == army.seat or self.over:
            return hand, reserve
        picked = position.picked if self.decider == army.seat else (0, 0, 0, 0, 0)
        if position.turn > 0:
            return plus(hand, picked), reserve
        for post in army.posts:
            for card in cards_of(post.stack):
                picked = plus(picked, (1 << int(state.kind_of(card)), 0, 0, 0, 0))
        return (plus(hand, picked), reserve) if position.tables.thoth else (hand, plus(reserve, picked))


def handle(where: str, piece: int, copy: int) -> str:
    """What a card outside the stacks is called in a view: where it lies, its name, which copy."""
    return f"{where}: {state.PIECES[piece]}" + (f" ({copy})" if copy > 1 else "")


def _face(position: ReadyAimFire, piece: int, name: str) -> CardView:
    card = card_view(position, piece)
    # What a card amounts to stands in its text.
    numbers = {key: value for key, value in card.numbers.items() if key != "amount"}
    return msgspec.structs.replace(card, handle=name, numbers=numbers)


def _numbers(position: ReadyAimFire) -> Iterator[NumberView]:
    tables = position.tables
    if position.turn > 0:
        last = int(tables.last_turn) // 2
        yield NumberView("round", "Round", None, (int(position.turn) + 1) // 2, "RAF-10.5", last)
        yield NumberView("attacks", "Attacks left", int(position.active), int(position.attacks), "RAF-5.1")
        yield NumberView("moves", "Moves along the line left", int(position.active), int(position.moves), "RAF-4.30")
    for army in (position.blue, position.red):
        seat, name = int(army.seat), position.game.seats[army.seat]
        if position.turn > 0:
            lost = int(position.lost_positions(seat))
            yield NumberView("lost", f"{name}'s lost positions", seat, lost, "RAF-10.1", rules.LOST)
            beyond = int(tables.breakpoints[seat]) if tables.army_breakpoint else None
            yield NumberView("losses", f"{name}'s losses", seat, int(position.losses(seat)), "RAF-10.4", beyond)
            if not tables.merged:
                held = total(within(_whole_hand(position, army), state.KIND.tactics))
                yield NumberView("tactics", f"{name}'s Tactics cards in hand", seat, held, "RAF-2.7")


def _whole_hand(position: ReadyAimFire, army: Army) -> Counts:
    """A hand with what is picked from it."""
    picking = not position.is_terminal() and position.current_player() == army.seat
    return plus(army.hand, position.picked) if picking else army.hand


def _memories(position: ReadyAimFire, seat: int | None) -> Iterator[MemoryView]:
    """What the seat was shown of the other hand and what has not left since (RAF-11.3)."""
    if seat is None:
        return
    army = position.army(1 - seat)
    if not is_none(army.look):
        faces = _Table(position, seat).faces(copies(army.look), f"{position.game.seats[1 - seat]}'s hand, seen")
        yield MemoryView(1 - seat, int(army.look_turn), tuple(faces))


# -- what the running attack comes to (RAF-6.1) ------------------------------------------------------------------------

_TERMS = (
    ("troops", "RAF-6.1"), ("lance", "RAF-6.1"), ("Shaken", "RAF-6.1"), ("Blown", "RAF-5.10"), ("support", "RAF-5.27"),
    ("flank", "RAF-6.1"), ("square", "RAF-5.26"), ("ground", "RAF-6.20"),
)  # fmt: skip


def _sum(position: ReadyAimFire, side: int) -> SumView:
    """One side: its card, its die once rolled, every modifier by its name."""
    seat, column = int(position.seat_of(side)), int(position.column_of(side))
    values = [int(value) for value in position.terms(side)]
    terms = [TermView("die", int(position.shown(side)), "RAF-5.29")] if position.dice[0] > 0 else []
    terms += [TermView(name, value, clause) for (name, clause), value in zip(_TERMS, values[:-1], strict=True) if value]
    aids = position.aids[side] & state.KIND.rolls
    for piece in members_of(aids):
        amount = 0 if piece == state.SECOND_VOLLEY else int(position.tables.amount[piece])
        terms.append(TermView(state.PIECES[piece], amount, "RAF-11.3"))
    name = state.PIECES[int(position.kind_at(seat, column))]
    barred = "what helps is lost against artillery" if position.is_barred(side) else ""
    label = f"{name}, {text.column_name(seat, column)}"
    return SumView(label, tuple(terms), sum(term.value for term in terms), barred, "RAF-6.10" if barred else "RAF-6.1")


def _coming(position: ReadyAimFire) -> SumView | None:
    """The line of the results table, once the dice lie."""
    if position.dice[0] == 0:
        return None
    difference = int(position.shown(0) + position.sum_of(0) - position.shown(1) - position.sum_of(1))
    attacker = position.kind_at(position.active, position.front)
    defender = position.kind_at(1 - position.active, position.target)
    guns = state.KIND.artillery
    safe = is_in(guns, attacker) and not is_in(guns, defender)
    return SumView("Difference", (), difference, text.result_text(difference, safe), "RAF-5.31")


# -- actions -----------------------------------------------------------------------------------------------------------


def _actions(position: ReadyAimFire) -> tuple[ActionView, ...]:
    """The legal actions, each with its button, the card it is about, and whether it rolls or reveals at once."""
    return tuple(
        msgspec.structs.replace(action, card=_card_of(position, action.action), tells=_tells(position, action.action))
        for action in offered(position, text.label)
    )


def _card_of(position: ReadyAimFire, action: int) -> str | None:
    seat = int(position.decider())
    name = position.game.seats[seat]
    if action >= rules.PLAINS:
        return _pile_handle(position, seat, rules.PIECE[action])
    if rules.ATTACK_AT <= action < rules.TAKE_OVER_AT:
        return f"{name}'s {POSITIONS[action - rules.ATTACK_AT]} 1"
    if rules.CARD_AT <= action < rules.THE_GENERAL:
        column = int(position.origin)
        if position.phase() == state.SUPPORT:
            column = int(position.column_of(0 if seat == position.active else 1))
        place = action - rules.CARD_AT + (height(position.sorted) if position.doing == state.SORTING else 0)
        return f"{text.column_name(seat, column)} {place + 1}"
    if rules.ENEMY_AT <= action < rules.ENEMY_RESERVE:
        place = action - rules.ENEMY_AT
        post = position.army(1 - seat).posts[int(state.position_of(1 - seat, place))]
        return f"{position.game.seats[1 - seat]}'s {POSITIONS[place]} 1" if post.stack else None
    return None


def _pile_handle(position: ReadyAimFire, seat: int, piece: int) -> str:
    """Where the card of an action lies: in the hand, in the own discard pile, in the set-up in the Reserve deck."""
    name, phase = position.game.seats[seat], position.phase()
    where = "hand"
    if phase in (state.CASUALTY, state.FETCH):
        where = "discard pile"
    elif phase == state.SETUP and not position.tables.thoth:
        where = "Reserve deck"
    return handle(f"{name}'s {where}", piece, 1)


def _tells(position: ReadyAimFire, action: int) -> str:
    """Does this action bring dice or a draw at once, or a look?"""
    rolling = (
        rules.DRAW_RESERVE, rules.DRAW_TACTICS, rules.RIDE_AROUND, rules.REROLL_GENERAL, rules.REROLL_COMMANDER,
    )  # fmt: skip
    if action in rolling or (action >= rules.PLAINS and rules.VERB_OF[action] == state.EXCHANGE):
        return "die"
    return "eye" if action >= rules.PLAINS and rules.PIECE[action] == state.SCOUTS else ""


def _refused(position: ReadyAimFire) -> Iterator[RefusedView]:
    """The cards of the decider's own hand that he cannot choose now, each with the reason."""
    phase, seat = position.phase(), int(position.decider())
    if phase >= state.FETCH or phase == state.CASUALTY:
        return
    pile = position.army(seat).hand
    if phase == state.SETUP:
        pile = within(pile if position.tables.thoth else position.army(seat).reserve, state.KIND.battalions)
    for piece in members_of(some(pile)):
        code = position.card_refusal(piece)
        if code != 0:
            name = state.PIECES[piece]
            yield RefusedView(_pile_handle(position, seat, piece), name, text.reason(position, code))
