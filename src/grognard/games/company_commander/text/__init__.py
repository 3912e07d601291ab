"""The wording of Company Commander: one sentence for every prompt, action, event, refusal and end, with its clause."""

from __future__ import annotations

from grognard.games.company_commander.text.log import KINDS, event
from grognard.games.company_commander.text.prompts import label, prompt, waiting
from grognard.games.company_commander.text.reasons import outcome, reason
from grognard.games.company_commander.text.words import PHASE_LABELS, TYPE_LABELS

__all__ = ["KINDS", "PHASE_LABELS", "TYPE_LABELS", "event", "label", "outcome", "prompt", "reason", "waiting"]
