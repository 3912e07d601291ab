"""The core of every view: who decides, and which unfinished choices are hidden from the waiting seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from grognard.kernel.cardsets.cards import Cards, size, union
from grognard.kernel.views.view import (
    ActionView,
    MemoryView,
    NumberView,
    RefusedView,
    SumView,
    View,
    ZoneView,
    action_views,
    card_views,
)

if TYPE_CHECKING:
    from grognard.kernel.engine.state import State


class Viewer:
    """The viewer of a position: a seat, or None for a spectator.

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
        """Returns whether a seat's unfinished choice is hidden from the viewer. If so, picked cards appear unmoved."""
        return owner == self.to_move and not self.deciding


def build_view(
    viewer: Viewer,
    zones: Iterable[ZoneView],
    numbers: Iterable[NumberView],
    refused: Callable[[], Iterable[RefusedView]],
    actions: Callable[[], Iterable[ActionView]] | None = None,
    memory: Iterable[MemoryView] = (),
    coming: SumView | None = None,
    sums: Iterable[SumView] = (),
) -> View:
    """Returns the table for one seat. `refused` and `actions` (None: all legal) are called only if it decides."""
    position, deciding = viewer.position, viewer.deciding
    if actions is None:
        actions = partial(action_views, position)
    game, wording = position.game, position.game.spec.wording
    return View(
        game=game.slug,
        title=game.spec.meta.title,
        seat=viewer.seat,
        seats=game.seats,
        ply=int(position.ply if deciding else position.ply - position.picks()),
        turn=int(position.turn),
        active=int(position.active),
        to_move=viewer.to_move,
        phase=game.spec.meta.phases[viewer.phase],
        phase_label=wording.PHASE_LABELS[viewer.phase],
        prompt=wording.prompt(position) if deciding or viewer.over else wording.waiting(position),
        zones=tuple(zones),
        numbers=tuple(numbers),
        actions=tuple(actions()) if deciding else (),
        refused=tuple(refused()) if deciding else (),
        can_step_back=deciding and position.picks() > 0,
        memory=() if viewer.over else tuple(memory),  # all hands are open then
        outcome=position.outcome(),
        coming=coming,
        sums=tuple(sums),
    )


def hands(viewer: Viewer, held: Sequence[Cards], picked: Cards) -> Iterator[ZoneView]:
    """Returns the hands, for games whose cards are all different. The viewer's own is open; at the end, all are."""
    for owner, cards in enumerate(held):
        hand = union(cards, picked) if viewer.hides(owner) else cards
        is_open = owner == viewer.seat or viewer.over
        label = f"{viewer.position.game.seats[owner]}'s hand"
        faces = card_views(viewer.position, hand) if is_open else ()
        yield ZoneView("hand", label, owner, size(hand), faces, yours="Your hand")
