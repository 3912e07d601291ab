"""The rules of Company Commander by the chapters of the handbook.

A window opens whenever some hand that fits what everybody can see could act in it (CC-10.4). A choice is offered only
if all that it asks for can be named; a question with one answer is not asked.
"""

from __future__ import annotations

from grognard.games.company_commander.rules.choices import SPACE, CompanyCommander

__all__ = ["SPACE", "CompanyCommander"]
