"""The wording of Battle of the Three Emperors: a sentence for every prompt, action, event, refusal and end."""

from __future__ import annotations

from typing import Final

from grognard.games.three_emperors.text.log import KINDS, tell
from grognard.games.three_emperors.text.prompts import PHASES, SIDES, TYPE_LABELS, label
from grognard.games.three_emperors.text.reasons import REASONS, outcome
from grognard.kernel.views.words import Words

WORDS: Final = Words(TYPE_LABELS, PHASES, REASONS, KINDS, tell, label, outcome, SIDES)
