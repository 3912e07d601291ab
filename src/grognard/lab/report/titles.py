"""Reports find cards and phases by their keys; people read what the game calls them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.lab.compare import Difference
from grognard.lab.report.building import LevelGames, Report, Restricted

if TYPE_CHECKING:
    from grognard.kernel.game import Game


def with_titles(game: Game, report: Report) -> Report:
    """Returns the report with the cards and phases as the game calls them."""
    phases = {key: game.spec.wording.PHASE_LABELS[number] for number, key in enumerate(game.spec.meta.phases)}

    def restricted(one: Restricted) -> Restricted:
        return replace(one, card=title(game, one.card))

    def level(one: LevelGames) -> LevelGames:
        return replace(
            one,
            cards=[replace(card, name=title(game, card.name)) for card in one.cards],
            windows=[replace(window, name=phases.get(window.name, window.name)) for window in one.windows],
        )

    beside = report.beside
    return replace(
        report,
        levels=[level(one) for one in report.levels],
        restricted=[restricted(one) for one in report.restricted],
        beside=None if beside is None else replace(beside, differences=titled(game, beside.differences)),
    )


def titled(game: Game, found: Sequence[Difference]) -> list[Difference]:
    """Returns the differences with the cards as the game calls them."""
    return [replace(one, card=title(game, one.card)) for one in found]


def title(game: Game, name: str) -> str:
    """Returns what a card is called."""
    return next((card.title for card in game.cards if card.name == name), name)
