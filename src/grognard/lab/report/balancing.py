"""Shows the smallest change that reaches a target, with its proof, as sentences, tables and a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.kernel.content.wording import capitalized
from grognard.lab.balance import Balance, Proof
from grognard.lab.parameters import setting_text
from grognard.lab.report.sections import Cell, Figure, Page, Section, Table, change_text, point
from grognard.lab.report.sweeping import DIGITS, about_of, axis_of, scale_of, written

if TYPE_CHECKING:
    from grognard.kernel.game import Game


def page_of(game: Game, found: Balance) -> Page:
    """Returns the result of a balance as sections."""
    first = (
        f"Target: {found.measure} at {_plain(found, found.target)} between {found.level} bots, with the whole "
        f"interval within {_plain(found, found.tolerance)} of it"
    )
    about = about_of(game, first, found.measure)
    sections = [_change(found)]
    if found.proofs:
        sections.append(_proof(found))
    if found.tried:
        sections.append(_tried(found))
    return Page(
        f"{capitalized(found.measure)} in {found.title} brought to {_plain(found, found.target)}",
        about,
        sections,
        found.command,
    )


def _plain(found: Balance, value: float) -> str:
    """Formats a value as `50 %` or `4.25`."""
    scale = scale_of(found.base)
    return f"{round(scale * value, 2):g}{' %' if scale == 100 else ''}"


def _change(found: Balance) -> Section:
    heading = "The smallest change"
    if not found.change:
        sentence = f"None is needed: the starting rules have {written(found.base)} in {found.games:,} deals."
        return Section(heading, [sentence])
    places = {parameter.key: parameter.now for parameter in found.parameters}
    sentences = [
        f"{setting_text(found.change)}. Of the {len(found.tried)} changes tried, no smaller one (fewer parameters, or "
        "as many parameters and fewer steps) was shown to reach the target."
    ]
    rows = [[key, str(places[key]), str(value)] for key, value in found.change.items()]
    return Section(heading, sentences, None, Table(["parameter", "now", "new"], rows))


def _proof(found: Balance) -> Section:
    *failed, last = found.proofs
    scale = scale_of(last.after)
    sentences = [
        f"On {found.games:,} fresh deals (seed {last.seed}) that the search has not seen, the new rules have "
        f"{written(last.after)}: the whole interval is within the tolerance. The old rules have {written(last.before)} "
        f"on the same deals, an interval that excludes the target. The difference is "
        f"{change_text(last.change, False, scale, 1 if scale == 100 else DIGITS)}.",
        *(_failed(found, one) for one in failed),
    ]
    points = [point("old rules", last.before, scale), point("new rules", last.after, scale)]
    figure = Figure("intervals", axis_of(found.measure, last.after), points, scale * found.target)
    return Section("The proof", sentences, figure)


def _failed(found: Balance, proof: Proof) -> str:
    deals = f"{found.games:,} deals (seed {proof.seed})"
    return f"Before that, {setting_text(proof.setting)} failed its proof: {written(proof.after)} on {deals}."


def _tried(found: Balance) -> Section:
    sentences = [
        f"The search plays the deals of seed {found.seed}. It tries all changes of one parameter, and the changes of "
        "several that should come nearest if each had the same effect as alone. Changes that are too far off are "
        "dropped after a few games."
    ]
    rows: list[list[Cell]] = [
        [setting_text(one.setting), str(one.steps), f"{one.value.count:,}", written(one.value)] for one in found.tried
    ]
    return Section("Changes tried", sentences, None, Table(["change", "steps", "games", found.measure], rows))
