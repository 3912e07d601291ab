"""Shortcuts: a choice together with the plain action that the rules require before it.

If the question is “attack or hold?”, a player who plays a unit attacks. A game lists such actions in
`GameSpec.implied`. Shortcuts use only what the seat knows, and assume that the other seats pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from grognard.kernel.content.wording import uncapitalized
from grognard.kernel.engine.actions import NO_CARD
from grognard.kernel.views.view import ActionView

if TYPE_CHECKING:
    from grognard.kernel.engine.state import State


class Shortcut(ActionView, frozen=True):
    """A choice that implies earlier actions: the notations of these actions, and a label that introduces them."""

    before: tuple[str, ...] = ()
    opening: str = ""


def preview(state: State, seat: int, actions: Sequence[int]) -> State | None:
    """Returns the position after these actions of the deciding seat, if the others pass.

    Returns None if that position cannot be reached, or if something is drawn, rolled or looked at on the way.
    """
    position = state.resample_from_infostate(seat, 0)
    reveals = position.reveals
    for action in actions:
        if not position.is_legal(action):
            return None
        position.apply_action(action)
        let_pass(position, seat)
        if position.is_terminal() or position.current_player() != seat or position.reveals != reveals:
            return None
    return position


def let_pass(position: State, seat: int) -> None:
    """Lets the other seats pass until this seat decides, or until a question has no single plain answer."""
    while not position.is_terminal() and position.current_player() != seat:
        plain = [action for action in position.legal_actions() if position.space.card[action] == NO_CARD]
        if position.current_player() == position.active or len(plain) != 1:
            return
        position.apply_action(plain[0])


def implied_actions(state: State, action: int) -> list[int]:
    """Returns the plain actions that this action implies now; none if it needs none or is impossible.

    Use `preview` to find out whether they make the action possible.
    """
    space, before = state.space, state.game.implied
    found: list[int] = []
    verb = space.verbs[action]
    while not state.is_legal(action) and verb in before:
        action = before[verb]
        if action in found:
            break
        found.insert(0, action)
        verb = space.verbs[action]
    return found if found and state.is_legal(found[0]) else []


def shortcuts(state: State, seat: int) -> Iterator[Shortcut]:
    """Yields the choices of cards that are possible after implied steps, in addition to the legal actions."""
    space = state.space
    for verb in state.game.implied:
        with_card = next((a for a, said in enumerate(space.verbs) if said == verb and space.card[a] != NO_CARD), None)
        opening = [] if with_card is None else implied_actions(state, with_card)
        position = preview(state, seat, opening) if opening else None
        if position is None:
            continue
        said = [state.game.spec.wording.label(position, action).short for action in opening]
        for choice in position.view(seat).actions:
            if choice.card is not None and space.verbs[choice.action] == verb:
                whole = msgspec.structs.asdict(choice) | {"label": _joined_label(said, choice.label)}
                before = tuple(space.notations[action] for action in opening)
                yield Shortcut(**whole, before=before, opening=uncapitalized(said[-1]))


def _joined_label(opening: Sequence[str], label: str) -> str:
    """Returns one label for several actions: “Attack: lay Wheeler”."""
    first, *others = opening
    return f"{', '.join([first, *map(uncapitalized, others)])}: {uncapitalized(label)}"
