"""Every kind of drawing that a table of looks may ask for, by the word after `draw`."""

from __future__ import annotations

from typing import TypeAlias

from grognard.art.battlemap import BattleMap
from grognard.art.foot import Foot
from grognard.art.gun import Gun
from grognard.art.rider import Rider
from grognard.art.scene import Scene

Figure: TypeAlias = BattleMap | Foot | Gun | Rider | Scene
