"""The wording of Fusillade: one sentence for every prompt, action, event, refusal and end, with its clause."""

from __future__ import annotations

from typing import Final

from grognard.games.fusillade.text.log import KINDS, tell
from grognard.games.fusillade.text.prompts import PHASES, TYPE_LABELS, label
from grognard.games.fusillade.text.reasons import REASONS, outcome
from grognard.kernel.views.words import Words

WORDS: Final = Words(TYPE_LABELS, PHASES, REASONS, KINDS, tell, label, outcome)
