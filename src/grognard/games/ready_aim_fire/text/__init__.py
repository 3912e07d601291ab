"""The wording of Ready Aim Fire: a sentence for every prompt, action, event, refusal and end."""

from __future__ import annotations

from typing import Final

from grognard.games.ready_aim_fire.text.log import KINDS, tell
from grognard.games.ready_aim_fire.text.prompts import PHASES, label
from grognard.games.ready_aim_fire.text.reasons import REASONS, outcome
from grognard.games.ready_aim_fire.text.words import TYPE_LABELS
from grognard.kernel.views.words import Words

WORDS: Final = Words(TYPE_LABELS, PHASES, REASONS, KINDS, tell, label, outcome)
