"""The rules of Ready Aim Fire, chapter by chapter; the clauses are those of handbook.md. `course` lists them in order.

A window opens whenever some hand that fits what everybody can see could act in it. A card is offered only if all that
it asks for can be named; a question with one answer is not asked, if the other side can tell that there is one.
"""

from grognard.games.ready_aim_fire.rules.choices import ReadyAimFire
from grognard.games.ready_aim_fire.rules.space import SPACE

__all__ = ["SPACE", "ReadyAimFire"]
