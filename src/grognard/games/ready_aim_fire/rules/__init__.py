"""The rules of Ready Aim Fire, one module for each chapter of the handbook; each step calls the next.

    setup             setup       RAF-3
    a turn begins     draw        RAF-4.1
    draw phase        draw        RAF-4.10
    terrain phase     terrain     RAF-4.20
    reinforce phase   reinforce   RAF-4.30
    attack phase      attack      RAF-5.1; for each attack:
        a fight       fight       RAF-5.26, with its modifiers, RAF-6
        its result    result      RAF-5.31, with its losses, RAF-5.33, and checks, RAF-7.21
    morale phase      morale      RAF-7
    the turn ends     discard     RAF-9, with nightfall, RAF-10.5

The chapters are a chain of classes in reverse order: the base classes hold the later steps of a turn, so that a step
can call the next one directly. The bases at the bottom (line, victory, hands) serve every step.

A window opens if any hand consistent with public information could act in it. A card is offered only if everything it
asks for is available; a question with only one answer is skipped if the other side can infer that.
"""

from grognard.games.ready_aim_fire.rules.choices import ReadyAimFire

__all__ = ["ReadyAimFire"]
