"""The rules of Battle of the Three Emperors by the chapters of the handbook.

    a turn begins       turn      TE-3, with the Strategy Phase, TE-4
    Orders Phase        orders    TE-5, order by order
    Action Phase        attack    TE-6; up to three times:
        one Action      fight     TE-7
        Victory cards   victory   TE-8
    End Phase           end       TE-9

The chapters are a chain of classes that runs backwards: what comes later in a turn stands lower, so that a step calls
the next one directly. What all of them may need stands lowest: cards (TE-1, drawing) and battle (TE-10). The player
whose turn it is is the attacker in every Action of it.
"""

from grognard.games.three_emperors.rules.choices import CARD as CARD
from grognard.games.three_emperors.rules.choices import SPACE as SPACE
from grognard.games.three_emperors.rules.choices import ThreeEmperors as ThreeEmperors
