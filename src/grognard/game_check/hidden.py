"""Steps 3 and 6: what a seat can't know. Its view must be the same in every world that `redeal` makes for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, cast

import msgspec

from grognard.game_check.evidence import Evidence, cards_in, has_layout, places_of, under
from grognard.game_check.findings import Finding, failed, several, wrong
from grognard.kernel.content.board import Note
from grognard.kernel.engine.actions import NOT_IN_HAND
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from grognard.kernel.views.view import View

# Seeds of the worlds that are compared.
ONE: Final = 1
OTHER: Final = 2
SOME: Final = (1, 2, 3, 4)


def hidden_faults(evidence: Evidence) -> Iterator[Finding]:
    """Redeals the positions of the games for every seat; yields the first fault of each kind."""
    seen: set[str] = set()
    differ: dict[int, bool] = {}
    for state in evidence.some:
        for seat in range(state.game.num_players()):
            name = state.game.seats[seat]
            try:
                found = [] if state.is_terminal() else list(_faults_of(state, seat))
                if not state.is_terminal() and _hides(state, seat):
                    worlds = [state.resample_from_infostate(seat, seed).to_dict() for seed in (ONE, OTHER)]
                    differ[seat] = differ.get(seat, False) or worlds[0] != worlds[1]
            except Exception as error:  # the code of a game can do anything
                doing = f"A position {under(state.game)} can't be redealt for {name}"
                yield failed(3, "state.py", error, evidence.where, doing)
                return
            for fault in found:
                if fault.text not in seen:
                    seen.add(fault.text)
                    yield fault
    for seat, is_dealt in differ.items():
        if not is_dealt:
            text = (
                f"`redeal` deals {evidence.spec.meta.seats[seat]} the same world each time, so bots there know the "
                "hidden cards. Deal at random all cards that the seat can't see, with `self.random_cards`."
            )
            yield wrong(3, "state.py", text)


def forgotten_faults(evidence: Evidence) -> Iterator[Finding]:
    """Looks for events that show a seat a card in another hand, although `redeal` may then deal that card elsewhere."""
    found: set[type[Event]] = set()
    for game, event, after in evidence.heard:
        if type(event) in found or after.is_terminal():
            continue
        for viewer in range(game.num_players()):
            if forgotten := _forgotten(after, event, viewer):
                found.add(type(event))
                text = (
                    f"the event {type(event).__name__} shows {game.seats[viewer]} that {forgotten} is in another hand, "
                    "but `redeal` may deal it elsewhere. If the seat must not see the card, declare the field as "
                    "OWN_CARD and pass `private=True`; otherwise remember it, for example in a Note."
                )
                yield wrong(2, "events.py", text)
                break


def _forgotten(after: State, event: Event, viewer: int) -> str:
    """Returns a card that the event shows the viewer in another hand, and that a redeal takes out of it; or nothing."""
    shown = {after.game.pieces[card] for card in event.seen_by(viewer).all_cards()}
    if not shown:
        return ""
    facts = after.to_dict()
    everywhere = Counter(cards_in(after, places_of(after.game)))
    for place in (f"hand {seat}" for seat in range(after.game.num_players()) if seat != viewer):
        # Of a card with copies, nobody knows which one it was.
        held = [name for name in cast("list[str]", facts.get(place, [])) if name in shown and everywhere[name] == 1]
        for seed in SOME if held else ():
            world = cast("list[str]", after.resample_from_infostate(viewer, seed).to_dict()[place])
            if lost := set(held).difference(world):
                return min(lost)
    return ""


def overheard_faults(evidence: Evidence) -> Iterator[Finding]:
    """Looks for secret looks into a hand whose owner gets to know, by a note, which cards the other side has seen."""
    board = evidence.spec.board
    army = board.army if board is not None else ()
    notes = [item for item in army if isinstance(item, Note) and item.in_hand and not item.secret]
    noted: dict[type[Event], set[bool]] = {}
    for game, event, after in evidence.heard if notes else ():
        for owner in range(game.num_players()):
            held = _seen_secretly(after, event, owner)
            if held and not after.is_terminal():
                facts = after.to_dict()
                known = {name for note in notes for name in cast("list[str]", facts[f"{note.key} {owner}"])}
                noted.setdefault(type(event), set()).add(held <= known)
    for kind, found in noted.items():
        if found == {True}:
            text = (
                f"{kind.__name__} hides from a side which of its cards the other one saw, but a note of that side "
                f"(`{notes[0].key}`) has them, and its bots and learners read it. Let `Army` extend `SpiedSide`, call "
                '`learn_secretly` instead of `learn`, and add `Note("spied", in_hand=True, secret=True)` to the board.'
            )
            yield wrong(2, "events.py", text)


def _seen_secretly(after: State, event: Event, owner: int) -> set[str]:
    """Returns the cards in this seat's hand that the event shows to another seat alone, unless it shows the whole hand.

    Whoever shows the whole hand knows which cards were seen.
    """
    if event.seat == owner or not event.own_cards():
        return set()
    hand = set(cast("list[str]", after.to_dict().get(f"hand {owner}", [])))
    seen = {after.game.pieces[card] for card in event.own_cards()} & hand
    return set() if seen == hand else seen


def _hides(state: State, seat: int) -> bool:
    """Returns whether two cards or more are hidden from the seat, in places where it sees how many there are."""
    return sum(max(0, zone.count - len(zone.cards)) for zone in state.view(seat).zones) > 1


def _faults_of(state: State, seat: int) -> Iterator[Finding]:
    game, name = state.game, state.game.seats[seat]
    view, world = state.view(seat), state.resample_from_infostate(seat, ONE)
    if parts := different_parts(view, world.view(seat)):
        text = (
            f"{name} sees in `{several(parts)}` whether a position was redealt. "
            "Either `view` shows what the seat can't know, or `redeal` changes what it knows."
        )
        yield wrong(6, "view.py", text)
        return
    if has_layout(game.spec) and (fields := _different_fields(game, state, world, seat)):
        text = f"the observation of {name} has something that its view does not show: {several(fields)}."
        yield wrong(8, "features.py", text)
    asked, open_frame = state.current_player() == seat, state.picks() > 0
    if asked and state.legal_actions() != world.legal_actions():
        yield wrong(4, "rules/", f"the legal actions of {name} depend on cards that it can't know.")
    if (asked or not open_frame) and game.evaluate(state, seat) != game.evaluate(world, seat):
        yield wrong(8, "features.py", f"`evaluate` uses cards that {name} can't know.")
    again = [one.resample_from_infostate(seat, OTHER).serialize() for one in (state, world)]
    if again[0] != again[1]:
        text = (
            f"`redeal` for {name} depends on the hidden cards: with the same seed, it deals differently in two "
            "positions that look alike to the seat. Put all unknown cards together first, and deal from these."
        )
        yield wrong(3, "state.py", text)


def _different_fields(game: Game, state: State, world: State, seat: int) -> list[str]:
    """Returns the names of the fields in which the seat's observations of two positions differ."""
    one, other = game.observe(state, seat), game.observe(world, seat)
    if one == other:
        return []
    return [field.name for field in game.layout.fields if field.read(one) != field.read(other)]


