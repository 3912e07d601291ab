"""The view of Company Commander for one seat (CC-1.5). It includes only information the seat may see.

The waiting seat sees the table as it was when the open frame began; picks appear when the frame closes. The odds of a
roll are shown beforehand, with every modifier by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from grognard.games.company_commander import names
from grognard.games.company_commander.meta import META
from grognard.games.company_commander.names import FRONTS, NONE
from grognard.games.company_commander.rules.battle import FIRE_CASUALTY_FROM, FIRE_PIN_FROM
from grognard.games.company_commander.rules.choices import CompanyCommander
from grognard.games.company_commander.rules.hits import SAVE_FROM
from grognard.games.company_commander.rules.rally import RALLY_FROM
from grognard.games.company_commander.rules.recon import CASUALTY_FROM, PIN_FROM, SPOTTED_UP_TO, SUCCESS_FROM
from grognard.games.company_commander.tables import amount_of
from grognard.games.company_commander.text.sums import (
    armor_terms, chance, dice_terms, fire_terms, rally_terms, reckoned, recon_terms, suppression_terms,
)  # fmt: skip
from grognard.games.company_commander.text.words import SIDES, front_name, signed
from grognard.kernel.cardsets.bits import bit, is_in, lowest, members_of, ones
from grognard.kernel.cardsets.counts import Counts, copies, count, is_none, nothing, plus, some, total
from grognard.kernel.views.view_builder import Viewer, build_view
from grognard.kernel.views.view import (
    ActionView, CardView, MarkerView, MemoryView, NumberView, SumView, View, ZoneView, action_views, card_view,
    number_view, refused_views,
)  # fmt: skip

# CC-11.1: the table shows the number of quiet turns from this count on.
_QUIET_SHOWN = 10

# The marks of a unit in words, by the attribute of the position that has them.
_FLAGS = (
    ("arrived", "Arrived"),
    ("moved", "Moved"),
    ("halted", "Stopped"),
    ("stopped", "Stopped"),
    ("away", "On a mission"),
    ("fired", "Has fired"),
    ("attacked", "Has attacked"),
    ("green", "Does nothing"),
    ("waiting", "Waits for orders"),
    ("roads", "May attack"),
    ("veterans", "May assault"),
    ("fausts", "Anti-Tank"),
    ("led", "Has led"),
)


def view(position: CompanyCommander, viewer: Viewer) -> View:
    """The table as the viewer sees it."""
    return build_view(
        viewer,
        zones=_zones(position, viewer),
        numbers=_numbers(position),
        actions=lambda: _actions(position),
        refused=lambda: refused_views(position, _choices(position)),
        memory=_memory(position, viewer.seat),
        coming=_coming(position),
        sums=_battle_sums(position),
    )


def _choices(position: CompanyCommander) -> list[int]:
    """The pieces that the question is about. For each one that cannot be chosen, the view says why.

    They are the Tactics cards in the deciding player's hand, each name once, and the units of the side asked for.
    """
    hand = [int(position.piece(name)) for name in members_of(some(position.hand(position.decider()).cards))]
    if position.phase() != names.UNIT:
        return hand
    owners = {position.owner_of(unit) for unit in members_of(position.answers())}
    return hand + [unit for unit in members_of(position.in_play()) if position.owner_of(unit) in owners]


# -- zones -------------------------------------------------------------------------------------------------------------


def tactics_cards(position: CompanyCommander, pile: Counts) -> tuple[CardView, ...]:
    """Visible Tactics cards, each copy with its own handle."""
    views: list[CardView] = []
    for name in copies(pile):
        card = _face(position, int(position.piece(name)))
        alike = sum(other.name == card.name for other in views)
        views.append(msgspec.structs.replace(card, handle=f"{card.handle} ({alike + 1})" if alike else card.handle))
    return tuple(views)


def _face(position: CompanyCommander, piece: int) -> CardView:
    """A card with only its Strength as a number; its text states the other numbers."""
    card = card_view(position, piece)
    strength = {key: value for key, value in card.numbers.items() if key == "strength"}
    return msgspec.structs.replace(card, numbers=strength)


def unit_card(position: CompanyCommander, unit: int) -> CardView:
    """A unit with its markers, its actions and effects this turn, and the cards attached to it."""
    markers = [
        MarkerView("casualties", "Casualties", count(position.casualties, unit), int(position.tables.strength[unit])),
        MarkerView("pins", "Pinned", count(position.pins, unit)),
    ]
    # CC-8.5: more markers than Strength.
    if count(position.casualties, unit) + count(position.pins, unit) > position.tables.strength[unit]:
        markers.append(MarkerView("routs", "About to rout", 1))
    markers += [MarkerView(key, word, 1) for key, word in _FLAGS if is_in(getattr(position, key), unit)]
    for front, name in enumerate(FRONTS):
        if is_in(position.attackers.at(front), unit):
            markers.append(MarkerView("attacks", f"Attacks {name}", 1, place=name))
    trenches = position.helping(position.tables.kinds.trenches, unit + 1)
    markers += [
        MarkerView("entrenched", _tactic(position, name), int(count(trenches, name)))
        for name in members_of(some(trenches))
    ]
    under = copies(position.lying_with(bit(unit)))
    return msgspec.structs.replace(
        _face(position, unit),
        markers=tuple(marker for marker in markers if marker.value or marker.of is not None),
        under=tuple(_face(position, int(position.piece(name))) for name in under),
    )


def _zones(position: CompanyCommander, viewer: Viewer) -> Iterator[ZoneView]:
    def pile(key: str, label: str, owner: int | None, cards: Counts, folded: bool = False) -> ZoneView:
        return ZoneView(key, label, owner, total(cards), tactics_cards(position, cards), folded)

    yield ZoneView("deck", "Tactics deck", None, total(position.deck), ())
    yield pile("discard", "Discard pile", None, position.discard, True)
    for owner in range(2):
        yield from _side_zones(position, owner, viewer)
    if viewer.deciding and not is_none(position.picked):
        yield pile("picked", "Picked", viewer.seat, position.picked)
    for owner in range(2):
        hand = position.hand(owner).cards
        if viewer.hides(owner):
            hand = plus(hand, position.picked)
        # When the game is over, both hands are revealed.
        shown = hand if owner == viewer.seat or viewer.over else nothing()
        label = f"{META.seats[owner]} hand"
        yield ZoneView("hand", label, owner, total(hand), tactics_cards(position, shown), yours="Your hand")


def _side_zones(position: CompanyCommander, owner: int, viewer: Viewer) -> Iterator[ZoneView]:
    """A side's Fronts, Squad deck, drawn units not yet deployed, and losses."""
    name, side = META.seats[owner], position.side_of(owner)
    for front, place in enumerate(FRONTS):
        units = members_of(position.at(front) & side)
        cards = tuple(unit_card(position, unit) for unit in units)
        marked, yours = _front_markers(position, owner, front), f"Your {place}"
        yield ZoneView(place, f"{name} {place}", owner, len(units), cards, markers=marked, yours=yours)
    squads = ones(position.squads & side)
    yield ZoneView("squad deck", f"{name} Squad deck", owner, squads, (), yours="Your Squad deck")
    drawn = position.drawn & side
    shown = drawn if owner == viewer.seat or viewer.over else 0
    faces = tuple(_face(position, unit) for unit in members_of(shown))
    yield ZoneView("drawn", f"{name} units to deploy", owner, ones(drawn), faces, yours="Your units to deploy")
    lost = members_of(position.lost & side)
    faces = tuple(_face(position, unit) for unit in lost)
    yield ZoneView("lost", f"{name} losses", owner, len(lost), faces, True, yours="Your losses")


