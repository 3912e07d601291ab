"""The fields of a position, one by one, and those in which two positions differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import GetSetDescriptorType
from typing import Final, cast

from grognard.kernel.engine.recorder import SILENT
from grognard.kernel.engine.state import State

# No part of the position: they say which game it is, what its actions are, and who writes down what happens.
APART: Final = frozenset({"game", "space", "recorder"})
# What every game's position has: some of it goes together with what the game stores.
KERNEL: Final = frozenset({"chance", "frames", "ply", "turn", "reveals"})
PLAIN: Final = (int, float, str, bytes)

Path = tuple[str | int, ...]


def fields(thing: object) -> list[str]:
    """Returns the fields of an object, compiled or not."""
    found = set(getattr(thing, "__dict__", {}))
    for kind in type(thing).__mro__:
        found |= set(getattr(kind, "__mypyc_attrs__", ()))
        found |= {name for name, what in vars(kind).items() if isinstance(what, GetSetDescriptorType)}
    return sorted(name for name in found if not name.startswith("__"))


def is_ours(value: object) -> bool:
    """Returns whether this is an object of Grognard or of a game, with fields of its own."""
    return type(value).__module__.startswith("grognard.")


def has_ours(value: object) -> bool:
    """Returns whether this is a list of such objects."""
    return isinstance(value, list) and any(is_ours(part) for part in value)


def leaves(state: State) -> dict[Path, object]:
    """Returns every single number, truth value and list of a position, with the way to it."""
    found: dict[Path, object] = {}

    def walk(value: object, path: Path) -> None:
        if value is state.game.tables:
            return
        if is_ours(value):
            for name in fields(value):
                if path or name not in APART:
                    walk(getattr(value, name), (*path, name))
        elif isinstance(value, tuple) or has_ours(value):
            for place, part in enumerate(cast("Sequence[object]", value)):
                walk(part, (*path, place))
        else:
            found[path] = list(value) if isinstance(value, list) else value

    walk(state, ())
    return found


def objects(state: State) -> Iterator[tuple[str, object]]:
    """Yields every changeable object that the position holds, itself left out."""

    def walk(value: object, path: str) -> Iterator[tuple[str, object]]:
        for name in fields(value):
            inner = getattr(value, name)
            if inner in (state.game, state.space, state.game.tables, SILENT):
                continue
            if is_ours(inner):
                yield f"{path}{name}", inner
                yield from walk(inner, f"{path}{name}.")
            elif has_ours(inner):
                yield f"{path}{name}", inner
                for place, part in enumerate(cast("Sequence[object]", inner)):
                    yield f"{path}{name}.{place}", part
                    yield from walk(part, f"{path}{name}.{place}.")
            elif not isinstance(inner, (*PLAIN, tuple)):
                yield f"{path}{name}", inner

    yield from walk(state, "")


def different(before: dict[Path, object], after: dict[Path, object]) -> list[str]:
    """Returns the names of the fields that differ."""
    paths = [path for path in {**before, **after} if before.get(path) != after.get(path)]
    return list(dict.fromkeys(".".join(str(step) for step in path if isinstance(step, str)) for path in paths))
