"""The rules of Battle of the Three Emperors by the chapters of the handbook.

    start of a turn     turn      TE-3, with the Strategy Phase, TE-4
    Orders Phase        orders    TE-5, one order at a time
    Action Phase        attack    TE-6; up to three times:
        one Action      fight     TE-7
        Victory cards   victory   TE-8
    End Phase           end       TE-9

The chapters are a chain of subclasses in reverse order: later steps of a turn are base classes, so that a step can call
the next one directly. The modules that all chapters share are at the base: cards (TE-1, drawing) and battle (TE-10).
The active player is the attacker in every Action of the turn.
"""

from grognard.games.three_emperors.rules.choices import ThreeEmperors as ThreeEmperors
