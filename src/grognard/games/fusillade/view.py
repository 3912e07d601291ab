"""What one seat may see of Fusillade (FUS-8), built by naming what is shown.

The seats that wait see the table as it was when the open frame began: picks are shown when they are closed.
"""

from __future__ import annotations

from grognard.games.fusillade import text
from grognard.games.fusillade.meta import META
from grognard.games.fusillade.rules import Fusillade
from grognard.games.fusillade.state import COUNTER, MORALE, PHASES, SUPPORT, TARGET, UNITS
from grognard.kernel.engine.state import State
from grognard.kernel.sets.cards import members, no_cards, size, union
from grognard.kernel.shown.view import MemoryView, NumberView, View, ZoneView, offered, refused, seen


def view(position: State, seat: int | None) -> View:
    """The table as this seat (None: a spectator) sees it."""
    assert isinstance(position, Fusillade)
    over = position.is_terminal()
    to_move = None if over else position.current_player()
    deciding = seat is not None and seat == to_move
    phase = position.phase()
    if phase == TARGET and not deciding:
        phase = COUNTER  # the counter card is shown together with its target
    prompt = text.prompt(position)
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
        prompt=prompt if deciding or over else text.waiting(position),
        zones=_zones(position, seat, deciding),
        numbers=_numbers(position, deciding),
        actions=offered(position, text.label) if deciding else (),
        refused=refused(position, hand, text.reason),
        can_step_back=deciding and position.picks() > 0,
        memory=_memory(position, seat),
        outcome=position.outcome(),
    )


def _zones(position: Fusillade, seat: int | None, deciding: bool) -> tuple[ZoneView, ...]:
    zones = [
        ZoneView("deck", "Deck", None, size(position.deck), ()),
        ZoneView("discard", "Discard pile", None, size(position.discard), seen(position, position.discard), True),
        ZoneView("line", "Attack line", position.attacker.seat, size(position.line), seen(position, position.line)),
    ]
    if deciding and seat is not None and position.picks() > 0:
        zones.append(ZoneView("picked", "Picked", seat, position.picks(), seen(position, position.picked)))
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


def _numbers(position: Fusillade, deciding: bool) -> tuple[NumberView, ...]:
    numbers = [
        NumberView("troops", f"{META.seats[owner]}'s troops", owner, position.army(owner).troops, "FUS-1.4")
        for owner in range(2)
    ]
    limit = position.tables.clock
    numbers.append(NumberView("quiet", f"Turns without a loss (of {limit})", None, position.quiet, "FUS-7.2"))
    shown = position.line
    if deciding and position.phase() != TARGET:
        shown = union(shown, position.picked)
    if position.phase() in (UNITS, COUNTER, TARGET, SUPPORT) and size(shown) > 0:
        numbers.append(NumberView("attack", "Force of the attack", None, position.attack_total(shown), "FUS-5.1"))
    if position.phase() == MORALE:
        numbers.append(NumberView("attack", "Casualties", None, position.casualties, "FUS-5.1"))
    return tuple(numbers)


def _memory(position: Fusillade, seat: int | None) -> tuple[MemoryView, ...]:
    """The notepad of FUS-8.1: what a look showed and has not left since."""
    if seat is None:
        return ()
    other = position.army(1 - seat)
    if size(other.seen) == 0:
        return ()
    return (MemoryView(1 - seat, other.seen_turn, seen(position, other.seen)),)
