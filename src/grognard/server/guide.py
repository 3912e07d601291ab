"""A step of a game's guide as a page: its table, the text to read now, and the thing the text is about."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

import msgspec

from grognard.kernel.views.view import NumberView, Reason, View, with_under
from grognard.registry import load, spec
from grognard.scenarios.guide import READ_ON, GuideStep, jumps
from grognard.web.table_model import Lesson, LogLine, SeatModel, TableModel, with_ratings

DONE: Final = "Now {}."
OPPONENT: Final = "opponent's "
READ: Final = "Read this, then continue."
OTHER: Final = "That is allowed too. In this lesson, try: {}."
WANTED: Final = "wanted"  # the rating of the action that the guide waits for


def step_of(slug: str, number: int, played: int) -> GuideStep:
    """Returns a step of a game's guide, in which the first `played` rows are done."""
    return GuideStep(spec(slug), load, number, played)


def picture(step: GuideStep, csrf: str, tried: str = "", newcomer: bool = False) -> TableModel:
    """Returns the table of a step; `tried` is a different action that the reader tried.

    A `newcomer` to the game reads at the end how their first game differs.
    """
    view = step.view()
    last = step.number == step.of
    if step.over or step.wanted == READ_ON:
        prompt = READ if not step.over else DONE.format("play a real game" if last else "continue with the next step")
        view = msgspec.structs.replace(view, prompt=Reason(prompt, ""), actions=(), refused=())
    label = next((action.label for action in view.actions if action.notation == step.wanted), "")
    row, first = step.row, step.played == step.first
    return TableModel(
        view=with_ratings(view, lambda notation: WANTED if notation == step.wanted else ""),
        base=f"/games/{step.slug}/guide/{step.number}",
        seats=[
            SeatModel(name, "you" if seat == step.seat else "the guide", "person", True)
            for seat, name in enumerate(view.seats)
        ],
        log=[LogLine(event, 0, True) for event in step.events],
        csrf=csrf,
        at=str(step.played),
        notice=OTHER.format(label) if tried and label else "",
        version=step.played,
        types=step.stage.game.spec.types,
        period=step.stage.game.spec.meta.period,
        lesson=Lesson(
            title=step.scenario.title,
            number=step.number,
            of=step.of,
            result=step.result,
            text=row.say if row else "",
            first=first,
            position=_new_position(view.active == step.seat)
            if first and _has_new_position(step.slug, step.number)
            else "",
            told=step.stage.game.spec.meta.first_told if newcomer and last and step.over else "",
            wanted=step.wanted,
            wanted_label=label,
            at=", ".join(places_of(step, view)),
            next="" if last else f"/games/{step.slug}/guide/{step.number + 1}",
        ),
        links={"rules": f"/games/{step.slug}/rules"},
    )


@cache
def _has_new_position(slug: str, number: int) -> bool:
    return jumps(step_of(slug, number, 0))


def _new_position(own: bool) -> str:
    return f"A new position: it is your {'' if own else OPPONENT}turn."


def places_of(step: GuideStep, view: View) -> Iterator[str]:
    """Yields selectors of the thing the words are about: a zone, a number, a card, or else a part of the field.

    At the end of a step, it is the number that the last action changed.
    """
    if step.row is None:
        yield from (_number(now) for _, now in step.changed[:1])
    elif step.row.at:
        key = step.stage.key(step.row.at)
        yield from (
            f'[data-zone="{zone.key}-{"" if zone.owner is None else zone.owner}"]'
            for zone in view.zones
            if key == _named(zone.key, zone.owner)
        )
        yield from (_number(number) for number in view.numbers if key == _named(number.key, number.owner))
        cards = [card for zone in view.zones for card in with_under(zone.cards)]
        yield from (f'[data-handle="{card.handle}"]' for card in cards if key in (card.handle, card.name))
        yield f'.board [data-key="{key}"]'


def _named(key: str, owner: int | None) -> str:
    return key if owner is None else f"{key} {owner}"


def _number(number: NumberView) -> str:
    return f".number-{number.key}" + ("" if number.owner is None else f".owner-{number.owner}")