def different_parts(one: View, other: View) -> list[str]:
    """Returns the names of the parts in which two views differ: “zones (hand of Red)”."""
    found = []
    for part in View.__struct_fields__:
        mine, theirs = getattr(one, part), getattr(other, part)
        if mine != theirs:
            keys = [
                f"{a.key} of {one.seats[a.owner]}" if a.owner is not None else a.key
                for a, b in zip(mine, theirs, strict=False)
                if a != b
            ] if part in ("zones", "numbers") else []  # fmt: skip
            found.append(f"{part} ({several(keys)})" if keys else part)
    return found


def view_faults(evidence: Evidence) -> Iterator[Finding]:
    """Looks at the views of all seats and of a spectator; yields the first fault of each kind."""
    seen: set[str] = set()
    for state in evidence.some:
        for viewer in (None, *range(state.game.num_players())):
            try:
                found = list(_faults_of_view(state, viewer))
            except Exception as error:  # the code of a game can do anything
                who = "a spectator" if viewer is None else state.game.seats[viewer]
                doing = f"The view of {who} fails {under(state.game)}"
                yield failed(6, "view.py", error, evidence.where, doing)
                return
            for text in found:
                if text not in seen:
                    seen.add(text)
                    yield wrong(6, "view.py", text)
    decisive = evidence.spec.decisive
    if decisive is not None and evidence.some:
        keys = {number.key for state in evidence.some for number in state.view(0).numbers}
        if decisive.key not in keys:
            known = several(sorted(keys)) or "none"
            yield wrong(9, "__init__.py", f"`decisive` is “{decisive.key}”, but the view has the numbers {known}.")


def _faults_of_view(state: State, viewer: int | None) -> Iterator[str]:
    view = state.view(viewer)
    if msgspec.json.decode(msgspec.json.encode(view), type=View) != view:
        yield "a view read back from JSON is another one: use only the kernel's parts of views, with tuples."
    if view.seat != viewer:
        yield f"a view is for the seat {view.seat} instead of {viewer}: pass on the `viewer`."
    deciding = not state.is_terminal() and viewer == state.current_player()
    if [action.action for action in view.actions] != (state.legal_actions() if deciding else []):
        yield "a view must offer the legal actions to the seat that decides, in their order, and none to the others."
    false = state.game.spec.wording.reason(state, NOT_IN_HAND).text if deciding else ""
    held = {card.name for zone in view.zones if zone.key == "hand" and zone.owner == viewer for card in zone.cards}
    if denied := [card.name for card in view.refused if card.reason.text == false and card.name in held]:
        yield f"{several(denied)} is in hand, but the view says that it is not."
    for zone in view.zones:
        if zone.count < len(zone.cards):
            yield f"the zone “{zone.key}” shows {len(zone.cards)} cards, but its count is {zone.count}."
