"""The core of every view: who decides, and what an open frame hides from those who wait."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from grognard.kernel.shown.view import ActionView, MemoryView, NumberView, RefusedView, SumView, View, ZoneView

if TYPE_CHECKING:
    from grognard.kernel.engine.state import State


class Viewer:
    """A seat (None: a spectator) before a position.

    The seat that decides sees its open frame; the others see the table as it was when the frame began, and the phase
    that its questions belong to.
    """

    def __init__(self, position: State, seat: int | None) -> None:
        self.position = position
        self.seat = seat
        self.over = position.is_terminal()
        self.to_move = None if self.over else position.current_player()
        self.deciding = seat is not None and seat == self.to_move
        self.phase = int(position.phase() if self.deciding else position.window())

    def hides(self, owner: int) -> bool:
        """Is the open frame of this seat hidden from the viewer? Then what was picked is still where it lay."""
        return owner == self.to_move and not self.deciding


def framed(
    viewer: Viewer,
    active: int,
    zones: Iterable[ZoneView],
    numbers: Iterable[NumberView],
    actions: Callable[[], Iterable[ActionView]],
    refused: Callable[[], Iterable[RefusedView]],
    memory: Iterable[MemoryView] = (),
    coming: SumView | None = None,
    sums: Iterable[SumView] = (),
) -> View:
    """The table for one seat. `actions` and `refused` are asked only for the seat that decides."""
    position, deciding = viewer.position, viewer.deciding
    game, wording = position.game, position.game.spec.wording
    return View(
        game=game.slug,
        title=game.spec.meta.title,
        seat=viewer.seat,
        seats=game.seats,
        ply=int(position.ply if deciding else position.ply - position.picks()),
        turn=int(position.turn),
        active=active,
        to_move=viewer.to_move,
        phase=game.spec.phases[viewer.phase],
        phase_label=wording.PHASE_LABELS[viewer.phase],
        prompt=wording.prompt(position) if deciding or viewer.over else wording.waiting(position),
        zones=tuple(zones),
        numbers=tuple(numbers),
        actions=tuple(actions()) if deciding else (),
        refused=tuple(refused()) if deciding else (),
        can_step_back=deciding and position.picks() > 0,
        memory=tuple(memory),
        outcome=position.outcome(),
        coming=coming,
        sums=tuple(sums),
    )
