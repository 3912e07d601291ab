"""The wording of Battle of the Three Emperors: a sentence for every prompt, action, event, refusal and end."""

from __future__ import annotations

from grognard.games.three_emperors.text.log import KINDS, event
from grognard.games.three_emperors.text.prompts import PHASE_LABELS, TYPE_LABELS, label, prompt, total, waiting
from grognard.games.three_emperors.text.reasons import outcome, reason

__all__ = ["KINDS", "PHASE_LABELS", "TYPE_LABELS", "event", "label", "outcome", "prompt", "reason", "total", "waiting"]
