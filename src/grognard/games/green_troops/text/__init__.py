"""The wording of Green Troops: a sentence for every prompt, action, event, refusal and end."""

from __future__ import annotations

from typing import Final

from grognard.games.green_troops.text.log import KINDS, tell
from grognard.games.green_troops.text.prompts import PHASES, label
from grognard.games.green_troops.text.reasons import REASONS, outcome
from grognard.games.green_troops.text.words import TYPE_LABELS
from grognard.kernel.views.words import Words

WORDS: Final = Words(TYPE_LABELS, PHASES, REASONS, KINDS, tell, label, outcome)
