"""The wording of Green Troops: a sentence for every prompt, action, event, refusal and end."""

from grognard.games.green_troops.text.log import KINDS, event
from grognard.games.green_troops.text.prompts import label, prompt, waiting
from grognard.games.green_troops.text.reasons import outcome, reason
from grognard.games.green_troops.text.words import PHASE_LABELS, TYPE_LABELS

__all__ = ["KINDS", "PHASE_LABELS", "TYPE_LABELS", "event", "label", "outcome", "prompt", "reason", "waiting"]
