"""Why something is refused, and how a battle ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from grognard.games.ready_aim_fire import names
from grognard.games.ready_aim_fire.meta import LAST_ROUND, META
from grognard.games.ready_aim_fire.names import NONE
from grognard.games.ready_aim_fire.rules import ReadyAimFire
from grognard.games.ready_aim_fire.rules.victory import LOST
from grognard.games.ready_aim_fire.text.prompts import PHASES
from grognard.games.ready_aim_fire.text.words import Called
from grognard.kernel.content.grammar import parties
from grognard.kernel.content.wording import listed, uncapitalized
from grognard.kernel.engine.actions import NOT_IN_HAND, OTHER_PHASE
from grognard.kernel.engine.state import State
from grognard.kernel.views.event_text import not_now
from grognard.kernel.views.view import Outcome, Reason
from grognard.kernel.views.words import Refusal


def _not_now(position: ReadyAimFire) -> Reason:
    phase = PHASES[position.window()]
    return not_now(uncapitalized(phase.label), phase.clause)


def _not_exchanged(position: ReadyAimFire) -> Reason:
    called = Called(position.game).either(position.tables.kinds.returnable)
    return Reason(f"Only {listed(called)} can be exchanged." if called else "Nothing can be exchanged.", "RAF-3.2")


REASONS: Final[Mapping[int, Refusal]] = {
    OTHER_PHASE: _not_now,
    NOT_IN_HAND: Reason("You do not hold this card.", "RAF-11.1"),
    names.NOT_THIS_CARD: Reason("This card would do nothing now.", "RAF-11.1"),
    names.PLAYED_ALREADY: Reason("This card has already been played this turn.", "RAF-10.7"),
    names.NO_DRAWS_LEFT: Reason("Both cards of this phase have been drawn.", "RAF-4.11"),
    names.MUST_DRAW: Reason("You have to draw first.", "RAF-4.11"),
    names.DECK_EMPTY: Reason("Nothing can be drawn there.", "RAF-4.13"),
    names.CONFUSED: Reason("You draw no cards this turn.", "RAF-4.11"),
    names.REORGANISED_ALREADY: Reason("Only one stack can be put in order each turn.", "RAF-4.30"),
    names.NOTHING_TO_SORT: Reason("It takes two battalions to put a stack in order.", "RAF-4.30"),
    names.NO_MOVE_LEFT: Reason("You have no moves left along the line.", "RAF-4.30"),
    names.CANNOT_MOVE: Reason("Nothing can move there.", "RAF-4.30"),
    names.NO_ATTACK_LEFT: Reason("You have no attack left.", "RAF-5.1"),
    names.NOBODY_THERE: Reason("There is no battalion there.", "RAF-5.10"),
    names.IS_BLOWN: Reason("The cavalry on top is Blown.", "RAF-5.10"),
    names.HAS_ATTACKED: Reason("The battalion on top has already attacked this turn.", "RAF-5.2"),
    names.NO_TARGET: Reason("There is nothing it could attack.", "RAF-5.11"),
    names.STACK_ENGAGED: Reason("This stack has already made its attack.", "RAF-5.1"),
    names.NO_COMMANDER: Reason("You have no Army Commander behind the line.", "RAF-8.10"),
    names.NOT_FALLEN: Reason("He can take over only where a general was killed and a battalion remains.", "RAF-8.10"),
    names.NO_ROOM: Reason("There is no room for it.", "RAF-2.1"),
    names.NO_POST: Reason("A general needs a position with a battalion and without a general.", "RAF-4.33"),
    names.NOT_ON_FLANK: Reason("It may not start on a flank.", "RAF-3.3"),
    names.FLANKS_NEED_IT: Reason("Then the line could no longer be filled.", "RAF-3.3"),
    names.MUST_WAIT: Reason("It may not start in the line.", "RAF-3.3"),
    names.LINE_UNFINISHED: Reason("The line is not finished.", "RAF-3.2"),
    names.CANNOT_RETURN: Reason("It cannot be exchanged: your line needs it.", "RAF-3.2"),
    names.NO_SUCH_CARD: Reason("There is no such battalion to choose.", "RAF-4.30"),
    names.NO_REROLL: Reason("There is no re-roll left for this.", "RAF-8.3"),
    names.CLOSED_BY_COMMANDER: Reason("The general cannot re-roll this check after the Army Commander.", "RAF-7.14"),
    names.NOT_OFFERED: Reason("This is not asked here.", "RAF-4.33"),
    names.NO_TERRAIN_PLACE: Reason("There is no place for this Terrain.", "RAF-4.22"),
    names.MUST_CHOOSE: Reason("You have to choose.", "RAF-11.1"),
    names.APPOINTED_ALREADY: Reason("You already had an Army Commander.", "RAF-4.33"),
    names.NOT_IN_PILE: Reason("It is not in that pile, or cannot be taken.", "RAF-11.1"),
    names.NO_SUPPORT: Reason("It cannot support.", "RAF-5.27"),
    names.NOT_EXCHANGED: _not_exchanged,
}


def outcome(position: State, reader: int | None) -> Outcome:
    """Who won, and why, as part of a sentence; a seat that reads it is “you”."""
    assert isinstance(position, ReadyAimFire)
    victor = position.victor()
    winners = () if victor == NONE else (int(victor),)
    positions = [int(position.lost_positions(seat)) for seat in range(2)]
    losses = [int(position.losses(seat)) for seat in range(2)]
    own = max(int(victor), 0) if reader is None else reader
    standing = f"positions lost {positions[own]} to {positions[1 - own]}, losses {losses[own]} to {losses[1 - own]}"
    sides = parties(META.seats, reader)
    if not position.is_beaten(0) and not position.is_beaten(1):
        ahead = "nobody is" if victor == NONE else f"{sides[victor]:is}"
        first, second = (f"{losses[seat]} of {position.tables.values[seat]}" for seat in (own, 1 - own))
        lost = f"positions lost {positions[own]} to {positions[1 - own]}, losses {first} to {second}"
        end = "night falls" if position.tables.has_night else f"{LAST_ROUND:,} rounds have been fought"
        text = f"{end}, and {ahead} ahead ({lost})"
        return Outcome(winners, "nightfall", text, "RAF-10.5")
    if victor == NONE:
        why = "positions" if max(positions) >= LOST else "breakpoint"
        return Outcome((), why, f"both armies are beaten ({standing})", "RAF-10.3")
    loser = sides[1 - victor]
    if positions[1 - victor] >= LOST:
        text = f"{loser:has} lost {positions[1 - victor]} positions ({standing})"
        return Outcome(winners, "positions", text, "RAF-10.1")
    where = "beyond" if position.losses(1 - victor) > position.tables.breakpoints[1 - victor] else "at"
    text = f"{loser:'s} army is {where} its breakpoint ({standing})"
    return Outcome(winners, "breakpoint", text, "RAF-10.4")
