"""What one seat may see of Company Commander (CC-1.5), built by naming what is shown.

The seat that waits sees the table as it was when the open frame began: picks are shown when they are closed. What a
roll would bring is reckoned up beforehand, with every modifier by its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from grognard.games.company_commander import rules, state, text
from grognard.games.company_commander.meta import META, STALL
from grognard.games.company_commander.rules import CompanyCommander
from grognard.games.company_commander.state import (
    EFFECT,
    FRONTS,
    KIND,
    NAMES,
    NONE,
    PHASES,
    UNITS_IN_ALL,
    amount_of,
    owner_of,
    side_of,
)  # fmt: skip
from grognard.kernel.engine.state import State
from grognard.kernel.sets.bits import bit, is_in, lowest, members_of, ones
from grognard.kernel.sets.counts import Counts, copies, count, is_none, nothing, plus, some, total
from grognard.kernel.shown.view import (
    ActionView,
    CardView,
    MarkerView,
    MemoryView,
    NumberView,
    SumView,
    TermView,
    View,
    ZoneView,
    card_view,
    offered,
    refused,
)  # fmt: skip

# CC-11.1: from this count on the table shows how many turns nothing has happened.
_QUIET_SHOWN = 10

# What marks a unit this turn, in words; the last are of the rest of the game or of the running phase.
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

Terms = list[tuple[str, int, str]]


def view(position: State, seat: int | None) -> View:
    """The table as this seat (None: a spectator) sees it."""
    assert isinstance(position, CompanyCommander)
    over = position.is_terminal()
    to_move = None if over else position.current_player()
    deciding = seat is not None and seat == to_move
    phase = position.phase() if deciding else position.window()
    hand = sorted(set(copies(position.hand(seat).cards))) if seat is not None and deciding else []
    return View(
        game=META.slug,
        title=META.title,
        seat=seat,
        seats=META.seats,
        ply=position.ply if deciding else position.ply - position.picks(),
        turn=position.turn,
        active=position.active,
        to_move=to_move,
        phase=PHASES[phase],
        phase_label=text.PHASE_LABELS[phase],
        prompt=text.prompt(position) if deciding or over else text.waiting(position),
        zones=tuple(_zones(position, seat, deciding)),
        numbers=tuple(_numbers(position)),
        actions=_actions(position) if deciding else (),
        refused=refused(position, [UNITS_IN_ALL + name for name in hand], text.reason),
        can_step_back=deciding and position.picks() > 0,
        memory=_memory(position, seat),
        outcome=position.outcome(),
        coming=_coming(position),
        sums=tuple(_battle_sums(position)),
    )


# -- zones -------------------------------------------------------------------------------------------------------------


def tactics_cards(position: CompanyCommander, pile: Counts) -> tuple[CardView, ...]:
    """Tactics cards that may be seen, every copy with a handle of its own."""
    views: list[CardView] = []
    for name in copies(pile):
        card = _face(position, UNITS_IN_ALL + name)
        alike = sum(other.name == card.name for other in views)
        views.append(msgspec.structs.replace(card, handle=f"{card.name} ({alike + 1})" if alike else card.name))
    return tuple(views)


def _face(position: CompanyCommander, piece: int) -> CardView:
    """A card under its symbol and its name put right; of its numbers the Strength, the others stand in its text."""
    card = card_view(position, piece)
    strength = {key: value for key, value in card.numbers.items() if key == "strength"}
    kind = position.game.fact(piece).text("kind")
    return msgspec.structs.replace(card, name=text.called(piece), type=kind, numbers=strength)


def unit_card(position: CompanyCommander, unit: int) -> CardView:
    """A unit with its markers, what it did and suffered this turn, and the cards that lie with it."""
    markers = [
        MarkerView("casualties", "Casualties", count(position.casualties, unit), int(position.tables.strength[unit])),
        MarkerView("pins", "Pinned", count(position.pins, unit)),
    ]
    # CC-8.5: more markers than Strength.
    if count(position.casualties, unit) + count(position.pins, unit) > position.tables.strength[unit]:
        markers.append(MarkerView("routs", "About to rout", 1))
    markers += [MarkerView(key, word, 1) for key, word in _FLAGS if is_in(getattr(position, key), unit)]
    for front, name in enumerate(FRONTS):
        if is_in(position.toward(front), unit):
            markers.append(MarkerView("attacks", f"Attacks {name}", 1))
    markers += [MarkerView("entrenched", NAMES[name], 1) for name in KIND.trenches if position.aim(name) == unit + 1]
    under = [state.AMMO] if is_in(position.ammo, unit) else []
    under += [state.BROKEN] if is_in(position.broken, unit) else []
    return msgspec.structs.replace(
        _face(position, unit),
        markers=tuple(marker for marker in markers if marker.value or marker.of is not None),
        under=tuple(_face(position, UNITS_IN_ALL + name) for name in under),
    )


def _zones(position: CompanyCommander, seat: int | None, deciding: bool) -> Iterator[ZoneView]:
    def pile(key: str, label: str, owner: int | None, cards: Counts, folded: bool = False) -> ZoneView:
        return ZoneView(key, label, owner, total(cards), tactics_cards(position, cards), folded)

    yield ZoneView("deck", "Tactics deck", None, total(position.deck), ())
    yield pile("discard", "Discard pile", None, position.discard, True)
    for owner in range(2):
        yield from _side_zones(position, owner, seat)
    if deciding and not is_none(position.picked):
        yield pile("picked", "Picked", seat, position.picked)
    for owner in range(2):
        hand = position.hand(owner).cards
        if not position.is_terminal() and not deciding and owner == position.decider():
            hand = plus(hand, position.picked)
        # At the end both hands are laid open.
        shown = hand if owner == seat or position.is_terminal() else nothing()
        label = f"{META.seats[owner]} hand"
        yield ZoneView("hand", label, owner, total(hand), tactics_cards(position, shown))


def _side_zones(position: CompanyCommander, owner: int, seat: int | None) -> Iterator[ZoneView]:
    """The Fronts of a side, its deck, what it drew and not deployed yet, and what it lost."""
    name, side = META.seats[owner], side_of(owner)
    for front, place in enumerate(FRONTS):
        units = members_of(position.at(front) & side)
        cards = tuple(unit_card(position, unit) for unit in units)
        yield ZoneView(
            place, f"{name} {place}", owner, len(units), cards, markers=_front_markers(position, owner, front)
        )
    yield ZoneView("squad deck", f"{name} Squad deck", owner, ones(position.squads & side), ())
    drawn = position.drawn & side
    shown = drawn if owner == seat or position.is_terminal() else 0
    faces = tuple(_face(position, unit) for unit in members_of(shown))
    yield ZoneView("drawn", f"{name} units to deploy", owner, ones(drawn), faces)
    lost = members_of(position.lost & side)
    yield ZoneView("lost", f"{name} losses", owner, len(lost), tuple(_face(position, unit) for unit in lost), True)


def _front_markers(position: CompanyCommander, owner: int, front: int) -> tuple[MarkerView, ...]:
    """What holds for a Front this turn, and the cards of its battle that work on no unit's dice."""
    if owner == position.active:
        return ()
    markers = [
        MarkerView("bonus", "Suppression bonus", int(position.bonuses(front))),
        MarkerView("fog", "Cannot be attacked", int(is_in(position.fogged, front))),
        MarkerView("disorder", "Cannot be assaulted", int(is_in(position.disordered, front))),
    ]
    if position.front == front:
        mines = members_of(position.in_effect & KIND.mines)
        markers += [MarkerView("mines", NAMES[name], int(amount_of(position.tables, name))) for name in mines]
        markers += [
            MarkerView("at-once", NAMES[name], 1) for name in members_of(position.in_effect & KIND.simultaneous)
        ]
    return tuple(marker for marker in markers if marker.value)


