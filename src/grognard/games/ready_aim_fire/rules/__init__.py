"""The rules of Ready Aim Fire by the chapters of the handbook; each step calls the next.

    set-up            setup       RAF-3
    a turn begins     draw        RAF-4.1
    draw phase        draw        RAF-4.10
    terrain phase     terrain     RAF-4.20
    reinforce phase   reinforce   RAF-4.30
    attack phase      attack      RAF-5.1; again and again:
        a fight       fight       RAF-5.26, with its modifiers, RAF-6
        its result    result      RAF-5.31, with its losses, RAF-5.33, and checks, RAF-7.21
    morale phase      morale      RAF-7
    the turn ends     discard     RAF-9, with nightfall, RAF-10.5

The chapters are a chain of classes that runs backwards: what comes later in a turn stands lower, so that a step calls
the next one directly. What every step may need (the line, victory, hands) stands lowest.

A window opens whenever some hand that fits what everybody can see could act in it. A card is offered only if all that
it asks for can be named; a question with one answer is not asked, if the other side can tell that there is one.
"""

from grognard.games.ready_aim_fire.rules.choices import ReadyAimFire
from grognard.games.ready_aim_fire.rules.space import SPACE

__all__ = ["SPACE", "ReadyAimFire"]
