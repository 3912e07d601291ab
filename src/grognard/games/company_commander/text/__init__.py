"""The wording of Company Commander: one sentence for every prompt, action, event, refusal and end, with its clause."""

from __future__ import annotations

from typing import Final

from grognard.games.company_commander.text.log import KINDS, tell
from grognard.games.company_commander.text.prompts import PHASES, label
from grognard.games.company_commander.text.reasons import REASONS, outcome
from grognard.games.company_commander.text.words import SIDES, TYPE_LABELS
from grognard.kernel.views.words import Words

WORDS: Final = Words(TYPE_LABELS, PHASES, REASONS, KINDS, tell, label, outcome, SIDES, plural=True)
