"""What one seat may see of Battle of the Three Emperors (TE-11), built by naming what is shown.

The seats that wait see the table as it was when the open frame began: picks are shown when they are closed.
"""

from __future__ import annotations

from mypy_extensions import i64

from grognard.games.three_emperors import text
from grognard.games.three_emperors.meta import META
from grognard.games.three_emperors.rules import ThreeEmperors
from grognard.games.three_emperors.state import FRONTS, NO_FRONT, PHASES, SEARCH, pieces_of
from grognard.kernel.engine.state import State
from grognard.kernel.sets.cards import common, members, no_cards, size, union
from grognard.kernel.shown.view import NumberView, View, ZoneView, offered, refused, seen


def view(position: State, seat: int | None) -> View:
    """The table as this seat (None: a spectator) sees it."""
    assert isinstance(position, ThreeEmperors)
    over = position.is_terminal()
    to_move = None if over else position.current_player()
    deciding = seat is not None and seat == to_move
    phase = position.phase() if deciding else text.shown_phase(position)
    hand = members(position.army(seat).hand) if seat is not None and deciding else []
    return View(
        game=META.slug,
        title=META.title,
        seat=seat,
        seats=META.seats,
        ply=position.ply if deciding else position.ply - position.picks(),
        turn=position.turn,
        active=position.attacker.seat,
        to_move=to_move,
        phase=PHASES[phase],
        phase_label=text.PHASE_LABELS[phase],
        prompt=text.prompt(position) if deciding or over else text.waiting(position),
        zones=_zones(position, seat, deciding),
        numbers=_numbers(position, deciding),
        actions=offered(position, text.label) if deciding else (),
        refused=refused(position, hand, text.reason),
        can_step_back=deciding and position.picks() > 0,
        memory=(),  # what a search shows is seen while it lasts, and no notepad is kept (TE-11.2)
        outcome=position.outcome(),
    )


def _zones(position: ThreeEmperors, seat: int | None, deciding: bool) -> tuple[ZoneView, ...]:
    def shown(key: str, label: str, owner: int | None, pile: tuple[i64, i64], folded: bool = False) -> ZoneView:
        return ZoneView(key, label, owner, size(pile), seen(position, pile), folded)

    zones = [
        ZoneView("deck", "Deck", None, size(position.deck), ()),
        shown("discard", "Discard pile", None, position.discard, True),
    ]
    for front, name in enumerate(FRONTS):
        for owner in range(2):
            zones.append(shown(name, f"{META.seats[owner]} at {name}", owner, position.army(owner).at(front)))
    where = "" if position.front == NO_FRONT else f" at {FRONTS[position.front]}"
    for owner in range(2):
        committed = position.army(owner).committed
        zones.append(shown("committed", f"Committed by {META.seats[owner]}{where}", owner, committed))
    if deciding and position.phase() == SEARCH:
        found = common(position.deck, pieces_of(position.attacker.seat))
        zones.append(shown("search", "Found in the deck", seat, found))
    if deciding and size(position.picked) > 0:
        zones.append(shown("picked", "Picked", seat, position.picked))
    decider = position.decider()
    for owner in range(2):
        hand = position.army(owner).hand
        if owner == decider and not deciding:
            hand = union(hand, position.picked)
        # At the end both hands are laid open.
        open_hand = owner == seat or position.is_terminal()
        label = f"{META.seats[owner]}'s hand"
        zones.append(ZoneView("hand", label, owner, size(hand), seen(position, hand if open_hand else no_cards())))
    return tuple(zones)


def _numbers(position: ThreeEmperors, deciding: bool) -> tuple[NumberView, ...]:
    """Morale, and at each Front the running sum of both sides with the 4 of who holds it."""
    numbers = [
        NumberView("morale", f"{META.seats[owner]}'s Morale", owner, position.army(owner).morale, "TE-1.4")
        for owner in range(2)
    ]
    for front, name in enumerate(FRONTS):
        holder = position.holder(front)
        for owner in range(2):
            label = f"{META.seats[owner]}'s sum at {name}"
            value = text.total(position, owner, front, deciding)
            numbers.append(NumberView(f"force-{name}", label, owner, value, "TE-7.5"))
        bonus = position.bonus(position.army(holder), front)
        label = f"{META.seats[holder]} holds {name} for"
        numbers.append(NumberView(f"bonus-{name}", label, holder, bonus, "TE-7.5"))
    attacked = [name for front, name in enumerate(FRONTS) if (position.attacked >> front) & 1]
    label = f"Fronts attacked this turn ({', '.join(attacked) or 'none'})"
    numbers.append(NumberView("attacked", label, None, len(attacked), "TE-6.3"))
    return tuple(numbers)
