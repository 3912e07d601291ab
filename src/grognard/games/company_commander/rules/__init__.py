"""The rules of Company Commander, in modules that follow the chapters of the handbook.

    turn         CC-2   start of a turn: CC-3.1
    deploy       CC-3
    tactics      CC-4
    recon        CC-5
    suppression  CC-6
    assault      CC-7.1 declaring attackers
    battle       CC-7.5 the battles
    rally        CC-8   and the end of a turn: CC-8.6, 11.1

Each module has a class that inherits from the one before it, in this order. The modules that every phase needs
(victory, fronts, hits, draw) come before them; Tactics cards (cards, play) and legal actions (windows, choices) come
after them.

A window opens if any hand consistent with the public information could act in it (CC-10.4). A choice is offered only
if it can be completed. A question with only one answer is not asked.
"""

from __future__ import annotations

from grognard.games.company_commander.rules.choices import CompanyCommander

__all__ = ["CompanyCommander"]
