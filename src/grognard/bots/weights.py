"""Weights files: the numbers of a learned player, and a header that says what they are for.

A weights file is an .npz archive of plain numbers, at most 16 MB. It is read without pickle and without NumPy.
"""

from __future__ import annotations

import math
import re
import struct
from array import array
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeGuard

from grognard.kernel.errors import BadInput
from grognard.kernel.files import MOST_BYTES
from grognard.kernel.game import Game
from grognard.kernel.npz import Plain, read_arrays

FORMAT: Final = 1
_BLOCK: Final = re.compile(r"blocks\.(\d+)\.norm\.weight")
_NUMBERS: Final = {"<f2": "e", "<f4": "f", "<f8": "d"}  # NumPy's names of types, and those of `struct`


class Layer(NamedTuple):
    """The numbers of an array, row by row, and its shape."""

    shape: tuple[int, ...]
    numbers: array[float]


class Header(NamedTuple):
    """What a file was made for. `note` says how, in free text."""

    game: str
    rules: int
    layout: int
    inputs: int
    actions: int
    note: str


def header_of(game: Game, note: str = "") -> Header:
    """Returns the header of files for this game."""
    return Header(
        game.slug, game.spec.meta.rules, game.layout.version, len(game.layout.expanded_names),
        game.num_distinct_actions(), note,
    )  # fmt: skip


def read_weights(data: bytes, name: str) -> tuple[Header, dict[str, Layer]]:
    """Returns the header and the layers of a weights file; raises BadInput with the `name` of a damaged one."""
    head, arrays = read_arrays(data, name, "a weights file", 2 * MOST_BYTES)
    if not _is_header(head) or any(one.kind not in _NUMBERS for one in arrays.values()):
        raise BadInput(f"{name} is not a weights file of this version.")
    header = Header(**{key: head[key] for key in Header._fields[:-1]}, note=str(head.get("note", "")))
    return header, {key: _layer(one) for key, one in arrays.items()}


def _layer(given: Plain) -> Layer:
    numbers = struct.unpack(f"<{math.prod(given.shape)}{_NUMBERS[given.kind]}", given.body)
    return Layer(given.shape, array("d", numbers))


def _is_header(header: object) -> TypeGuard[dict[str, Any]]:
    return (
        isinstance(header, dict)
        and header.get("format") == FORMAT
        and isinstance(header.get("game"), str)
        and all(isinstance(header.get(name), int) for name in ("rules", "layout", "inputs", "actions"))
    )


def must_fit(header: Header, game: Game, name: str) -> None:
    """Raises BadInput unless a file for this game was made for its rules, layout and actions."""
    ours = header_of(game)
    for part in ("rules", "layout", "inputs", "actions"):
        was, now = getattr(header, part), getattr(ours, part)
        if was != now:
            raise BadInput(f"{name} was trained with different {part} ({was}, now {now}). Train it again.")


def blocks_of(game: Game, layers: Mapping[str, Any]) -> int:
    """Returns the number of blocks; raises BadInput unless exactly the layers of a network for this game are given.

    A layer is anything with a `shape`.
    """
    first = layers.get("first.weight")
    if first is None or len(first.shape) != 2:
        raise BadInput("These weights have no first layer (first.weight).")
    width = first.shape[0]
    blocks = sum(bool(_BLOCK.fullmatch(name)) for name in layers)
    inside = {f"blocks.{n}.{name}": (width, width) for n in range(blocks) for name in ("fc1", "fc2")}
    normed = ["norm", *(f"blocks.{n}.norm" for n in range(blocks))]
    shapes: dict[str, tuple[int, ...]] = {
        "first": (width, len(game.layout.expanded_names)), "policy": (game.num_distinct_actions(), width), **inside,
    }  # fmt: skip
    if "value.weight" in layers:
        shapes["value"] = (1, width)
    wanted = {f"{name}.weight": shape for name, shape in shapes.items()}
    wanted |= {f"{name}.bias": shape[:1] for name, shape in shapes.items()}
    wanted |= {f"{name}.{part}": (width,) for name in normed for part in ("weight", "bias")}
    for name, shape in wanted.items():
        if name not in layers:
            raise BadInput(f"These weights lack {name}.")
        if tuple(layers[name].shape) != shape:
            raise BadInput(f"{name} has the shape {layers[name].shape}, but this game needs {shape}.")
    for name in layers:
        if name not in wanted:
            raise BadInput(f"A learned player has no weights named {name}.")
    return blocks


def must_be_finite(layers: Mapping[str, Layer]) -> None:
    """Raises BadInput if there are numbers that are not finite. (Their sum then is not finite, either.)"""
    for name, layer in layers.items():
        if not math.isfinite(sum(layer.numbers)):
            raise BadInput(f"{name} has numbers that are not finite.")
