"""The wording of Ready Aim Fire: a sentence for every prompt, action, event, refusal and end."""

from grognard.games.ready_aim_fire.text.log import KINDS, event
from grognard.games.ready_aim_fire.text.words import PHASE_LABELS, TYPE_LABELS
from grognard.games.ready_aim_fire.text.prompts import label, prompt, waiting
from grognard.games.ready_aim_fire.text.reasons import outcome, reason

__all__ = ["KINDS", "PHASE_LABELS", "TYPE_LABELS", "event", "label", "outcome", "prompt", "reason", "waiting"]
