"""Deals that nobody can choose: what a journal must hold, and that no change of it goes unnoticed."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

import grognard
from grognard.cli import main
from grognard.kernel.engine.chance import below, stream
from grognard.kernel.errors import JournalError
from grognard.kernel.game import Game
from grognard.play.deal import (
    Again,
    AnyStep,
    Commit,
    Deal,
    Draw,
    Promise,
    Reveal,
    attempts,
    committed,
    packed,
    promised,
    seed_of,
    shared_seed,
    told,
)
from grognard.play.journal import parse_journal
from grognard.play.session import Session, facts_of, replayed

SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "check_deal.py"
GAME = grognard.load("fusillade", {"troops": 50}, {"Old Guard.force": 5})
TABLE = "a-table"
SECRETS = ["11" * 32, "22" * 32]
OWN = ["aa" * 32, "bb" * 32]

Json = dict[str, Any]


def commit(attempt: int, seat: int) -> Commit:
    """A seat's commitment in an attempt."""
    promise = promised(TABLE, attempt, bytes.fromhex(SECRETS[attempt - 1]))
    return Commit(seat, committed(TABLE, attempt, seat, promise, bytes.fromhex(OWN[seat])))


def promise(attempt: int) -> Promise:
    """The server's promise in an attempt."""
    return Promise(promised(TABLE, attempt, bytes.fromhex(SECRETS[attempt - 1])))


# The first attempt came to nothing, since seat 0 did not reveal.
STEPS: tuple[AnyStep, ...] = (
    promise(1), commit(1, 1), commit(1, 0), Reveal(1, OWN[1]), Again(),
    promise(2), commit(2, 0), commit(2, 1), Reveal(1, OWN[1]), Reveal(0, OWN[0]),
)  # fmt: skip
DEAL = Deal(TABLE, STEPS, tuple(SECRETS))


def session(deal: Deal = DEAL) -> Session:
    """A game of two people that was dealt so."""
    return Session(GAME, seed_of(deal, facts_of(GAME), (0, 1)), ("human", "human"), deal)


def changed(change: Callable[[Json], object]) -> str:
    """The journal with something about its header changed."""
    first, _, rest = session().journal.to_text().partition("\n")
    head = json.loads(first)
    change(head)
    return json.dumps(head) + "\n" + rest


def steps(head: Json) -> list[Json]:
    """The steps of the deal, to be changed."""
    found: list[Json] = head["deal"]["steps"]
    return found


def flipped(text: str) -> str:
    """A number in hexadecimal digits with one bit changed."""
    return f"{int(text[0], 16) ^ 1:x}{text[1:]}"


def swap(head: Json, one: int, other: int) -> None:
    """Two steps in each other's place."""
    found = steps(head)
    found[one], found[other] = found[other], found[one]