def _front_markers(position: CompanyCommander, owner: int, front: int) -> tuple[MarkerView, ...]:
    """The effects on a Front this turn, and the battle cards that change no unit's dice."""
    if owner == position.active:
        return ()
    markers = [
        MarkerView("bonus", "Suppression bonus", int(position.bonuses(front))),
        MarkerView("fog", "Cannot be attacked", int(is_in(position.fogged, front))),
        MarkerView("disorder", "Cannot be assaulted", int(is_in(position.disordered, front))),
    ]
    if position.front == front:
        kinds, here = position.tables.kinds, position.in_effect
        markers += [
            MarkerView("mines", _tactic(position, name), int(count(here, name) * amount_of(position.tables, name)))
            for name in members_of(some(here) & kinds.mines)
        ]
        markers += [
            MarkerView("at-once", _tactic(position, name), 1) for name in members_of(some(here) & kinds.simultaneous)
        ]
    return tuple(marker for marker in markers if marker.value)


def _numbers(position: CompanyCommander) -> Iterator[NumberView]:
    goal = int(position.tables.losses)
    for owner in range(2):
        what, score, who = "enemy units removed by {who}", position.score(owner), SIDES[owner]
        yield number_view("score", what, owner, score, "CC-1.6", who=who, note=f"of {goal}", of=goal)
    for owner in range(2):
        held = position.fronts_held(owner)
        yield number_view("fronts", "Fronts held by {who}", owner, held, "CC-1.7", who=SIDES[owner])
    if position.tables.stalls and position.quiet >= _QUIET_SHOWN:
        what, stall = "Quiet turns in a row", int(position.tables.stall)
        yield number_view("quiet", what, None, position.quiet, "CC-11.1", note=f"of {stall}", of=stall)