def _numbers(position: CompanyCommander) -> Iterator[NumberView]:
    goal = position.tables.losses
    for owner in range(2):
        label = f"Enemy units removed by {text.SIDES[owner]} (of {goal})"
        yield NumberView("score", label, owner, position.score(owner), "CC-1.6", int(goal))
    for owner in range(2):
        held = sum(1 for front in range(3) if position.at(front) & side_of(owner))
        yield NumberView("fronts", f"Fronts held by {text.SIDES[owner]}", owner, held, "CC-1.7")
    if position.quiet >= _QUIET_SHOWN:
        label = f"Turns in which nothing happened (of {STALL})"
        yield NumberView("quiet", label, None, position.quiet, "CC-11.1", STALL)


def _memory(position: CompanyCommander, seat: int | None) -> tuple[MemoryView, ...]:
    """CC-5.6: what a look showed and has not left since."""
    if seat is None or is_none(position.hand(1 - seat).seen):
        return ()
    other = position.hand(1 - seat)
    return (MemoryView(1 - seat, other.seen_turn, tactics_cards(position, other.seen)),)


# -- what a roll would bring -------------------------------------------------------------------------------------------


def _reckoned(label: str, terms: Terms, words: str, clause: str) -> SumView:
    """The modifiers that count, their sum, and what it means."""
    told = tuple(TermView(name, value, cited) for name, value, cited in terms if value)
    return SumView(label, told, sum(value for _, value, _ in terms), words, clause)


