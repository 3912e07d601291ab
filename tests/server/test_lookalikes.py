"""No name passes for an office, the computer, a seat or another at the table; nobody else's own name is refused."""

# ruff: noqa: RUF001
# Look-alikes are what this is about.

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import pytest

from grognard.bots import BOTS, PERFECT, PRODIGY
from grognard.kernel.errors import BadInput
from grognard.server.guests.lookalikes import skeletons
from grognard.server.guests.names import OFFICES, PARTS, clean_name, seat_names

RESERVED: Final = sorted({*OFFICES, *PARTS, *BOTS, PERFECT, PRODIGY, *seat_names()})
# Letters of other scripts that look like ours.
TWINS: Final = str.maketrans({
    "a": "\u0430", "c": "\u0441", "e": "\u0435", "i": "\u0456", "o": "\u03bf", "p": "\u0440",
    "s": "\u0455", "x": "\u0445", "y": "\u0443",
})  # fmt: skip
DISGUISES: Final[dict[str, Callable[[str], str]]] = {
    "as it is": str,
    "capitals": str.upper,
    "small": str.lower,
    "other scripts": lambda word: word.lower().translate(TWINS),
    "full width": lambda word: "".join(
        chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in word
    ),
    "mathematical": lambda word: "".join(
        chr(0x1D400 + ord(letter) - 65)
        if letter.isupper()
        else chr(0x1D41A + ord(letter) - 97)
        if "a" <= letter <= "z"
        else letter
        for letter in word
    ),
    "1 for l": lambda word: word.replace("l", "1"),
    "1 for i": lambda word: word.replace("i", "1"),
    "| for l": lambda word: word.replace("l", "|"),
    "0 for o": lambda word: word.replace("o", "0"),
    "rn for m": lambda word: word.replace("m", "rn"),
    "m for rn": lambda word: word.replace("rn", "m"),
    "a full stop": lambda word: f"{word}.",
    "a hyphen": lambda word: f"{word[:2]}-{word[2:]}",
    "an article": lambda word: f"The {word}",
}

# What people are called in Russia, Greece and Iran, and elsewhere what resembles a word of ours.
RUSSIAN: Final = [
    "Анна",
    "Мария",
    "Елена",
    "Ольга",
    "Наталья",
    "Татьяна",
    "Ирина",
    "Светлана",
    "Вера",
    "Нина",
    "Рита",
    "Роза",
    "Тамара",
    "Александр",
    "Сергей",
    "Дмитрий",
    "Андрей",
    "Максим",
    "Евгений",
    "Иван",
    "Артём",
    "Олег",
    "Пётр",
    "Роман",
    "Егор",
    "Макар",
    "Марк",
    "Осип",
    "Ева",
    "Оскар",
    "Герман",
    "Юлия",
    "Ярослав",
]
GREEK: Final = [
    "Γιώργος",
    "Μαρία",
    "Νίκος",
    "Ελένη",
    "Κώστας",
    "Άννα",
    "ΑΝΝΑ",
    "Δημήτρης",
    "Σοφία",
    "Ωραία",
    "Ιωάννης",
    "Βασίλης",
    "Ρέα",
    "Άρης",
]
PERSIAN: Final = [
    "محمد",
    "علی",
    "رضا",
    "زهرا",
    "فاطمه",
    "مریم",
    "حسین",
    "آرش",
    "شیرین",
    "سارا",
    "نازنین",
    "امیر",
    "علی\u200cرضا",
    "محمد\u200cحسین",
]
OTHERS: Final = [
    "Ghost",
    "Hostetler",
    "Ally",
    "Perry",
    "Reda",
    "Greta",
    "Rod",
    "Adam",
    "Dmitri",
    "Modesto",
    "Germán",
    "Łukasz",
    "Zoë",
    "Józef",
    "Admiral",
    "Marshall",
    "Bloom",
    "Lou",
    "Yoav",
    "Robo",
    "Bill",
    "Mia",
]


def _refused(names: Iterable[str]) -> list[str]:
    found = []
    for name in names:
        try:
            clean_name(name)
        except BadInput:
            found.append(name)
    return found


def test_the_words_are_those_of_all_games_and_bots() -> None:
    assert len(RESERVED) >= 40
    assert {"Blue 2", "German", "veteran-bold", "admin", "you"} <= set(RESERVED)


@pytest.mark.parametrize("disguise", DISGUISES)
def test_no_reserved_word_passes_in_a_disguise(disguise: str) -> None:
    disguised = {DISGUISES[disguise](word) for word in RESERVED}
    assert disguised - {*_refused(disguised)} == set()


@pytest.mark.parametrize("names", [RUSSIAN, GREEK, PERSIAN, OTHERS], ids=["Russian", "Greek", "Persian", "others"])
def test_no_ordinary_name_is_refused(names: list[str]) -> None:
    assert _refused([*names, *(name.upper() for name in names), *(name.lower() for name in names)]) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "\u0410nna"), ("Anna", "ANNA"), ("Anna", "A n n a"), ("Anna", "Anna."), ("Bill", "Bi11"),
        ("Bob", "B0b"), ("Emma", "Ernma"), ("Straße", "STRASSE"), ("علی‌رضا", "علیرضا"), ("ΑΝΝΑ", "Anna"),
        ("...", "..."),
    ],
)  # fmt: skip
def test_names_that_look_alike_are_found(one: str, other: str) -> None:
    assert skeletons(one) & skeletons(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "Hanna"), ("Anna", "Анна"), ("Zoe", "Zoë"), ("Anna", "Anna 2"), ("☺", "❤"), ("Anna", "Anna ❤")],
)
def test_names_that_do_not_are_kept_apart(one: str, other: str) -> None:
    assert not skeletons(one) & skeletons(other)
