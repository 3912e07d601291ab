"""Sums, in one wording for previews and for rolls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.games.company_commander.rules.battle import FIRE_CASUALTY_FROM, FIRE_PIN_FROM
from grognard.games.company_commander.rules.hits import SAVE_FROM
from grognard.games.company_commander.rules.rally import RALLY_FROM
from grognard.games.company_commander.rules.recon import CASUALTY_FROM, PIN_FROM, SPOTTED_UP_TO, SUCCESS_FROM
from grognard.games.company_commander.text.words import signed
from grognard.kernel.content.wording import listed
from grognard.kernel.views.rolls import roll_view, probability
from grognard.kernel.views.view import RollView, SumView, TermView

Terms = tuple[TermView, ...]

# Cards that change a number, with their amounts.
Helping = Iterable[tuple[str, int]]


def _terms(parts: Iterable[tuple[str, int, str]]) -> Terms:
    return tuple(TermView(label, value, clause) for label, value, clause in parts if value)


def recon_terms(bonus: int) -> Terms:
    """CC-5.4: the modifiers of a Recon Roll."""
    return _terms([("Recon", bonus, "CC-5.1")])


def suppression_terms(own: int, flank: int, missions: int, helping: Helping) -> Terms:
    """CC-6.5: the modifiers of a Suppression Roll."""
    parts = [("Suppression", own, "CC-6.2"), ("Flanking", flank, "CC-6.3"), ("Recon", missions, "CC-5.6")]
    return _terms([*parts, *[(name, amount, "CC-6.5") for name, amount in helping]])


def dice_terms(strength: int, casualties: int, defense: int, helping: Helping) -> Terms:
    """CC-7.9: how a unit's number of Fire dice is worked out; its casualties count against it."""
    parts = [("Strength", strength, "CC-7.9"), ("Casualties", casualties, "CC-7.9"), ("Defense", defense, "CC-7.9")]
    return _terms([*parts, *[(name, amount, "CC-7.9") for name, amount in helping]])


def fire_terms(assault: int, flank: int, helping: Helping) -> Terms:
    """CC-7.11: the modifiers of a Fire die."""
    parts = [("Assault", assault, "CC-7.11"), ("Flanking", flank, "CC-6.3")]
    return _terms([*parts, *[(name, amount, "CC-7.11") for name, amount in helping]])


def trench_terms(result: int, helping: Helping) -> Terms:
    """CC-7.11: a die that has found its target, and what protects the target."""
    return _terms([("Fire die", result, "CC-7.11"), *[(name, amount, "CC-7.11") for name, amount in helping]])


def armor_terms(bonus: int) -> Terms:
    """CC-9.3: the modifiers of an armor save."""
    return _terms([("Armor", bonus, "CC-9.3")])


def rally_terms(led: int, own: int) -> Terms:
    """CC-8.2, 8.3: what a Leader adds to a Rally Roll, and the unit's own number."""
    return _terms([("Leader", led, "CC-8.3"), ("Rally", own, "CC-8.2")])


def reckoned(label: str, terms: Terms, words: str, clause: str) -> SumView:
    """Returns a sum of the modifiers that count, with its result in words."""
    return SumView(label, terms, sum(term.value for term in terms), words, clause)


def rolled(label: str, dice: Sequence[int], terms: Terms, clause: str) -> SumView:
    """The dice and their modifiers; `settled` gives the result."""
    fell = TermView("Die" if len(dice) == 1 else "Dice", sum(dice), clause, dice=True)
    return reckoned(label, (fell, *terms), "", clause)


def arithmetic(dice: Sequence[int], whole: SumView) -> str:
    """How a roll comes to its total: “5 and 4, +1 Flanking = 10”."""
    text = listed([str(die) for die in dice])
    told = [f"{signed(term.value)} {term.label}" for term in whole.terms[1:]]
    return text if not told and len(dice) == 1 else f"{', '.join([text, *told])} = {whole.total}"


# -- what a total does -------------------------------------------------------------------------------------------------


def scouted(total: int) -> str:
    """CC-5.4: the result of a Recon Roll."""
    return "spotted" if total <= SPOTTED_UP_TO else "success" if total >= SUCCESS_FROM else "nothing"


def suppressed(total: int) -> str:
    """CC-6.5: the result of a Suppression Roll."""
    return "a casualty" if total >= CASUALTY_FROM else "a pin" if total >= PIN_FROM else "nothing"


def fired(total: int) -> str:
    """CC-7.11: the result of a Fire die."""
    return "a casualty" if total >= FIRE_CASUALTY_FROM else "a pin" if total >= FIRE_PIN_FROM else "nothing"


# -- odds --------------------------------------------------------------------------------------------------------------


def chance(dice: int, bonus: int, first: int, last: int | None = None) -> int:
    """The chance, in whole percent, that a number of dice plus a bonus total at least `first` and at most `last`."""
    return round(
        100 * probability(dice, lambda throw: first <= throw + bonus and (last is None or throw + bonus <= last))
    )


# -- what a roll needs -------------------------------------------------------------------------------------------------


def scouting(dice: Sequence[int], whole: SumView) -> RollView:
    """CC-5.4: a Recon Roll, of which this is the sum."""
    target = f"{SUCCESS_FROM} or more succeeds, {SPOTTED_UP_TO} or less is spotted"
    return _needing(SUCCESS_FROM, target, dice, whole)


def suppressing(dice: Sequence[int], whole: SumView) -> RollView:
    """CC-6.5: a Suppression Roll."""
    return _needing(PIN_FROM, f"{PIN_FROM} or more pins, {CASUALTY_FROM} or more is a casualty", dice, whole)


def firing(dice: Sequence[int], whole: SumView) -> RollView:
    """CC-7.11: a Fire die."""
    target = f"{FIRE_PIN_FROM} or more pins, {FIRE_CASUALTY_FROM} or more is a casualty"
    return _needing(FIRE_PIN_FROM, target, dice, whole)


def saving(dice: Sequence[int], whole: SumView) -> RollView:
    """CC-9.3: an armor save."""
    return _needing(SAVE_FROM, f"{SAVE_FROM} or more saves", dice, whole)


def rallying(dice: Sequence[int], whole: SumView) -> RollView:
    """CC-8.2: a Rally Roll."""
    return _needing(RALLY_FROM, f"{RALLY_FROM} or more rallies", dice, whole)


def _needing(least: int, target: str, dice: Sequence[int], whole: SumView) -> RollView:
    """Dice that have to come to this, modifiers included."""
    added = whole.total - sum(dice)
    return roll_view(dice, target, lambda throw: throw + added >= least)
