"""The layout of an observation: where each part of a row is, and other forms of the same numbers.

`expand` makes rows fit for a network, `unpack` turns packed rows into plain ones. Both take NumPy arrays or PyTorch
tensors, and need the extra `envs`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from grognard.kernel.cardsets.cards import WORD
from grognard.kernel.engine.observation import PLANES, SMALL, WIDE, Part
from grognard.kernel.errors import BadInput

if TYPE_CHECKING:
    from numpy.typing import NDArray

# The value of 1 in an expanded row, for numbers and for piles.
NUMBER_SCALE: Final = 1 / 16
PILE_SCALE: Final = 1 / 2
HIGH_BYTE: Final = 128  # the value of 1 in the first byte of a `wide` part
_BITS: Final = 8
_WORD: Final = 64  # bits


class Field(NamedTuple):
    """The place of a part in a row: `row[start : start + length]`.

    In a packed row it begins at the byte `packed` and has one or more planes of bits, one bit for each name: one plane
    for sets, five for counts and codes. A plane has `plane` bytes: one for each eight names, or for sets and piles of
    more than eight names, whole words with sixty names each. With no `planes` it has a byte for each number.
    """

    name: str
    start: int
    length: int
    most: int
    names: Sequence[str]
    values: Sequence[str]
    packed: int
    planes: int
    plane: int

    def read(self, row: Sequence[int]) -> list[int]:
        """Returns the numbers of this field in a row."""
        return list(row[self.start : self.start + self.length])

    @property
    def is_wide(self) -> bool:
        """Whether it is one number in two bytes."""
        return self.names == WIDE

    @property
    def is_code(self) -> bool:
        """Whether its numbers stand for one of several values."""
        return len(self.values) > 1

    def scale_of(self, place: int) -> float:
        """Returns the value of 1 at this place of a row in an expanded row; 0 for codes."""
        if self.is_code:
            return 0.0
        scale = 1.0 if self.most == 1 else PILE_SCALE if self.planes else NUMBER_SCALE
        return HIGH_BYTE * scale if self.is_wide and place == self.start else scale


class _Expansion(NamedTuple):
    """How `expand` works: columns with their scales, then columns that are compared with a value."""

    columns: NDArray[Any]
    scales: NDArray[Any]
    coded: NDArray[Any]
    codes: NDArray[Any]


class _Unpacking(NamedTuple):
    """How `unpack` works: bytes that are copied, and for each plane of bits, the columns that they add to."""

    columns: NDArray[Any]
    places: NDArray[Any]
    planes: list[tuple[NDArray[Any], NDArray[Any]]]  # columns of the row, places of their bits


class Layout:
    """The fields of a row; its length is a multiple of eight bytes, and the bytes between fields are 0.

    `packed_size` is the length of a packed row in bytes, also a multiple of eight.
    """

    def __init__(self, parts: Sequence[Part], version: int) -> None:
        self.version = version
        self.fields: list[Field] = []
        at = packed = 0
        for part in parts:
            length = max(1, len(part.names))
            at = -(-at // 8) * 8 if part.aligned else at
            planes = 0 if not part.names else 1 if part.most == 1 else PLANES if part.aligned else 0
            in_words = bool(part.aligned and planes and length > SMALL)
            packed = -(-packed // 8) * 8 if in_words else packed
            plane = 8 * -(-length // WORD) if in_words else -(-length // _BITS)
            self.fields.append(Field(part.name, at, length, part.most, part.names, part.values, packed, planes, plane))
            at += -(-length // 8) * 8 if part.aligned and part.names else length
            packed += planes * plane if planes else length
        self.size = -(-at // 8) * 8
        self.packed_size = -(-packed // 8) * 8
        self.by_name = {field.name: field for field in self.fields}

    @cached_property
    def expanded_names(self) -> list[str]:
        """The meaning of each number in an expanded row: “own troops”, “own hand: Musketeers”, “attacker = Jagers”."""
        plain = [
            f"{field.name}: {name}" if name else field.name
            for field in self.fields
            if not field.is_code
            for name in (field.names or [""])
        ]
        coded = [
            f"{field.name}: {name} = {value}" if name else f"{field.name} = {value}"
            for field in self.fields
            if field.is_code
            for name in (field.names or [""])
            for value in field.values
        ]
        return plain + coded

    @cached_property
    def inputs(self) -> tuple[list[int], list[float]]:
        """For each byte of a row, the column of an expanded row that it changes, and its scale.

        A scale of 0 stands for a code: the value n puts a 1 at column + n - 1.
        """
        columns, scales = [0] * self.size, [1.0] * self.size
        at = 0
        for field in sorted(self.fields, key=lambda field: field.is_code):
            for place in range(field.start, field.start + field.length):
                columns[place], scales[place] = at, field.scale_of(place)
                at += len(field.values) if field.is_code else 1
        return columns, scales

    def expand(self, rows: Any) -> Any:
        """Returns rows of floats for a network, as an array or tensor like `rows`, (..., size) to (..., expanded).

        First come the fields that are not codes, in their order: flags and sets as 0 or 1, numbers divided by 16, the
        numbers of a pile divided by 2. Then each code follows as 0s with a 1 at its value; none at all means no value.
        `expanded_names` names the columns.
        Raises BadInput for rows of another size.
        """
        if rows.ndim == 0 or rows.shape[-1] != self.size:
            raise BadInput(f"These rows have the shape {tuple(rows.shape)}; the last number must be {self.size}.")
        if rows.ndim != 2:
            return self.expand(rows.reshape(-1, self.size)).reshape(*rows.shape[:-1], len(self.expanded_names))
        how = self._expansion
        if _is_tensor(rows):
            import torch  # type: ignore[import-not-found,unused-ignore]

            columns, scales, coded, codes = (torch.as_tensor(part, device=rows.device) for part in how)
            return torch.cat([rows[:, columns] * scales, (rows[:, coded] == codes).float()], 1)
        import numpy as np

        expanded = np.empty((len(rows), len(how.columns) + len(how.coded)), np.float32)
        np.multiply(rows[:, how.columns], how.scales, out=expanded[:, : len(how.columns)])
        expanded[:, len(how.columns) :] = rows[:, how.coded] == how.codes
        return expanded

    def unpack(self, packed: Any) -> Any:
        """Returns plain rows from packed ones, (n, packed_size) to (n, size), both uint8.

        A tensor on another device is unpacked there.
        """
        if _is_tensor(packed):
            import torch

            if packed.device.type == "cpu":
                return torch.from_numpy(self.unpack(packed.numpy()))
            return self._unpack_tensor(packed, torch)
        import numpy as np

        how = self._unpacking
        rows = np.zeros((len(packed), self.size), np.uint8)
        rows[:, how.columns] = packed[:, how.places]
        bits = np.unpackbits(packed, axis=1, bitorder="little")
        for plane, (columns, places) in enumerate(how.planes):
            rows[:, columns] |= bits[:, places] << plane
        return rows

    def _unpack_tensor(self, packed: Any, torch: Any) -> Any:
        how = self._unpacking
        rows = torch.zeros((len(packed), self.size), dtype=torch.uint8, device=packed.device)
        rows[:, torch.as_tensor(how.columns, device=packed.device)] = packed[:, torch.as_tensor(how.places)]
        for plane, (columns, places) in enumerate(how.planes):
            at = torch.as_tensor(places, device=packed.device)
            bits = (packed[:, at >> 3] >> (at & 7).to(torch.uint8)) & 1
            rows[:, torch.as_tensor(columns, device=packed.device)] |= bits << plane
        return rows

    @cached_property
    def _expansion(self) -> _Expansion:
        import numpy as np

        columns: list[int] = []
        scales: list[float] = []
        coded: list[int] = []
        codes: list[int] = []
        for field in self.fields:
            places = range(field.start, field.start + field.length)
            if field.is_code:
                coded += [place for place in places for _value in field.values]
                codes += [number for _place in places for number in range(1, len(field.values) + 1)]
                continue
            columns += places
            scales += [field.scale_of(place) for place in places]
        return _Expansion(
            np.array(columns, np.int64), np.array(scales, np.float32),
            np.array(coded, np.int64), np.array(codes, np.uint8),
        )  # fmt: skip

    @cached_property
    def _unpacking(self) -> _Unpacking:
        import numpy as np

        columns: list[int] = []
        places: list[int] = []
        planes: list[tuple[list[int], list[int]]] = [([], []) for _plane in range(PLANES)]
        for field in self.fields:
            inside = range(field.length)
            for plane in range(field.planes):
                first = _BITS * (field.packed + plane * field.plane)
                planes[plane][0].extend(field.start + n for n in inside)
                planes[plane][1].extend(first + n // WORD * _WORD + n % WORD for n in inside)
            if not field.planes:
                columns.extend(field.start + n for n in inside)
                places.extend(field.packed + n for n in inside)
        as_arrays = [(np.array(one, np.int64), np.array(other, np.int64)) for one, other in planes]
        return _Unpacking(np.array(columns, np.int64), np.array(places, np.int64), as_arrays)


def _is_tensor(rows: object) -> bool:
    """Returns whether this is a PyTorch tensor, without importing PyTorch."""
    return type(rows).__module__.partition(".")[0] == "torch"
