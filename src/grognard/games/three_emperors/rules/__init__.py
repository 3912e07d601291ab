"""The rules of Battle of the Three Emperors, chapter by chapter; course.py tells their order.

Clause numbers refer to handbook.md. The player whose turn it is is the attacker in every Action of it.
"""

from grognard.games.three_emperors.rules.choices import CARD as CARD
from grognard.games.three_emperors.rules.choices import SPACE as SPACE
from grognard.games.three_emperors.rules.choices import ThreeEmperors as ThreeEmperors
