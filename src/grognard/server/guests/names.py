"""Guests' names: the characters they may contain (RFC 8266), and names that are not allowed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from functools import cache
from typing import Final

from grognard.art.persons import PERIODS, cast
from grognard.bots import BOTS, PERFECT, PRODIGY
from grognard.registry import registered_names, spec
from grognard.server.errors import RefusedName
from grognard.server.guests.lookalikes import plain_looks, skeletons
from grognard.server.storage.people import PeopleStore, Place
from grognard.server.tables.table_registry import TableRegistry

MOST: Final = 24  # characters
MOST_MARKS: Final = 2  # on top of each other: more would reach into other lines
# Invisible letters and marks.
INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
DIRECTIONS: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
APART, TOGETHER = "\u200c", "\u200d"  # joiners
VIRAMA: Final = 9  # the combining class of signs that join letters in the scripts of India
# Scripts whose letters join unless a sign keeps them apart; by the names of their letters.
JOINED: Final = ("ARABIC", "SYRIAC", "MANDAIC", "NKO", "MONGOLIAN", "PHAGS-PA", "ADLAM", "HANIFI ROHINGYA")
# The flags of England, Scotland and Wales are spelled in invisible letters.
FLAG: Final = re.compile("\U0001f3f4[\U000e0061-\U000e007a]{2,6}\U000e007f")
VARIANTS: Final = range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0)
SKINS: Final = range(0x1F3FB, 0x1F400)
PICTURES: Final = range(0x1F000, 0x1FB00)  # newer ones too, which Python does not know yet

# Roles that speak for the server. A name must not contain one of these words.
OFFICES: Final = frozenset({"admin", "administrator", "computer", "grognard", "moderator", "sysadmin", "sysop"})
# Words that pages, games and the host use for people. A name must not be one of these.
PARTS: Final = frozenset(
    {
        *BOTS, PERFECT, PRODIGY, "bot", "guest", "guest who has left", "host", "mod", "nobody", "nobody yet",
        "official", "operator", "opponent", "person", "your ally", "root", "server", "somebody", "spectator", "staff",
        "support", "system", "you", "player", "dealer", "owner", "webmaster",
    }
)  # fmt: skip
ARTICLES: Final = re.compile(r"^(?:the|an?|your)\s+(?=\S)")


async def rename(
    tables: TableRegistry, people: PeopleStore, guest: str, text: str, joining: Place | None = None
) -> str:
    """Sets or deletes a guest's name, and updates the tables where the guest sits. Raises RefusedName.

    `joining` is the table and seat that the guest is about to take.
    """
    name = clean_name(text)
    if name != await people.name(guest):
        _must_differ(name, await people.company(guest, joining))
        tables.renamed.use(guest)
        running = await people.rename(guest, name)
        await tables.catch_up(running)
        for id in running:
            tables.notify(id)
    return name


async def must_be_known_apart(people: PeopleStore, guest: str, joining: Place) -> None:
    """Raises RefusedName if the guest's name looks like that of another player at the table they are joining."""
    name = await people.name(guest)
    if name:
        _must_differ(name, await people.company(guest, joining))


def _must_differ(name: str, company: Iterable[str]) -> None:
    own = skeletons(name)
    for other in company:
        if not own.isdisjoint(skeletons(other)):
            raise RefusedName(f"“{name}” looks like “{other}”, who sits at the same table. Choose another name.")


def clean_name(text: str) -> str:
    """Returns a name as it is stored, by the rules of RFC 8266; empty for none. Raises RefusedName."""
    name = clean_label(text, MOST)
    if name and is_reserved(name):
        raise RefusedName(f"“{name}” could be mistaken for someone else at the table. Choose another name.")
    return name


def clean_label(text: str, most: int) -> str:
    """Returns a name as it is stored, which only its owner may see; empty for none. Raises RefusedName."""
    name = _enforced(text)
    if not name:
        return ""
    if len(name) > most:
        raise RefusedName(f"This name is too long: {len(name)} characters. Use at most {most}.")
    if not DIRECTIONS.isdisjoint(name):
        raise RefusedName("A name cannot contain characters that change the text direction. Type the name again.")
    _must_be_seen(name)
    if not any(letter.isalnum() or _is_picture(letter) for letter in name):
        raise RefusedName("A name needs at least one letter, digit or emoji.")
    if _is_piled(name):
        raise RefusedName("That name has too many marks over or under a letter.")
    return name