def _odds(dice: int, bonus: int, pin: int, casualty: int) -> str:
    pinned, hurt = text.chances(dice, bonus, pin, casualty)
    return f"pin {pinned}%, casualty {hurt}%"


def suppression_sum(position: CompanyCommander, unit: int, gun: int, front: int) -> SumView:
    """CC-6.5: what a Suppression Roll of a unit or a card against an enemy Front comes to."""
    rolls = 1 if gun == NONE else int(amount_of(position.tables, gun))
    own = int(position.suppression_bonus(unit)) if gun == NONE else 0
    terms: Terms = [
        ("Suppression", own, "CC-6.2"),
        ("Flanking", int(position.flank_bonus(unit, front)), "CC-6.3"),
        ("Recon", int(position.missions_at(front)), "CC-5.6"),
    ]
    for name in members_of(position.observing(front)):
        terms.append((NAMES[name], int(amount_of(position.tables, name)), "CC-6.5"))
    odds = _odds(2, sum(value for _, value, _ in terms), rules.PIN_FROM, rules.CASUALTY_FROM)
    times = "two dice" if rolls == 1 else f"{rolls} times two dice, each"
    shooter = text.called(unit) if gun == NONE else NAMES[gun]
    return _reckoned(f"{shooter} at {text.front_name(front)}", terms, f"{times}: {odds}", "CC-6.5")


def fire_sum(position: CompanyCommander, unit: int, front: int) -> SumView:
    """CC-7.9, 7.11: the Fire dice of a unit in a battle for this Front of the opponent, and their modifiers."""
    dice = int(position.fire_dice(unit))
    terms: Terms = [("Assault", int(position.assault_bonus(unit)), "CC-7.11")]
    if owner_of(unit) == position.active:
        terms.append(("Flanking", int(position.flank_bonus(unit, front)), "CC-6.3"))
    for name in members_of(position.modifying(unit)):
        terms.append((NAMES[name], int(amount_of(position.tables, name)), "CC-7.11"))
    odds = _odds(1, sum(value for _, value, _ in terms), rules.FIRE_PIN_FROM, rules.FIRE_CASUALTY_FROM)
    if not position.able(bit(unit)):
        return _reckoned(text.called(unit), [], "no dice: it cannot fire", "CC-7.9")
    number, each = ("1 die", "") if dice == 1 else (f"{dice} dice", ", each")
    words = f"{number}{_origin_of_dice(position, unit)}{each}: {odds}"
    return _reckoned(text.called(unit), terms, words, "CC-7.9")


def _origin_of_dice(position: CompanyCommander, unit: int) -> str:
    """CC-7.9: what a unit's number of Fire dice is made of, where it is not the Strength alone."""
    parts = [("casualties", -int(count(position.casualties, unit)))]
    if owner_of(unit) != position.active:
        parts.append(("Defense", int(position.tables.defense[unit])))
    parts += [
        (NAMES[name], int(amount_of(position.tables, name))) for name in KIND.dice if position.aim(name) == unit + 1
    ]
    told = [f"{text.signed(number)} {name}" for name, number in parts if number]
    return f" (Strength {position.tables.strength[unit]}, {', '.join(told)})" if told else ""


def recon_sum(position: CompanyCommander, unit: int) -> SumView:
    """CC-5.4: what a mission may bring."""
    bonus = int(position.tables.recon[unit])
    nothing_much, success = text.chances(1, bonus, rules.SPOTTED_UP_TO + 1, rules.SUCCESS_FROM)
    words = f"one die: spotted {100 - nothing_much - success}%, success {success}%"
    return _reckoned(f"Mission of {text.called(unit)}", [("Recon", bonus, "CC-5.1")], words, "CC-5.4")


def rally_sum(position: CompanyCommander, unit: int, leader: int) -> SumView:
    """CC-8.2, 8.3: what a Rally Roll comes to."""
    bonus = int(position.rally_bonus(unit, leader))
    who = text.called(unit) if leader == NONE else f"{text.called(leader)} for {text.called(unit)}"
    _, success = text.chances(1, bonus, rules.RALLY_FROM, rules.RALLY_FROM)
    return _reckoned(who, [("Rally", bonus, "CC-8.3")], f"one die: success {success}%", "CC-8.3")


