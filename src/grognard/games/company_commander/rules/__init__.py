"""The rules of Company Commander by the chapters of the handbook.

    turn         CC-2   a turn begins: CC-3.1
    deploy       CC-3
    tactics      CC-4
    recon        CC-5
    suppression  CC-6
    assault      CC-7.1: attackers are declared
    battle       CC-7.5: one battle after another
    rally        CC-8   and the turn ends: CC-8.6, 11.1

The chapters are a chain of classes in this order. Below them stand those that every phase needs (victory, fronts,
hits, draw), above them the Tactics cards (cards, play) and what may be chosen (windows, choices).

A window opens whenever some hand that fits what everybody can see could act in it (CC-10.4). A choice is offered only
if all that it asks for can be named; a question with one answer is not asked.
"""

from __future__ import annotations

from grognard.games.company_commander.rules.choices import SPACE, CompanyCommander

__all__ = ["SPACE", "CompanyCommander"]
