"""Napoleonic headgear, drawn with the brow at 0, 0; the head is sixteen units wide and faces left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from grognard.art.canvas import Canvas

HatKind: TypeAlias = Literal[
    "none", "bald", "shako", "covered-shako", "belltop", "bearskin", "bicorne", "bicorne-across", "forage", "round",
    "dragoon", "cuirassier", "carabinier", "crested", "tarleton", "czapka", "colpack", "mirliton", "turban",
    "feather-bonnet", "bonnet", "barretina", "kasket", "belgic", "landwehr", "kiver", "mitre", "top-hat", "fur-cap",
]  # fmt: skip


class Hat(NamedTuple):
    """The colors of a hat; a part with an empty color is omitted."""

    colour: str
    trim: str
    plume: str
    cord: str


def _plume(canvas: Canvas, x: float, y: float, colour: str, height: float = 11) -> None:
    if colour:
        canvas.path(f"M{x - 1},{y} C{x - 4},{y - 4} {x - 3},{y - height} {x},{y - height} "
                    f"C{x + 3.6},{y - height} {x + 3.4},{y - 4} {x + 1},{y}Z", colour, width=1.1)  # fmt: skip


def _peak(canvas: Canvas) -> None:
    canvas.path("M-8.4,-0.6 C-11,0.4 -12.4,2 -12.6,3.4 C-9,2.2 -5,2.4 -2,3 L-1,1Z", "black", width=1)


def _cords(canvas: Canvas, hat: Hat, y: float) -> None:
    if hat.cord:
        canvas.path(f"M-9,{y} Q0,{y + 6} 9,{y}", line=hat.cord, width=1.6)
        canvas.path(f"M9,{y} q2,4 .6,8", line=hat.cord, width=1.8)


def _shako(canvas: Canvas, hat: Hat) -> None:
    _plume(canvas, -3, -15, hat.plume)
    canvas.path("M-8.4,1 L-9.4,-14.6 Q0,-18 9.6,-14.6 L8.6,1.6 Q0,3.6 -8.4,1Z", hat.colour)
    canvas.path("M-9.3,-13.2 Q0,-10.4 9.5,-13.2", line=hat.trim, width=1.8)
    _peak(canvas)
    canvas.path("M-6,-9 l3.4,-1.6 l1.6,4 l-3,3 l-3,-2.2Z", hat.trim, width=0.8)
    _cords(canvas, hat, -9)


def _covered_shako(canvas: Canvas, hat: Hat) -> None:
    if hat.plume:
        canvas.circle(-3, -17, 2.6, hat.plume, width=1)
    canvas.path("M-8.6,1 L-10,-14.4 Q0,-17.6 10,-14.4 L8.8,2 Q0,4 -8.6,1Z", hat.colour)
    canvas.path("M-9.8,-13 Q0,-10 9.8,-13 M-5,-8 l.6,7 M4,-9 l-.4,9", line=f"{hat.colour}*1.3", width=1.1)
    _peak(canvas)


def _belltop(canvas: Canvas, hat: Hat) -> None:
    _plume(canvas, -3, -15, hat.plume)
    canvas.path("M-8.2,1 C-8.2,-6 -10,-11 -12,-14 Q0,-18.4 12,-14 C10,-11 8.4,-6 8.4,1.4 Q0,3.4 -8.2,1Z", hat.colour)
    canvas.path("M-11.2,-12.4 Q0,-9.4 11.2,-12.4", line=hat.trim, width=1.6)
    _peak(canvas)
    canvas.circle(-3.6, -6.4, 2.4, hat.trim, width=0.8)
    _cords(canvas, hat, -9)


def _kiver(canvas: Canvas, hat: Hat) -> None:
    if hat.plume:
        canvas.path("M-4.2,-12 C-6,-18 -5,-26 -3,-27 C-0.6,-26 .2,-18 -1.8,-12Z", hat.plume, width=1.1)
    canvas.path("M-8.4,1 L-10.6,-14 Q0,-8.6 10.6,-14 L8.8,1.6 Q0,3.6 -8.4,1Z", hat.colour)
    _cords(canvas, hat, -9)
    _peak(canvas)
    canvas.path("M-5.6,-3 q-1,-5 2,-6 q3,1 2,6Z", hat.trim, width=0.8)


def _bearskin(canvas: Canvas, hat: Hat) -> None:
    if hat.plume:
        canvas.path("M7,-5 C11,-9 12,-17 9.6,-22 C5.4,-18 4.6,-10 5,-5Z", hat.plume, width=1.1)
    canvas.path("M-8.6,3 C-13,-8 -10,-21 0,-21.6 C10,-21.4 12.4,-9 9.4,4 C5,5.4 -4,5 -8.6,3Z", "black")
    canvas.path("M-6,-16 C-9,-11 -8.6,-6 -7.4,-2 M-1.4,-18.6 C-2.6,-15 -2.6,-13 -2,-10 M4,-17 C5.6,-12 5.4,-6 4.6,-2",
                line="brown*0.9", width=1.1)  # fmt: skip
    if hat.trim:
        canvas.path("M-8,2.4 C-8.6,-3 -7,-8 -4,-9 C-1,-7 0,-2 -1,3Z", hat.trim, width=0.9)
    if hat.cord:
        canvas.path("M-1,-5 Q5,-1 9.6,-8 M9.4,-8 l1,8", line=hat.cord, width=1.6)


def _bicorne(canvas: Canvas, hat: Hat) -> None:
    """A bicorne worn fore and aft, with one corner over the nose."""
    _plume(canvas, -1, -11, hat.plume, 10)
    canvas.path("M-16,3.6 C-12,-1 -10,-11 -1,-13.4 C6,-13 9,-5 16.4,2.4 C10,1 6,2.4 0,1.6 C-6,2.4 -10,2 -16,3.6Z",
                hat.colour)  # fmt: skip
    if hat.trim:
        canvas.path("M-13.6,1 C-10,-2 -8.6,-9.4 -1,-11.6 C5,-11.2 8,-4.6 13.4,0.4", line=hat.trim, width=1.5)
    if hat.cord:
        canvas.circle(-1.6, -6, 2.7, hat.cord, width=0.9)
        canvas.circle(-1.6, -6, 1, "white", line="", width=0.5)


def _bicorne_across(canvas: Canvas, hat: Hat) -> None:
    """A bicorne worn from side to side, as the Emperor wore it."""
    canvas.path("M-17,-3 C-12,-5 -9,-14.6 0,-15 C9,-14.6 12,-5 17,-3 C15,3.4 6,4.2 0,3.4 C-6,4.2 -15,3.4 -17,-3Z",
                hat.colour)  # fmt: skip
    if hat.trim:
        canvas.path("M-15.4,-2.4 C-11,-4 -8,-12.6 0,-13 C8,-12.6 11,-4 15.4,-2.4", line=hat.trim, width=1.5)
    canvas.path("M-4.6,-10.6 l-.6,9", line=hat.trim or "black*1.4", width=1.3)
    if hat.cord:
        canvas.circle(-4.6, -9.8, 2.7, hat.cord, width=0.9)
    _plume(canvas, -4, -12, hat.plume, 9)


def _forage(canvas: Canvas, hat: Hat) -> None:
    canvas.path("M9,-7 C15,-8 17,-3 15,2 L12,1 C12,-2 11,-3 8,-3Z", hat.colour, width=1.1)
    canvas.path("M-8.6,1.6 L-8.2,-6.6 C-4,-10.6 6,-11 9.6,-7 L9,2 Q0,3.4 -8.6,1.6Z", hat.colour)
    canvas.path("M-8.4,0 Q0,1.6 8.8,0.2 M-8.2,-5.8 Q0,-4 9,-6", line=hat.trim, width=1.5)


def _round(canvas: Canvas, hat: Hat) -> None:
    """A soft round cap with a colored band, with or without a peak."""
    canvas.path("M-10.4,-3.4 C-11.6,-9.4 -4,-10.6 0,-10.4 C5,-10.6 12.4,-9.4 10.6,-3Z", hat.colour)
    canvas.path("M-8.6,1.4 L-9.6,-4 Q0,-2.4 9.8,-4 L8.8,1.8 Q0,3.4 -8.6,1.4Z", hat.trim, width=1.1)
    _peak(canvas)


def _landwehr(canvas: Canvas, hat: Hat) -> None:
    _round(canvas, hat)
    canvas.path("M-4.6,-10 h1.8 v2.4 h2.4 v1.8 h-2.4 v2.4 h-1.8 v-2.4 h-2.4 v-1.8 h2.4Z", "white", width=0.7)


def _helmet(canvas: Canvas, metal: str) -> None:
    canvas.path("M-9,2 C-10,-8 -5,-13.4 0.4,-13.4 C7,-13.2 10.4,-7 9.8,3.6 Q0,2.4 -9,2Z", metal)
    canvas.path("M-5.8,-7 C-5,-9.6 -3.4,-11 -1.6,-11.4", line="white", width=1.4)


def _dragoon(canvas: Canvas, hat: Hat) -> None:
    _plume(canvas, -7.4, -8, hat.plume)
    _helmet(canvas, "brass")
    canvas.path("M-9.2,2 Q-9.6,-1.6 -8.6,-3.6 Q0,-1 10,-3.4 L9.8,3.6 Q0,2.6 -9.2,2Z", hat.trim, width=1)
    canvas.path("M-5,-12 C-4,-19 4,-19 6,-15 C12,-14 16,-4 15.4,12 C13,8 12.4,4 11.6,0 C11,-5 9,-9 4,-12Z", hat.colour,
                width=1.2)  # fmt: skip
    canvas.path("M-5.6,-11 C-5,-17.6 1,-19 4,-16.6 L3,-12.4 C0,-13.6 -3,-13 -5.6,-11Z", "brass*0.85", width=1)
    _peak(canvas)


def _cuirassier(canvas: Canvas, hat: Hat) -> None:
    _plume(canvas, -8.4, -6, hat.plume)
    _helmet(canvas, "steel")
    canvas.path("M-9.2,2 Q-9.6,-1.6 -8.6,-3.6 Q0,-1 10,-3.4 L9.8,3.6 Q0,2.6 -9.2,2Z", hat.trim, width=1)
    canvas.path("M-5,-12 C-4,-19 4,-19.6 6,-15.6 C12,-14 16,-4 16,13 C13,9 12.4,4 11.6,0 C11,-5 9,-9 4,-12Z",
                hat.colour, width=1.2)  # fmt: skip
    canvas.path("M-6,-10.6 C-7,-18 -1,-20 3.4,-17.4 L3,-12.6 C0,-13.6 -3,-13 -6,-10.6Z", "brass", width=1)
    _peak(canvas)


def _carabinier(canvas: Canvas, hat: Hat) -> None:
    _helmet(canvas, "brass")
    canvas.path("M-9,0 Q0,2.6 9.8,0.4", line="steel", width=2.2)
    canvas.path("M-7.4,-8 C-11,-14 -8,-20 -1,-20.6 C9,-21 15,-13 13,-1 C11.4,-2 10.4,-4 9.6,-6.4 C7,-12 2,-14.6 -2,-13.4 "
                "C-5,-12.4 -6.4,-10.4 -7.4,-8Z", hat.plume or "red")  # fmt: skip
    canvas.path("M-7,-13 l3,1.6 M-3,-17.6 l1.4,3.6 M3,-18.4 l-.6,4 M8.4,-14.6 l-2.8,3.2 M11.6,-9 l-3.2,1.6",
                line="ink", width=0.8)  # fmt: skip
    _peak(canvas)


def _crested(canvas: Canvas, hat: Hat) -> None:
    """A leather helmet with a crest of wool or horsehair from front to back."""
    if hat.plume:
        _plume(canvas, 5, -9, hat.plume, 13)
    canvas.path("M-8.8,2 C-10,-8 -5,-13 0.4,-13 C7,-13 10.4,-7 9.6,3.4 Q0,2.6 -8.8,2Z", hat.colour)
    canvas.path("M-8.6,-1.4 Q0,1 9.6,-1.6", line=hat.trim, width=1.8)
    canvas.path("M-8.4,-8 C-11.6,-13 -9,-19.4 -2,-20.4 C7,-21 13.4,-14 12,-5 C10.6,-6 9.6,-8 8.4,-9.4 C5,-13 0,-14 -4,-12 "
                "C-6,-11 -7.4,-9.6 -8.4,-8Z", hat.cord or "black*1.3")  # fmt: skip
    canvas.path("M-4.8,-9 l2.6,-1 l.6,5 l-2.6,1Z", hat.trim, width=0.7)
    _peak(canvas)


def _tarleton(canvas: Canvas, hat: Hat) -> None:
    _plume(canvas, 6, -6, hat.plume, 12)
    canvas.path("M-8.8,2 C-9.6,-7 -5,-11.6 0.4,-11.6 C7,-11.6 9.8,-6 9.6,3 Q0,2.6 -8.8,2Z", hat.colour)
    canvas.path("M-9,1 Q0,3.6 9.4,1.4 L9.4,-2.6 Q0,-0.8 -9,-3Z", hat.trim, width=1)
    canvas.path("M-10,-7 C-14,-12 -9,-19 -2,-19 C6,-19.4 11.4,-14 10.6,-7.6 C7,-11 0,-12.4 -4,-10.4 C-6.4,-9 -8,-8 -10,-7Z",
                "black*1.25")  # fmt: skip
    _peak(canvas)


def _czapka(canvas: Canvas, hat: Hat) -> None:
    _plume(canvas, -8, -15, hat.plume, 10)
    canvas.path("M-7,-5 L-12,-14.6 L-1,-18.6 L11.6,-16 L7.4,-5Z", hat.colour)
    canvas.path("M-12,-14.6 L0.4,-12.4 L11.6,-16 M0.4,-12.4 L0,-5", line=hat.trim, width=1.3)
    canvas.path("M-8.4,1.4 L-7.6,-6 Q0,-4 7.8,-6 L8.6,2 Q0,3.6 -8.4,1.4Z", "black")
    canvas.path("M-7.6,-5.4 Q0,-3.4 7.8,-5.4", line=hat.trim, width=1.6)
    _peak(canvas)


def _colpack(canvas: Canvas, hat: Hat) -> None:
    """The fur cap with a cloth bag of hussars and horse artillery."""
    _plume(canvas, -4, -12, hat.plume, 13)
    canvas.path("M3,-13 C12,-15 16,-6 15,3 L12,6 L9,1Z", hat.trim, width=1.1)
    canvas.path(
        "M-8.6,2.4 C-11,-5 -10.4,-12 -8,-14 Q0,-16.6 8.6,-13.6 C11,-10 10.6,-3 9.2,3 Q0,5 -8.6,2.4Z", hat.colour
    )
    canvas.path("M-6.4,-9 l-.6,3 M-2.4,-10.6 v3.4 M2,-4 l.4,3 M5.6,-9.6 l.4,3 M-4.4,-3 l-.2,2.6", line="brown*1.2",
                width=1)  # fmt: skip


def _mirliton(canvas: Canvas, hat: Hat) -> None:
    _plume(canvas, -6, -14, hat.plume, 11)
    canvas.path("M-8,1.6 L-6,-18 L7,-18 L8.6,2 Q0,3.6 -8,1.6Z", hat.colour)
    canvas.path("M7,-18 C15,-13 15,-4 12,4 L10,2 C10,-6 8,-10 3,-13 L-1,-18Z", hat.trim, width=1.1)
    canvas.path("M-7.2,-3 L7.6,-13", line=hat.cord or "white", width=1.4)


def _turban(canvas: Canvas, hat: Hat) -> None:
    _plume(canvas, -5, -11, hat.plume, 11)
    canvas.path("M-5,-7 C-5,-17 6,-17 6.6,-7Z", hat.colour)
    canvas.path("M-9.6,1.6 C-13,-3 -9,-9 -2,-8.6 C4,-10.4 12,-8 11,-1 C11,3 6,3.6 0,3 C-4,4 -8,3.4 -9.6,1.6Z", hat.trim)
    canvas.path("M-9,-1.6 C-4,-3 -1,-5.4 0,-8.4 M-4,3 C1,1 6,-3 7,-8 M4,3.2 C7,2 10,0 11,-2.4", line="ink", width=0.9)
    canvas.path("M-5,-10.4 q-2.6,2.6 0,4.4 q-.8,-2 0,-4.4Z", "brass", width=0.7)


def _feather_bonnet(canvas: Canvas, hat: Hat) -> None:
    _plume(canvas, 7, -10, hat.plume, 14)
    canvas.path("M-8.8,-2 C-14,-6 -11,-12 -8.4,-13 C-8,-19 -2,-20.4 1,-18.6 C6,-20.6 11,-16 10.4,-12 C14,-9 12.4,-3 9.6,-1Z",
                "black")  # fmt: skip
    canvas.path("M-6,-12 q-2,3 -1,6 M-1,-15 q-2,4 -.4,7 M5,-14 q-1,3 .4,7", line="grey", width=0.9)
    canvas.path("M10,-4 C14,-3 14,6 11.6,9 M8.6,-2 C11,2 10,6 8.8,9", line="black", width=1.8)
    _diced(canvas)


def _diced(canvas: Canvas) -> None:
    canvas.path("M-8.8,2 L-8.8,-3.4 Q0,-1.6 9.4,-3.4 L9.2,2.4 Q0,4 -8.8,2Z", "white", width=1)
    for at in range(4):
        canvas.path(f"M{-8 + at * 4.6},-2.6 h2.2 v2.3 h-2.2Z M{-5.8 + at * 4.6},0 h2.2 v2.3 h-2.2Z", "red", line="")


def _bonnet(canvas: Canvas, hat: Hat) -> None:
    canvas.path("M-11,-2.4 C-13,-9 -4,-11.6 1,-11 C8,-11.6 14,-8 11.6,-2.4Z", hat.colour)
    canvas.circle(1, -11.4, 2.2, hat.plume or "red", width=0.9)
    _diced(canvas)


def _barretina(canvas: Canvas, hat: Hat) -> None:
    """The Portuguese shako of 1806, higher in front than behind."""
    _plume(canvas, 5, -8, hat.plume, 13)
    canvas.path("M-8.4,1 L-9.4,-18 Q-3,-20.4 3,-17 L8.6,-9 L8.8,1.8 Q0,3.6 -8.4,1Z", hat.colour)
    canvas.path("M-9.2,-17 Q-3,-19 3,-16", line=hat.trim, width=1.4)
    _peak(canvas)
    canvas.path("M-7,-7.6 h6 v4.6 h-6Z", hat.trim, width=0.8)
    canvas.circle(-4, -11.4, 2, hat.trim, width=0.8)
    if hat.cord:
        canvas.path("M-9,-13 Q-1,-4 8.6,-8", line=hat.cord, width=1.6)


def _belgic(canvas: Canvas, hat: Hat) -> None:
    """The British shako of 1812 with its false front."""
    _plume(canvas, 6, -9, hat.plume, 12)
    canvas.path("M-3,-13 Q4,-14.6 8.2,-12.4 L8.6,1.6 L-3,2Z", f"{hat.colour}*1.15")
    canvas.path("M-8.6,1.4 L-9,-15.6 Q-4,-20.6 1.6,-16.4 L2,2 Q-3,3.4 -8.6,1.4Z", hat.colour)
    _peak(canvas)
    canvas.path("M-6.6,-10.4 q3,-2.4 6,0 v5 q-3,2.4 -6,0Z", hat.trim, width=0.8)
    if hat.cord:
        canvas.path("M-8.8,-8 Q-2,-1 8.6,-9", line=hat.cord, width=1.6)


def _kasket(canvas: Canvas, hat: Hat) -> None:
    """The Austrian leather cap with a high stiff front."""
    canvas.path("M-4,-8 Q4,-9.6 8.6,-6.4 L9,2 L-4,2.4Z", hat.colour)
    canvas.path("M-8.8,1.6 L-9.4,-14 Q-5,-16.4 -0.6,-13.6 L-1,2.6Z", hat.colour)
    canvas.path("M-8,-11 h6 v6.6 h-6Z", hat.trim, width=0.8)
    canvas.circle(-5, -16, 2.4, hat.plume or hat.trim, width=0.9)


def _mitre(canvas: Canvas, hat: Hat) -> None:
    """The brass cap of the Pavlovsk regiment."""
    canvas.path("M-3,-10 C4,-12 9,-8 9.4,2 L-3,2.4Z", hat.colour)
    canvas.path("M0,-1.6 L9.4,-1.6 L9.4,2 L0,2.4Z", "white", width=0.8)
    canvas.path("M-9.4,1.8 C-11,-6 -9.4,-15 -3.4,-22 C1.6,-15 2.4,-6 1,2.6 Q-4,3.6 -9.4,1.8Z", "brass")
    canvas.circle(-3.4, -22, 2.3, hat.plume or "white", width=0.9)
    canvas.path("M-7.4,-4 C-6,-9 -1.6,-9 -0.8,-4 M-4,-12 v9 M-7,-1 h6", line="brass*0.6", width=1.1)


def _top_hat(canvas: Canvas, hat: Hat) -> None:
    _plume(canvas, 6, -8, hat.plume, 11)
    canvas.path("M-7.6,-1 L-8.6,-14 Q0,-17 8.6,-14 L8,-0.6Z", hat.colour)
    canvas.path("M-7.8,-3.4 Q0,-1 8,-3.4", line=hat.trim, width=2)
    canvas.path("M-14,1.8 C-8,-2.4 8,-2.8 14,0.6 C9,4 -8,4.4 -14,1.8Z", hat.colour, width=1.2)


def _fur_cap(canvas: Canvas, hat: Hat) -> None:
    """A tall Cossack cap with a hanging bag."""
    canvas.path("M0,-15 C9,-18 16,-10 14,-1 L11,1 L7,-10Z", hat.trim, width=1.1)
    canvas.path("M-9,3 C-11.6,-4 -9,-13 -6,-15 Q1,-17.6 7,-14 C10,-9 11,-2 9.6,4 Q0,5.4 -9,3Z", hat.colour)
    canvas.path("M-6,-8 l-1,3 M-2,-12 v3 M3,-10 l.6,3 M-3,-4 v3 M5,-4 l.6,3", line="grey", width=0.9)


def _none(canvas: Canvas, hat: Hat) -> None:
    """A bare head with hair."""
    canvas.path(
        "M-8,1 C-8.6,-6 -4,-9.4 1,-9 C7,-9 9.6,-4 8.4,4 L5,4 C5,0 3,-2 -1,-2.4 C-4,-2.4 -6,-1 -8,1Z", hat.colour
    )


def _bald(canvas: Canvas, hat: Hat) -> None:
    """A high bald head with hair at the sides."""
    canvas.path("M-7.2,0 C-8,-7 -4,-9.6 0.6,-9.4 C6,-9 9,-5 8.2,1", "skin", width=1.2)
    canvas.path("M2,2 C2,-1.6 5,-4.6 8.2,-5 C9.6,-1 9,3 8,6 L5,4Z", hat.colour, width=1)


DRAWN: Final[Mapping[HatKind, Callable[[Canvas, Hat], None]]] = {
    "none": _none, "bald": _bald, "shako": _shako, "covered-shako": _covered_shako, "belltop": _belltop, "bearskin": _bearskin,
    "bicorne": _bicorne, "bicorne-across": _bicorne_across, "forage": _forage, "round": _round, "dragoon": _dragoon,
    "cuirassier": _cuirassier, "carabinier": _carabinier, "crested": _crested, "tarleton": _tarleton,
    "czapka": _czapka, "colpack": _colpack, "mirliton": _mirliton, "turban": _turban,
    "feather-bonnet": _feather_bonnet, "bonnet": _bonnet, "barretina": _barretina, "kasket": _kasket,
    "belgic": _belgic, "landwehr": _landwehr, "kiver": _kiver, "mitre": _mitre, "top-hat": _top_hat,
    "fur-cap": _fur_cap,
}  # fmt: skip


def draw_hat(canvas: Canvas, kind: HatKind, hat: Hat) -> None:
    """Puts a hat on a head whose brow is at 0, 0."""
    DRAWN[kind](canvas, hat)