def _memory(position: CompanyCommander, seat: int | None) -> tuple[MemoryView, ...]:
    """CC-5.6: the cards a look showed that have not left the hand since."""
    if seat is None or is_none(position.hand(1 - seat).seen):
        return ()
    other = position.hand(1 - seat)
    return (MemoryView(1 - seat, other.seen_turn, tactics_cards(position, other.seen)),)


# -- odds of rolls -----------------------------------------------------------------------------------------------------


def _tactic(position: CompanyCommander, name: int) -> str:
    """What a Tactics card is called."""
    return position.game.names[position.piece(name)]


def _helping(position: CompanyCommander, cards: Counts) -> list[tuple[str, int]]:
    """The names of cards, each with its modifier."""
    return [(_tactic(position, name), int(amount_of(position.tables, name))) for name in copies(cards)]


def _odds(dice: int, bonus: int, pin: int, casualty: int) -> str:
    return f"pin {chance(dice, bonus, pin, casualty - 1)}%, casualty {chance(dice, bonus, casualty)}%"


def suppression_sum(position: CompanyCommander, unit: int, gun: int, front: int) -> SumView:
    """CC-6.5: the modifiers and odds of a unit's or card's Suppression Roll against an enemy Front."""
    rolls = 1 if gun == NONE else int(amount_of(position.tables, gun))
    own = int(position.suppression_bonus(unit)) if gun == NONE else 0
    flank, missions = int(position.flank_bonus(unit, front)), int(position.missions_at(front))
    terms = suppression_terms(own, flank, missions, _helping(position, position.observing(front)))
    odds = _odds(2, sum(term.value for term in terms), PIN_FROM, CASUALTY_FROM)
    times = "2 dice" if rolls == 1 else f"{rolls} rolls of 2 dice, each"
    shooter = position.game.names[unit] if gun == NONE else _tactic(position, gun)
    return reckoned(f"{shooter} at {front_name(front)}", terms, f"{times}: {odds}", "CC-6.5")


def fire_sum(position: CompanyCommander, unit: int, front: int) -> SumView:
    """CC-7.9, 7.11: a unit's Fire dice in a battle for this enemy Front, with their modifiers and odds."""
    called = position.game.names[unit]
    fixed = int(count(position.pools, unit))  # CC-7.13: even if the unit has since been pinned or removed
    if not fixed and not position.able(bit(unit)):
        return reckoned(called, (), "no dice: it cannot fire", "CC-7.9")
    flank = int(position.flank_bonus(unit, front)) if position.owner_of(unit) == position.active else 0
    terms = fire_terms(int(position.assault_bonus(unit)), flank, _helping(position, position.modifying(unit)))
    odds = _odds(1, sum(term.value for term in terms), FIRE_PIN_FROM, FIRE_CASUALTY_FROM)
    dice = fixed or int(position.fire_dice(unit))
    number, each = ("1 die", "") if dice == 1 else (f"{dice} dice", ", each")
    origin = " (fixed before the battle)" if fixed else _origin_of_dice(position, unit)
    return reckoned(called, terms, f"{number}{origin}{each}: {odds}", "CC-7.13" if fixed else "CC-7.9")


def _origin_of_dice(position: CompanyCommander, unit: int) -> str:
    """CC-7.9: how a unit's number of Fire dice is made up, or empty if it is just the Strength."""
    cards = position.helping(position.tables.kinds.dice, unit + 1)
    defense = 0 if position.owner_of(unit) == position.active else int(position.tables.defense[unit])
    strength, *others = dice_terms(
        int(position.tables.strength[unit]),
        -int(count(position.casualties, unit)),
        defense,
        _helping(position, cards),
    )
    told = [f"{signed(term.value)} {term.label}" for term in others]
    return f" ({strength.label} {strength.value}, {', '.join(told)})" if told else ""


def recon_sum(position: CompanyCommander, unit: int) -> SumView:
    """CC-5.4: the modifiers and odds of a unit's mission."""
    bonus = int(position.tables.recon[unit])
    spotted, success = chance(1, bonus, 0, SPOTTED_UP_TO), chance(1, bonus, SUCCESS_FROM)
    words = f"1 die: spotted {spotted}%, success {success}%"
    return reckoned(f"Mission of {position.game.names[unit]}", recon_terms(bonus), words, "CC-5.4")