def _enforced(text: str) -> str:
    """Returns a name in compatibility form (which may add spaces), with single plain spaces only inside it."""
    before = None
    while text != before:
        before = text
        text = "".join(" " if unicodedata.category(letter) == "Zs" else letter for letter in text)
        text = unicodedata.normalize("NFKC", re.sub(" +", " ", text).strip(" "))
    return text


def _must_be_seen(name: str) -> None:
    rest = FLAG.sub(lambda found: "\U0001f3f4" * len(found[0]), name)
    for at, letter in enumerate(rest):
        if letter in (APART, TOGETHER):
            if not _joins(rest, at):
                raise RefusedName("A joiner (U+200C, U+200D) belongs inside an emoji or between letters that need it.")
        elif _is_variant(letter):
            if at == 0 or not _has_variants(rest[at - 1]):
                raise RefusedName(f"The character U+{ord(letter):04X} would be invisible here. Type the name again.")
        elif letter in INVISIBLE or (
            unicodedata.category(letter)[0] in "CZ" and letter != " " and not _is_picture(letter)
        ):
            raise RefusedName(
                f"A name must be one line of visible characters: U+{ord(letter):04X} is not allowed. Type it again."
            )


def _joins(name: str, at: int) -> bool:
    """Returns whether a script or an emoji needs the joiner at this place (RFC 5892, UAX 31, UTS 51)."""
    if at == 0 or (unicodedata.combining(name[at - 1]) != VIRAMA and at + 1 == len(name)):
        return False
    if unicodedata.combining(name[at - 1]) == VIRAMA:
        return True
    before = name[:at].rstrip("\ufe0f" + "".join(map(chr, SKINS)))[-1:]
    if name[at] == TOGETHER:
        return bool(before) and _is_picture(before) and _is_picture(name[at + 1])
    letters = name[:at].rstrip("".join(letter for letter in name if unicodedata.category(letter) == "Mn"))[-1:]
    return all(unicodedata.name(letter or " ", "").startswith(JOINED) for letter in (letters, name[at + 1]))


def _is_picture(letter: str) -> bool:
    return ord(letter) in PICTURES or unicodedata.category(letter) == "So"


def _is_variant(letter: str) -> bool:
    return any(ord(letter) in some for some in VARIANTS)


def _has_variants(letter: str) -> bool:
    """Returns whether a character has several forms: emoji, telephone keys, arrows and Chinese characters."""
    return (
        _is_picture(letter)
        or letter in "0123456789#*"
        or unicodedata.category(letter) == "Sm"
        or unicodedata.name(letter, "").startswith("CJK")
    )


def _is_piled(name: str) -> bool:
    """Returns whether a letter has more marks on top of each other than any language needs."""
    marks = "".join("m" if unicodedata.category(letter) in ("Mn", "Me") else "." for letter in name)
    return "m" * (MOST_MARKS + 1) in marks


def is_reserved(name: str) -> bool:
    """Returns whether a name reads like an official role, one of the computer's names, or a seat of a game."""
    words = [word.rstrip("_0123456789") for word in re.findall(r"[\w|]+", name)]
    bare = ARTICLES.sub("", name.casefold())
    return (
        any(not plain_looks(word).isdisjoint(_looks_of(OFFICES)) for word in [*words, name])
        or any(not skeletons(whole).isdisjoint(_looks_of(PARTS | seat_names())) for whole in (name, bare))
        or not plain_looks("".join(words)).isdisjoint(_looks_of(OFFICES))
    )


@cache
def seat_names() -> frozenset[str]:
    """Returns the names of the seats of all games, and of the people who play for the computer."""
    people = frozenset(person.called for period in PERIODS for person in cast(period).values())
    return people | frozenset(seat for slug in registered_names() for seat in spec(slug).meta.seats)


@cache
def _looks_of(words: Collection[str]) -> frozenset[str]:
    return frozenset(look for word in words for look in skeletons(word))
