"""Any player: a bot by its name, your own player from a file or a module, a learned one, or a Python object.

Only the lab, the command line and the environments use this module. A server takes names of levels only.

    greedy                          a level, or a bot by its settings (`grognard.bots.bot`)
    mine.py:Player                  a class or function in a file
    package.module:Player           the same in a module
    learned:FILE                    a weights file (`grognard.bots.learned`)
    learned:FILE+temperature=0.5    the same, with a temperature

A class or function is called to make the player. It gets the game if it takes one argument. A function that takes three
arguments is a player itself: it chooses as `choose_rows` does.
"""

from __future__ import annotations

import inspect
import os
import pickle
import re
import sys
import sysconfig
from collections.abc import Callable, Sequence
from hashlib import sha256
from importlib import import_module
from operator import index
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Protocol

from grognard.bots.base import Bot
from grognard.bots.levels import KINDS, bot, bot_for
from grognard.kernel.engine.information import Information
from grognard.kernel.errors import BadInput, GrognardError, IllegalAction, NotFound
from grognard.kernel.files import read_bytes
from grognard.kernel.game import Game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEARNED: Final = "learned"
_PYTHON: Final = ".py"
_WEIGHTS: Final = ".npz"
_TEMPERATURE: Final = "+temperature="
_MODULE: Final = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")
_ROWS: Final = (None, None, None)  # as many arguments as `choose_rows` has
# Code that is not a person's own: this package, the standard library, and everything installed.
_NOT_THEIRS: Final = (Path(__file__).parents[1], *(Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib")))
_WHAT: Final = "A player is a Bot, something with `choose_rows`, or a function like that method"

ChooseRows = Callable[["NDArray[np.uint8]", "NDArray[np.bool_]", "NDArray[np.int64]"], "NDArray[Any]"]


class RowPlayer(Protocol):
    """A player that chooses for many positions at once."""

    def choose_rows(
        self, observations: NDArray[np.uint8], masks: NDArray[np.bool_], seats: NDArray[np.int64], /
    ) -> NDArray[Any]:
        """Returns (n,) actions for (n, layout.size) observations, (n, actions) masks and (n,) seats to move."""


Player = str | Bot | RowPlayer | ChooseRows


class Own(Bot):
    """Your own player. It is asked only where it has a choice, and its mistakes are sentences that name it."""

    def __init__(self, player: Any, name: str) -> None:
        """Raises BadInput for anything that is not a player."""
        if isinstance(player, type):
            raise BadInput(f"{name} is a class. Make a player from it first: {name}().")
        self.name = name
        self.player: Bot | None = player if isinstance(player, Bot) else None
        rows = getattr(player, "choose_rows", None)
        if rows is None and self.player is None and callable(player):
            rows = player
        if self.player is None and not callable(rows):
            raise BadInput(f"{name} is not a player. {_WHAT}.")
        self._rows: ChooseRows | None = rows

    @property
    def searches(self) -> bool:
        return self.player is not None and self.player.searches

    @property
    def remembers(self) -> bool:
        return self.player is not None and self.player.remembers

    @property
    def by_rows(self) -> bool:
        """Whether it can choose for many positions at once."""
        return self._rows is not None

    def choose(self, information: Information) -> int:
        """Returns the player's choice; raises BadInput if it fails, and IllegalAction for an illegal action."""
        legal = information.legal_actions()
        if len(legal) == 1:
            return legal[0]
        if self.player is None:
            import numpy as np

            row = np.frombuffer(information.observe(), np.uint8)[None]
            mask = np.frombuffer(information.mask(), np.bool_)[None]
            return int(self.choose_rows(row, mask, np.array([information.seat], np.int64))[0])
        try:
            chosen = self.player.choose(information)
        except Exception as error:
            raise self._failed(error) from error
        try:
            action = index(chosen)
        except TypeError:
            raise BadInput(f"{self.name} chose {chosen!r}. An action is a whole number.") from None
        if action not in legal:
            raise IllegalAction(f"{self.name} chose action {action}, which is not legal here.")
        return action

    def choose_rows(
        self, observations: NDArray[np.uint8], masks: NDArray[np.bool_], seats: NDArray[np.int64]
    ) -> NDArray[Any]:
        """Returns the player's choice for each row; raises as `choose` does, and BadInput for a `Bot` without rows."""
        import numpy as np

        if self._rows is None:
            raise BadInput(f"{self.name} has no `choose_rows`.")
        try:
            chosen = np.asarray(self._rows(observations, masks, seats))
        except Exception as error:
            raise self._failed(error) from error
        count = len(seats)
        if chosen.shape != (count,) or chosen.dtype.kind not in "iu":
            raise BadInput(f"{self.name} must return {count} whole numbers from `choose_rows`, one for each row.")
        inside = (chosen >= 0) & (chosen < masks.shape[1])
        allowed = inside & masks[np.arange(count), np.where(inside, chosen, 0)]
        if not allowed.all():
            raise IllegalAction(f"{self.name} chose action {chosen[~allowed][0]}, which its mask does not allow.")
        return chosen

    def _failed(self, error: Exception) -> GrognardError:
        return error if isinstance(error, GrognardError) else BadInput(_raised(self.name, error))


def player_for(game: Game, player: Player) -> Bot:
    """Returns a player as a bot.

    Raises NotFound for an unknown bot, module or name, and BadInput for an object that cannot play, fails to load or
    belongs to another game.
    """
    if not isinstance(player, str):
        return player if isinstance(player, Bot) and _is_ours(player) else Own(player, label_of(player))
    if is_own(player):
        kind, _, rest = player.partition(":")
        return _learned(game, rest) if kind == LEARNED else Own(_made(game, player), player)
    if player.endswith(_PYTHON):
        raise BadInput(f"Name the class or function in {player}, as in {player}:Player.")
    if player.endswith(_WEIGHTS):
        raise BadInput(f"Write learned:{player} for a weights file.")
    return bot_for(game, player)


def maker_of(game: Game, player: Player) -> Callable[[], Bot]:
    """Returns a function that gives the bot for each game. Levels get a new bot; your own player stays the same."""
    found = player_for(game, player)
    if not isinstance(player, str) or is_own(player):
        return lambda: found
    name = player
    return lambda: bot(name)


def rows_of(player: Bot) -> ChooseRows | None:
    """Returns the method by which a player chooses for many positions at once; None if it has none."""
    if isinstance(player, Own):
        return player.choose_rows if player.by_rows else None
    found: ChooseRows | None = getattr(player, "choose_rows", None)
    return found


def is_own(player: Player) -> bool:
    """Returns whether this is not one of the package's bots by its name."""
    if not isinstance(player, str):
        return True
    kind, colon, _rest = player.partition(":")
    place, _, name = player.rpartition(":")
    return (
        bool(colon) and kind not in KINDS and (kind == LEARNED or place.endswith(_PYTHON) or _is_in_module(place, name))
    )


def _is_in_module(place: str, name: str) -> bool:
    return _MODULE.fullmatch(place) is not None and name.isidentifier()


def _is_ours(player: Bot) -> bool:
    """Returns whether a bot's class belongs to this package."""
    return type(player).__module__.startswith("grognard.")


def beside(player: str, folder: Path) -> str:
    """Returns the name of a player with its file's path, if it has one, taken as relative to a folder."""
    kind, colon, file = player.partition(":")
    if colon and kind == LEARNED:
        return f"{kind}:{folder / file}"
    place, _, name = player.rpartition(":")
    return f"{folder / place}:{name}" if place.endswith(_PYTHON) else player


# -- names -----------------------------------------------------------------------------------------------------------


def label_of(player: Player) -> str:
    """Returns the name of a player in results: its own name, or that of its class or function."""
    if isinstance(player, str):
        return player
    if isinstance(player, Own):
        return player.name
    named = getattr(player, "__name__", None)
    return named if isinstance(named, str) else type(player).__name__


def labels(players: Sequence[Player]) -> list[str]:
    """Returns a name for each player in results. Different objects get different names."""
    taken: dict[str, list[Player]] = {}
    found = []
    for player in players:
        same = taken.setdefault(label_of(player), [])
        place = next((n for n, other in enumerate(same) if other is player or _are_one_name(other, player)), len(same))
        if place == len(same):
            same.append(player)
        found.append(label_of(player) + (f" {place + 1}" if place else ""))
    return found


def _are_one_name(one: Player, other: Player) -> bool:
    return isinstance(one, str) and isinstance(other, str) and one == other


def must_travel(players: Sequence[Player]) -> None:
    """Raises BadInput unless all players can be sent to other processes."""
    for player in players:
        if isinstance(player, str):
            continue
        try:
            pickle.dumps(player)
        except Exception as error:  # each kind of object refuses in its own way
            raise BadInput(
                f"{label_of(player)} cannot be sent to other processes ({error}). Use one job, or name the player by "
                "its file, as in mine.py:Player."
            ) from error


# -- files and modules -----------------------------------------------------------------------------------------------


def _learned(game: Game, told: str) -> Bot:
    file, found, degrees = told.rpartition(_TEMPERATURE)
    if not found:
        file, degrees = told, ""
    from grognard.bots.learned import load_player

    try:
        temperature = float(degrees) if found else None
    except ValueError:
        raise BadInput(f"“{degrees}” is not a temperature. Write it as in learned:FILE+temperature=0.5.") from None
    return load_player(Path(file), game) if temperature is None else load_player(Path(file), game, temperature)


def _made(game: Game, name: str) -> Any:
    """Returns the player that a class, function or object in a file or module stands for."""
    place, _, attribute = name.rpartition(":")
    module = _from_file(Path(place)) if place.endswith(_PYTHON) else _from_module(place, name)
    if not attribute.isidentifier():
        raise BadInput(f"“{attribute}” is not a name. Name a class or function in {place}, as in {place}:Player.")
    found = getattr(module, attribute, None)
    if found is None:
        raise NotFound(f"There is no “{attribute}” in {place}.")
    is_made = isinstance(found, Bot) or (hasattr(found, "choose_rows") and not isinstance(found, type))
    return found if is_made or not callable(found) else _called(game, found, name)


def _called(game: Game, maker: Callable[..., Any], name: str) -> Any:
    try:
        takes = inspect.signature(maker)
    except (TypeError, ValueError):  # some classes written in C have no signature
        takes = inspect.Signature()
    for given in ((), (game,)):
        if _fits(takes, given):
            try:
                return maker(*given)
            except GrognardError:
                raise
            except Exception as error:
                raise BadInput(_raised(name, error)) from error
    if not isinstance(maker, type) and _fits(takes, _ROWS):
        return maker
    raise BadInput(f"{name} takes too many arguments. A class or function that makes a player takes none, or the game.")


def _fits(takes: inspect.Signature, given: Sequence[object]) -> bool:
    try:
        takes.bind(*given)
    except TypeError:
        return False
    return True


def _from_file(path: Path) -> ModuleType:
    """Runs a Python file, unless the same content has been run before, and returns it as a module."""
    content = read_bytes(path)
    where = path.resolve()
    name = f"grognard_player_{sha256(os.fsencode(where) + bytes(1) + content).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    module = ModuleType(name)
    module.__file__ = str(where)
    _look_in(where.parent)
    sys.modules[name] = module
    try:
        exec(compile(content, str(where), "exec"), module.__dict__)  # importlib may run an older file that it keeps
    except GrognardError:
        del sys.modules[name]
        raise
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise BadInput(_raised(str(path), error)) from error
    return module


def _from_module(place: str, name: str) -> ModuleType:
    _look_in(Path.cwd())
    try:
        return import_module(place)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{place}.".startswith(f"{error.name}."):
            raise BadInput(_raised(place, error)) from error
        raise NotFound(f"There is no bot “{name}”, and no module {error.name} that could have it.") from error
    except GrognardError:
        raise
    except (Exception, SystemExit) as error:
        raise BadInput(_raised(place, error)) from error


def _look_in(folder: Path) -> None:
    """Lets modules in a folder be imported, after all others."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _raised(name: str, error: BaseException) -> str:
    """Returns a sentence about an error in a person's own code, with the last line there."""
    line, at = error.__traceback__, ""
    while line is not None:
        file = Path(line.tb_frame.f_code.co_filename)
        if file.is_file() and not any(file.is_relative_to(folder) for folder in _NOT_THEIRS):
            at = f" ({file.name}, line {line.tb_lineno})"
        line = line.tb_next
    said = " ".join(str(error).splitlines())
    return f"{name} raised {type(error).__name__}{f': {said}' if said else ''}{at}."