FALSE: dict[str, tuple[Callable[[Json], object], str]] = {
    "a byte of a seat": (lambda head: steps(head)[-1].update(bytes=flipped(OWN[0])), "do not match its commitment"),
    "a byte of a commitment": (
        lambda head: steps(head)[-4].update(hash=flipped(steps(head)[-4]["hash"])),
        "do not match its commitment",
    ),
    "a byte of the secret": (
        lambda head: head["deal"].update(secrets=[SECRETS[0], flipped(SECRETS[1])]),
        "does not match its promise in attempt 2",
    ),
    "a byte of an abandoned secret": (
        lambda head: head["deal"].update(secrets=[flipped(SECRETS[0]), SECRETS[1]]),
        "does not match its promise in attempt 1",
    ),
    "another seed": (lambda head: head.update(seed=str(int(head["seed"]) ^ 1)), "match the result of the deal"),
    "a late commitment": (lambda head: swap(head, -3, -2), "before all seats had committed"),
    "a commitment after all had revealed": (
        lambda head: steps(head).extend([{"is": "draw", "seat": 1}]),
        "committed too late",
    ),
    "a promise after a commitment": (lambda head: swap(head, -5, -4), "must begin with the server's promise"),
    "another table": (lambda head: head["deal"].update(table="another"), "do not match its commitment"),
    "seats swapped": (
        lambda head: [step.update(seat=1 - step["seat"]) for step in steps(head) if "seat" in step],
        "do not match its commitment",
    ),
    "another rules version": (lambda head: head.update(rules=head["rules"] + 1), "was played under rules"),
    "other house rules": (lambda head: head["options"].update(troops=60), "match the result of the deal"),
    "an attempt left out": (
        lambda head: head["deal"].update(steps=steps(head)[5:], secrets=SECRETS[1:]),
        "do not match its commitment",
    ),
    "an attempt too many": (lambda head: steps(head).append({"is": "again"}), "nobody was late"),
    "a seat that is a bot's": (lambda head: head.update(seats=["human", "greedy"]), "no part in the deal"),
    "a deal that is not whole": (lambda head: steps(head).pop(), "never finished"),
    "no secret": (lambda head: head["deal"].update(secrets=[]), "not revealed a secret"),
    "a card number more": (
        lambda head: head["numbers"].update({"Grenadiers.force": 3}),
        "match the result of the deal",
    ),
    "another card number": (
        lambda head: head["numbers"].update({"Old Guard.force": 3}),
        "match the result of the deal",
    ),
    "card numbers left out": (lambda head: head["numbers"].clear(), "match the result of the deal"),
    "another promise": (lambda head: head.update(commitment="0" * 64), "does not match the promise of this deal"),
}
# What is no matter of the deal alone: the script leaves it to `grognard verify`.
ELSEWHERE = ("another promise",)


def script(text: str) -> subprocess.CompletedProcess[str]:
    """The script of the documents, on a journal."""
    return subprocess.run([sys.executable, "-I", str(SCRIPT)], input=text, capture_output=True, text=True)


