"""All kinds of drawing that `draw` in a game's `looks.toml` may name."""

from __future__ import annotations

from typing import TypeAlias

from grognard.art.battlemap import BattleMap
from grognard.art.modern.battlefield import Battlefield
from grognard.art.modern.crewed import Crewed
from grognard.art.modern.squad import Squad
from grognard.art.modern.vehicle import Vehicle
from grognard.art.napoleonic.foot import Foot
from grognard.art.napoleonic.gun import Gun
from grognard.art.napoleonic.rider import Rider
from grognard.art.scene import Scene

Figure: TypeAlias = Battlefield | BattleMap | Crewed | Foot | Gun | Rider | Scene | Squad | Vehicle
