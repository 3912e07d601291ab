"""The wording of Fusillade: one sentence for every prompt, action, event, refusal and end, with its clause."""

from __future__ import annotations

from grognard.games.fusillade.text.log import KINDS, event
from grognard.games.fusillade.text.prompts import PHASE_LABELS, TYPE_LABELS, halves_in_vain, label, prompt, waiting
from grognard.games.fusillade.text.reasons import outcome, reason

__all__ = [
    "KINDS", "PHASE_LABELS", "TYPE_LABELS", "event", "halves_in_vain", "label", "outcome", "prompt", "reason",
    "waiting",
]  # fmt: skip