def rally_sum(position: CompanyCommander, unit: int, leader: int) -> SumView:
    """CC-8.2, 8.3: the modifiers and odds of a Rally Roll."""
    terms = rally_terms(int(position.led_bonus(leader)), int(position.own_rally_bonus(unit, leader)))
    called = position.game.names
    who = called[unit] if leader == NONE else f"{called[leader]} for {called[unit]}"
    success = chance(1, sum(term.value for term in terms), RALLY_FROM)
    return reckoned(who, terms, f"1 die: success {success}%", "CC-8.3")


def hit_sum(position: CompanyCommander) -> SumView:
    """CC-9.1: a hit that can still be negated, with the odds of the armor save."""
    unit = int(position.target)
    label = f"{'A casualty' if position.severe else 'A pin'} on {position.game.names[unit]}"
    if not is_in(position.tables.kinds.armored, unit):
        return reckoned(label, (), "No save: it has no Armor", "CC-9.1")
    bonus = int(position.tables.armor[unit])
    return reckoned(label, armor_terms(bonus), f"armor save {chance(1, bonus, SAVE_FROM)}%", "CC-9.3")


def _coming(position: CompanyCommander) -> SumView | None:
    """The declared action or hit that can still be answered."""
    phase = position.window()
    match phase:
        case names.MISSION:
            return recon_sum(position, position.acting)
        case names.FIRE:
            return suppression_sum(position, position.acting, position.gun, position.front)
        case names.HIT | names.DIE:
            return hit_sum(position)
        case names.LEADER:
            return rally_sum(position, position.target, position.acting)
    return None


def _battle_sums(position: CompanyCommander) -> Iterator[SumView]:
    """The Fire dice of every unit in the current battle, attackers first."""
    if position.window() not in (names.BATTLE, names.DIE):
        return
    for seat in (position.active, 1 - position.active):
        for unit in members_of(position.fighters(seat)):
            yield fire_sum(position, unit, position.front)


# -- actions -----------------------------------------------------------------------------------------------------------


def _actions(position: CompanyCommander) -> tuple[ActionView, ...]:
    """The legal actions, each with its button, its odds, and whether it rolls or reveals cards at once."""
    return tuple(
        msgspec.structs.replace(action, sum=_action_sum(position, action.action), tells=_tells(position, action.action))
        for action in action_views(position)
    )


def _action_sum(position: CompanyCommander, action: int) -> SumView | None:
    verb, piece = position.space.phase[action], position.space.card[action]
    if names.FIRST_FRONT <= action < names.FIRST_RESOLVE:
        return _front_sum(position, action - names.FIRST_FRONT)
    if action < names.PLAINS:
        return None
    match verb:
        case names.RECON:
            return recon_sum(position, piece)
        case names.SUPPRESSION:
            front = _only_front(position, piece)
            return None if front == NONE else suppression_sum(position, piece, NONE, front)
        case names.ASSAULT:
            front = _only_front(position, piece)
            return None if front == NONE else fire_sum(position, piece, front)
        case names.UNIT:
            return _unit_sum(position, piece)
    return None


def _only_front(position: CompanyCommander, unit: int) -> int:
    """The only Front that a unit can attack, or NONE if there are several or none."""
    fronts = position.targets_from(position.front_of(unit), position.closed())
    return int(lowest(fronts)) if ones(fronts) == 1 else NONE


def _front_sum(position: CompanyCommander, front: int) -> SumView | None:
    unit = int(position.chosen)
    if position.doing == names.FIRING:
        return suppression_sum(position, unit, NONE, front)
    if position.doing == names.ASSAULTING:
        return fire_sum(position, unit, front)
    if position.doing == names.PLAYING:
        card = int(lowest(some(position.picked)))
        if position.tables.kinds.effect[card] in (names.SUPPORT, names.SQUAD_FIRE):
            return suppression_sum(position, unit, card, front)
    return None


def _unit_sum(position: CompanyCommander, unit: int) -> SumView | None:
    if position.doing == names.LEADING:
        return rally_sum(position, unit, int(position.chosen))
    card = int(lowest(some(position.picked)))
    return rally_sum(position, unit, NONE) if position.tables.kinds.effect[card] == names.EXTRA_RALLY else None


_REVEALING: Sequence[int] = (names.DRAW_SQUAD, names.DRAW_TACTICS, names.EXTRA_RALLY)


def _tells(position: CompanyCommander, action: int) -> str:
    """“die” if an action leads to a roll or a draw, “eye” if it looks at a hand, otherwise empty."""
    if action in (names.BONUS_SQUAD, names.BONUS_TACTICS):
        return "die"
    if action == names.LOOK:
        return "eye"
    if (
        position.space.phase[action] == names.PLAYS
        and position.tables.kinds.effect[position.space.thing[action]] in _REVEALING
    ):
        return "die"
    if position.space.phase[action] in (names.RECON, names.SUPPRESSION):
        return "die"
    return ""
