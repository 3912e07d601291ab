"""The perfect player of a solved game: follows a policy file in the game's folder.

`grognard solve` writes such a file for each set of house rules: `policy.csv` for the defaults, the others named by what
differs, such as `policy-hand-2.csv`. A row has the key of an information set, and how many times out of `WHOLE` each
action is chosen there: `0f3a5b7c9d1e,3:250 7:750`. Lines that begin with # give the origin of the file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, final

from mypy_extensions import i64

from grognard.bots.base import Bot
from grognard.bots.greedy import Greedy
from grognard.kernel.content.options import non_default
from grognard.kernel.engine.information import Information
from grognard.kernel.errors import BadInput, NotFound
from grognard.kernel.game import Game
from grognard.registry import spec

WHOLE: Final = 1000
_DIGITS: Final = 12

# For each information set its actions, with the number of times out of WHOLE that each is chosen.
Policy = Mapping[str, Sequence[tuple[int, int]]]


def key_of(seat: int, history: Sequence[str]) -> str:
    """Returns the key of an information set: a hash of a seat and all that it has seen, as 12 hexadecimal digits."""
    return hashlib.sha256(f"{seat} {' '.join(history)}".encode()).hexdigest()[:_DIGITS]


def file_name(game: Game) -> str:
    """Returns the name of the policy file of a game with these house rules."""
    differing = non_default(game.spec.meta.options, game.options)
    return "".join(["policy", *(f"-{key}-{value}" for key, value in differing.items()), ".csv"])


def is_solved(game: Game) -> bool:
    """Says whether the game's folder has a policy for these rules, and the card numbers are the printed ones."""
    return not game.overrides and _is_fit(game.slug, file_name(game))


@cache
def _is_fit(slug: str, name: str) -> bool:
    """Says whether there is such a file, made for the current rules."""
    try:
        with spec(slug).folder.joinpath(name).open(encoding="utf-8") as lines:
            return next(iter(lines), "").rstrip() == heading(slug, spec(slug).meta.rules)
    except OSError:  # there is none; if many rules differ, the name may even be longer than a file name can be
        return False


def policy_of(game: Game) -> Policy:
    """Returns the policy for these house rules; raises NotFound if there is none."""
    if not is_solved(game):
        raise NotFound(f"{game.spec.meta.title} has not been solved under these rules, so it has no perfect player.")
    return _read(game.slug, file_name(game))


@lru_cache(maxsize=8)
def _read(slug: str, name: str) -> Policy:
    lines = spec(slug).folder.joinpath(name).read_text(encoding="utf-8").splitlines()
    return {
        key: [(int(action), int(weight)) for action, _, weight in (part.partition(":") for part in parts.split())]
        for key, _, parts in (line.partition(",") for line in lines if not line.startswith("#"))
    }


def heading(slug: str, rules: int) -> str:
    """Returns the first line of a policy file."""
    return f"# {slug}, rules {rules}"


@final
class Perfect(Bot):
    """Follows the policy of a solved game; in positions that the policy never reaches, it plays as `Greedy` does."""

    @property
    def remembers(self) -> bool:
        return True

    def choose(self, information: Information) -> i64:
        actions = information.legal_actions()
        if len(actions) == 1:
            return actions[0]
        if not information.history:
            raise BadInput("A perfect player needs the history of its seat.")
        choices = policy_of(information.game).get(key_of(information.seat, information.history))
        if choices is None:
            return Greedy().choose(information)
        ball = information.generator.below(WHOLE)
        for action, weight in choices:
            ball -= weight
            if ball < 0:
                return action
        raise BadInput(f"The policy of {information.game.slug} is damaged: its numbers do not add up to {WHOLE}.")