def hit_sum(position: CompanyCommander) -> SumView:
    """CC-9.1: a hit that can still be negated, and the save that would follow."""
    unit = int(position.target)
    label = f"{'A casualty' if position.severe else 'A pin'} on {text.called(unit)}"
    if not is_in(KIND.armored, unit):
        return _reckoned(label, [], "no armor", "CC-9.1")
    bonus = int(position.tables.armor[unit])
    _, saved = text.chances(1, bonus, rules.SAVE_FROM, rules.SAVE_FROM)
    return _reckoned(label, [("Armor", bonus, "CC-9.3")], f"armor save {saved}%", "CC-9.3")


def _coming(position: CompanyCommander) -> SumView | None:
    """What is under way and can still be answered."""
    phase = position.window()
    match phase:
        case state.MISSION:
            return recon_sum(position, position.acting)
        case state.FIRE:
            return suppression_sum(position, position.acting, position.gun, position.front)
        case state.HIT | state.DIE:
            return hit_sum(position)
        case state.LEADER:
            return rally_sum(position, position.target, position.acting)
    return None


def _battle_sums(position: CompanyCommander) -> Iterator[SumView]:
    """The dice of every unit in the running battle, attackers first."""
    if position.window() not in (state.BATTLE, state.DIE):
        return
    for seat in (position.active, 1 - position.active):
        for unit in members_of(position.fighters(seat)):
            yield fire_sum(position, unit, position.front)


# -- actions -----------------------------------------------------------------------------------------------------------


def _actions(position: CompanyCommander) -> tuple[ActionView, ...]:
    """The legal actions, each with its button, what would come of it, and whether it rolls or reveals at once."""
    return tuple(
        msgspec.structs.replace(action, sum=_action_sum(position, action.action), tells=_tells(position, action.action))
        for action in offered(position, text.label)
    )


def _action_sum(position: CompanyCommander, action: int) -> SumView | None:
    verb, piece = rules.VERB_OF[action], rules.PIECE[action]
    if rules.FIRST_FRONT <= action < rules.FIRST_RESOLVE:
        return _front_sum(position, action - rules.FIRST_FRONT)
    if action < rules.PLAINS:
        return None
    match verb:
        case state.RECON:
            return recon_sum(position, piece)
        case state.SUPPRESSION:
            front = _only_front(position, piece)
            return None if front == NONE else suppression_sum(position, piece, NONE, front)
        case state.ASSAULT:
            front = _only_front(position, piece)
            return None if front == NONE else fire_sum(position, piece, front)
        case state.UNIT:
            return _unit_sum(position, piece)
    return None


def _only_front(position: CompanyCommander, unit: int) -> int:
    """The Front that a unit attacks if there is no choice, or NONE."""
    fronts = position.targets_from(position.front_of(unit), position.closed())
    return int(lowest(fronts)) if ones(fronts) == 1 else NONE


def _front_sum(position: CompanyCommander, front: int) -> SumView | None:
    unit = int(position.chosen)
    if position.doing == state.FIRING:
        return suppression_sum(position, unit, NONE, front)
    if position.doing == state.ASSAULTING:
        return fire_sum(position, unit, front)
    if position.doing == state.PLAYING:
        card = int(lowest(some(position.picked)))
        if EFFECT[card] in (state.SUPPORT, state.SQUAD_FIRE):
            return suppression_sum(position, unit, card, front)
    return None


def _unit_sum(position: CompanyCommander, unit: int) -> SumView | None:
    if position.doing == state.LEADING:
        return rally_sum(position, unit, int(position.chosen))
    card = int(lowest(some(position.picked)))
    return rally_sum(position, unit, NONE) if EFFECT[card] == state.EXTRA_RALLY else None


_REVEALING: Sequence[int] = (state.DRAW_SQUAD, state.DRAW_TACTICS, state.EXTRA_RALLY)


def _tells(position: CompanyCommander, action: int) -> str:
    """Does this action bring dice or a draw at once, or a look? Fire that the opponent may still stop does not."""
    if action in (rules.BONUS_SQUAD, rules.BONUS_TACTICS):
        return "die"
    if action == rules.LOOK:
        return "eye"
    if rules.VERB_OF[action] == rules.PLAYS and EFFECT[rules.PIECE[action] - UNITS_IN_ALL] in _REVEALING:
        return "die"
    if rules.VERB_OF[action] in (state.RECON, state.SUPPRESSION):
        return "die"
    return ""