def test_a_deal_is_checked_by_grognard_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.journal"
    path.write_text(session().journal.to_text(), encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    said = capsys.readouterr().out
    assert "The seed is made of secret bytes from the server and from " in said
    assert "It was dealt on attempt 2." in said


def test_a_deal_is_checked_by_forty_lines_of_the_standard_library() -> None:
    found = script(session().journal.to_text())
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith("The deal checks out: attempt 2, bytes of 2 of 2 people.")
    assert len(SCRIPT.read_text().splitlines()) <= 40


@pytest.mark.parametrize("what", FALSE)
def test_a_deal_that_was_changed_does_not_hold(what: str) -> None:
    change, sentence = FALSE[what]
    text = changed(change)
    with pytest.raises(JournalError, match=sentence):
        replayed(parse_journal(text, "it"), grognard.load)
    if what not in ELSEWHERE:
        found = script(text)
        assert found.returncode != 0
        assert found.stderr.startswith("This deal does not check out: ")


def test_whoever_leaves_it_to_the_server_has_no_bytes_in_the_seed() -> None:
    alone = Deal(TABLE, (promise(1), Draw(1), commit(1, 0), Reveal(0, OWN[0])), (SECRETS[0],))
    nobody = Deal(TABLE, (promise(1), Draw(1), Draw(0)), (SECRETS[0],))
    both = Deal(TABLE, (*STEPS[:4], Reveal(0, OWN[0])), (SECRETS[0],))
    assert len({seed_of(deal, facts_of(GAME), (0, 1)) for deal in (alone, nobody, both)}) == 3
    names = GAME.seats
    assert f"from the server and from {names[0]}. The server drew for {names[1]}." in told(alone, names)
    assert told(nobody, names).startswith(f"The server drew for {names[0]} and {names[1]}.")
    typed = msgspec.structs.replace(alone, steps=(promise(1), Draw(1), Commit(0, commit(1, 0).hash, True)))
    assert f"The bytes of {names[0]} were typed" in told(typed, names)


def test_a_running_game_keeps_the_secret() -> None:
    kept = session().redacted(0)
    assert json.loads(kept.splitlines()[0])["deal"]["secrets"] == []
    assert not any(secret in kept for secret in SECRETS)
    assert OWN[0] in kept, "what was revealed is public"


def test_a_commitment_fits_one_table_attempt_and_seat_only() -> None:
    own, promise = bytes(32), "0" * 64
    ways = [(TABLE, 1, 0), ("b", 1, 0), (TABLE, 2, 0), (TABLE, 1, 1), (TABLE + "1", 1, 0), (TABLE, 11, 0)]
    assert len({committed(*way, promise, own) for way in ways}) == len(ways)
    assert packed("a", "bc") != packed("ab", "c")
    assert packed("a,1:b") != packed("a", "b")


def test_steps_come_in_their_order_only() -> None:
    found = attempts(TABLE, STEPS, (0, 1))
    assert [(attempt.abandoned, attempt.missing) for attempt in found] == [(True, [0]), (False, [])]
    bad: list[list[AnyStep]] = [
        [promise(1), promise(2)],
        [promise(1), Again()],
        [promise(1), commit(1, 0), commit(1, 0)],
        [promise(1), Commit(0, "x")],
        [promise(1), Draw(2)],
        [Draw(0)],
    ]
    for steps in bad:
        with pytest.raises(JournalError):
            attempts(TABLE, steps, (0, 1))


# -- what comes of it --------------------------------------------------------------------------------------------------


def deals(game: Game, count: int) -> Iterator[int]:
    """The seeds of many tables: each has another secret, and other bytes of its seats."""
    facts = facts_of(game)
    for number in range(count):
        drawn = [hashlib.sha256(packed("test", number, who)).digest() for who in range(facts.seats + 1)]
        yield shared_seed(facts, f"table-{number}", 1, drawn[0], dict(enumerate(drawn[1:])))


def spread(seen: Mapping[str, int], expected: Mapping[str, float], narrowed: float = 1.0) -> float:
    """How far counts lie from what is expected, in standard deviations of chi-square (Wilson and Hilferty)."""
    assert seen.keys() <= expected.keys()
    square = narrowed * sum((seen.get(one, 0) - many) ** 2 / many for one, many in expected.items())
    free = len(expected) - 1
    return float(((square / free) ** (1 / 3) - (1 - 2 / (9 * free))) / (2 / (9 * free)) ** 0.5)


def test_the_spread_notices_a_die_that_is_loaded_a_little() -> None:
    even = dict.fromkeys("123456", 100_000 / 6)
    assert abs(spread(dict(zip("123456", (16_600, 16_700, 16_550, 16_800, 16_700, 16_650), strict=True)), even)) < 4
    assert spread(dict(zip("123456", (16_133, 16_667, 16_666, 16_667, 16_667, 17_200), strict=True)), even) > 4


@pytest.mark.soak
@pytest.mark.parametrize("slug", ["fusillade", "three-emperors", "outpost"])
def test_in_100_000_deals_each_card_comes_to_a_hand_as_often_as_it_should(slug: str) -> None:
    game = grognard.load(slug)
    seen: Counter[str] = Counter()
    sizes: set[tuple[int, int]] = set()
    pool: Counter[str] = Counter()
    for seed in deals(game, 100_000):
        position = json.loads(game.new_initial_state(seed).serialize())["position"]
        # Of several copies any may come; who begins has another number of cards in some games.
        hands = [position["hand 0"], position["hand 1"]]
        hand = max(hands, key=len)
        seen.update(hand)
        pool = Counter([*position["deck"], *hands[0], *hands[1]])
        sizes.add((len(hand), pool.total()))
    [(drawn, cards)] = sizes
    expected = {name: 100_000 * drawn * copies / cards for name, copies in pool.items()}
    assert abs(spread(seen, expected, (cards - 1) / (cards - drawn))) < 4


@pytest.mark.soak
def test_in_100_000_deals_each_face_of_a_die_comes_as_often_as_it_should() -> None:
    seen = Counter(str(1 + below(stream(seed, "play"), 6)[1]) for seed in deals(GAME, 100_000))
    assert abs(spread(seen, dict.fromkeys("123456", 100_000 / 6))) < 4
