"""A small network, computed natively: residual blocks over an observation, with a policy and a value.

`grognard.bots.learned` describes the network, makes it from a file, and computes many rows at once with NumPy.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from grognard.kernel.engine.chance import WORDS

TINY: Final = 1e-5  # under the root of a variance, as in PyTorch's LayerNorm
MOST_EXPONENT: Final = 30.0


@final
@mypyc_attr(acyclic=True)
class Network:
    """The weights of a network, and its results for the last observation (`look`)."""

    def __init__(
        self, columns: list[int], scales: list[float], width: i64, blocks: i64, layers: Mapping[str, list[float]]
    ) -> None:
        """`columns` and `scales` are those of `Layout.inputs`; `layers` has the numbers of each layer, row by row."""
        self.width: i64 = width
        self.columns: vec[i64] = vec[i64](columns)
        self.scales: vec[float] = vec[float](scales)
        self.first: vec[float] = _transposed(layers["first.weight"], width)
        self.first_bias: vec[float] = vec[float](layers["first.bias"])
        names = [f"blocks.{n}" for n in range(blocks)]
        self.blocks: list[Block] = [Block(name, width, layers) for name in names]
        self.norm: Norm = Norm("norm", layers)
        self.policy: vec[float] = vec[float](layers["policy.weight"])
        self.policy_bias: vec[float] = vec[float](layers["policy.bias"])
        valued = "value.weight" in layers
        self.value_weight: vec[float] = vec[float](layers["value.weight"] if valued else [])
        self.value_bias: float = layers["value.bias"][0] if valued else 0.0
        self.seen: vec[float] = vec[float]([0.0] * width)
        self.body: vec[float] = vec[float]([0.0] * width)

    def look(self, row: bytes) -> None:
        """Computes everything up to the heads for an observation."""
        width = self.width
        seen = self.seen
        first = self.first
        bias = self.first_bias
        i: i64 = 0
        while i < width:
            seen[i] = bias[i]
            i += 1
        place: i64 = 0
        length: i64 = len(row)
        while place < length:
            number: i64 = row[place]
            if number != 0:
                at = self.columns[place]
                factor = self.scales[place]
                if factor == 0.0:
                    at += number - 1
                    factor = 1.0
                else:
                    factor *= float(number)
                at *= width
                i = 0
                while i < width:
                    seen[i] = seen[i] + factor * first[at + i]
                    i += 1
            place += 1
        i = 0
        while i < width:
            if seen[i] < 0.0:
                seen[i] = 0.0
            i += 1
        for block in self.blocks:
            block.add_to(seen)
        self.norm.write(seen, self.body)

    def logit(self, action: i64) -> float:
        """Returns the logit of an action."""
        return self.policy_bias[action] + _product(self.policy, action * self.width, self.body)

    def value(self) -> float:
        """Returns the value for the seat that sees the observation, from -1 to 1; 0 if no values were learned."""
        if len(self.value_weight) == 0:
            return 0.0
        total = 2.0 * (self.value_bias + _product(self.value_weight, 0, self.body))
        likely = exp(-max(-MOST_EXPONENT, min(MOST_EXPONENT, total)))
        return 2.0 / (1.0 + likely) - 1.0

    def best(self, actions: list[int]) -> i64:
        """Returns the action with the highest logit; the first of equals."""
        found: i64 = actions[0]
        most = 0.0
        first = True
        for action in actions:
            logit = self.logit(action)
            if first or logit > most:
                first = False
                most = logit
                found = action
        return found

    def drawn(self, actions: list[int], temperature: float, word: i64) -> i64:
        """Returns an action drawn by the softmax of the logits divided by a temperature; `word` is random."""
        likely = self.likely(actions, temperature)
        ball = float(word) / WORDS
        for n in range(len(actions)):
            ball -= likely[n]
            if ball < 0.0:
                return actions[n]
        return actions[likely.index(max(likely))]

    def likely(self, actions: list[int], temperature: float) -> list[float]:
        """Returns the probability of each action by the softmax of the logits divided by a temperature."""
        logits = [self.logit(action) for action in actions]
        most = max(logits)
        found: list[float] = []
        total = 0.0
        for logit in logits:
            weight = exp((logit - most) / temperature)
            found.append(weight)
            total += weight
        return [weight / total for weight in found]


@final
@mypyc_attr(acyclic=True)
class Norm:
    """A layer normalization."""

    def __init__(self, name: str, layers: Mapping[str, list[float]]) -> None:
        self.weight: vec[float] = vec[float](layers[f"{name}.weight"])
        self.bias: vec[float] = vec[float](layers[f"{name}.bias"])

    def write(self, seen: vec[float], out: vec[float]) -> None:
        """Writes the normalized numbers of `seen` into `out`."""
        width: i64 = len(seen)
        mean = 0.0
        i: i64 = 0
        while i < width:
            mean += seen[i]
            i += 1
        mean /= float(width)
        spread = 0.0
        i = 0
        while i < width:
            about = seen[i] - mean
            spread += about * about
            i += 1
        factor = 1.0 / sqrt(spread / float(width) + TINY)
        i = 0
        while i < width:
            out[i] = (seen[i] - mean) * factor * self.weight[i] + self.bias[i]
            i += 1


@final
@mypyc_attr(acyclic=True)
class Block:
    """A residual block: adds a correction to its input."""

    def __init__(self, name: str, width: i64, layers: Mapping[str, list[float]]) -> None:
        self.norm: Norm = Norm(f"{name}.norm", layers)
        self.fc1: vec[float] = vec[float](layers[f"{name}.fc1.weight"])
        self.fc1_bias: vec[float] = vec[float](layers[f"{name}.fc1.bias"])
        self.fc2: vec[float] = _transposed(layers[f"{name}.fc2.weight"], width)
        self.fc2_bias: vec[float] = vec[float](layers[f"{name}.fc2.bias"])
        self.inner: vec[float] = vec[float]([0.0] * width)

    def add_to(self, seen: vec[float]) -> None:
        """Adds the correction to `seen`, in place."""
        width: i64 = len(seen)
        inner = self.inner
        self.norm.write(seen, inner)
        fc2 = self.fc2
        bias = self.fc2_bias
        i: i64 = 0
        while i < width:
            seen[i] = seen[i] + bias[i]
            i += 1
        unit: i64 = 0
        while unit < width:
            active = self.fc1_bias[unit] + _product(self.fc1, unit * width, inner)
            if active > 0.0:  # about half of the units are not
                at = unit * width
                i = 0
                while i < width:
                    seen[i] = seen[i] + active * fc2[at + i]
                    i += 1
            unit += 1


def _product(weights: vec[float], at: i64, numbers: vec[float]) -> float:
    """Returns the product of some numbers with a row of weights that begins at this place."""
    total = 0.0
    width: i64 = len(numbers)
    i: i64 = 0
    while i < width:
        total += weights[at + i] * numbers[i]
        i += 1
    return total


def _transposed(rows: list[float], height: i64) -> vec[float]:
    """Returns a matrix of `height` rows, given row by row, column by column."""
    size: i64 = len(rows)
    width = size // height
    found = vec[float]([0.0] * size)
    place: i64 = 0
    row: i64 = 0
    while row < height:
        column: i64 = 0
        while column < width:
            found[column * height + row] = rows[place]
            place += 1
            column += 1
        row += 1
    return found
