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
    PROTOCOL,
    Again,
    AnyStep,
    Attempt,
    CallOff,
    Commit,
    Deal,
    Draw,
    Leave,
    Promise,
    Reveal,
    Void,
    attempts,
    comes_before,
    committed,
    failures,
    is_called_off,
    is_shared,
    packed,
    promised,
    seed_of,
    shared_seed,
    told,
    void_told,
)
from grognard.play.journal import parse_journal
from grognard.play.session import Session, facts_of, replayed

SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "check_deal.py"
# Numbers, names and texts, in letters of several bytes.
CHANGES: dict[str, str | int] = {
    "Old Guard.force": 5, "Militia.name": "Čekaři", "Militia.text": "前線 “=1+1” <b>5</b>", "Scouts.look": "Militia",
}  # fmt: skip
GAME = grognard.load("fusillade", {"troops": 50}, CHANGES)
OLD_GAME = grognard.load("fusillade", {"troops": 50}, {"Old Guard.force": 5})
TABLE = "a-table"
SECRETS = ["11" * 32, "22" * 32]
OWN = ["aa" * 32, "bb" * 32]
THIRD_SECRET = "33" * 32  # of an attempt that must not begin

Json = dict[str, Any]


def promise(attempt: int) -> Promise:
    """Returns the server's promise in an attempt."""
    secret = [*SECRETS, THIRD_SECRET][attempt - 1]
    return Promise(promised(TABLE, attempt, bytes.fromhex(secret)), PROTOCOL)


def commit(attempt: int, seat: int) -> Commit:
    """Returns a seat's commitment in an attempt."""
    return Commit(seat, committed(TABLE, attempt, seat, promise(attempt).hash, bytes.fromhex(OWN[seat])))


# Attempt 1 is void because seat 0 did not reveal, so seat 0 commits last in attempt 2.
STEPS: tuple[AnyStep, ...] = (
    promise(1), commit(1, 1), commit(1, 0), Reveal(1, OWN[1]), Void((0,), 1),
    promise(2), commit(2, 1), commit(2, 0), Reveal(0, OWN[0]), Reveal(1, OWN[1]),
)  # fmt: skip
DEAL = Deal(TABLE, STEPS, tuple(SECRETS))

# A deal of protocol 1, its seed and its JSON, as the last version without protocol 2 wrote them. Attempt 1 was
# abandoned because seat 0 did not reveal.
OLD_HASH = "a95a4b683a76c6430cd325703d8080e60ca5b069a6fcc40ecbc1b21a91c77ab8"
OLD_STEPS: tuple[AnyStep, ...] = (
    Promise(OLD_HASH),
    Commit(1, "5163a641b5510e3f3c15f3f5b51cb3e20011815daf73b45593f42c0da08a8f55"),
    Commit(0, "7dfd8bcd64fa8c2ed5780602e7e1568a3d68c866fbebe777709aedc61c55561b"),
    Reveal(1, OWN[1]),
    Again(),
    Promise("540855bc1741aeff5899af177d7c4eb14c7a996ac83f5d8c16d9598d8d8db26c"),
    Commit(0, "e3bd0b18c394466ec904a12633c42535859b347acbdc1b27667573c624019d69"),
    Commit(1, "322be5dfecf6a88fd50a2e8597415f2c8595771040103d6f3430c7436f32eb85"),
    Reveal(1, OWN[1]),
    Reveal(0, OWN[0]),
)
OLD_DEAL = Deal(TABLE, OLD_STEPS, tuple(SECRETS))
OLD_SEED = 26428008139050658392718207260961422867391471625445781145756450001581708004883
OLD_JSON_SHA256 = "f9e581f9bece65735c438adc2b5ff4bdb9133a43828963b7ede7cfd4c29571ed"


def session(deal: Deal = DEAL, game: Game = GAME) -> Session:
    """A game of two people that was dealt so."""
    return Session(game, seed_of(deal, facts_of(game), (0, 1)), ("human", "human"), deal)


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


def replace(head: Json, start: int, end: int, *new: Json) -> None:
    """Replaces the steps from one index to another."""
    steps(head)[start:end] = new


def fail_again(head: Json) -> None:
    """Makes attempt 2 void because of seat 0 too, and begins attempt 3."""
    replace(head, 8, 9)
    steps(head).extend([{"is": "void", "seats": [0], "by": 1}, msgspec.to_builtins(promise(3))])
    head["deal"]["secrets"].append(THIRD_SECRET)


FALSE: dict[str, tuple[Callable[[Json], object], str]] = {
    "a byte of a seat": (lambda head: steps(head)[-1].update(bytes=flipped(OWN[1])), "do not match its commitment"),
    "a byte of a commitment": (
        lambda head: steps(head)[-4].update(hash=flipped(steps(head)[-4]["hash"])),
        "do not match its commitment",
    ),
    "a byte of the secret": (
        lambda head: head["deal"].update(secrets=[SECRETS[0], flipped(SECRETS[1])]),
        "does not match its promise in attempt 2",
    ),
    "a byte of the secret of a void attempt": (
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
    "a finished deal made void": (
        lambda head: steps(head).append({"is": "void", "seats": [0], "by": 1}),
        "because of a seat that was not missing",
    ),
    "a void of a seat that had revealed": (
        lambda head: steps(head)[4].update(seats=[1], by=0),
        "because of a seat that was not missing",
    ),
    "a void of one seat too many": (
        lambda head: steps(head)[4].update(seats=[0, 1], by=1),
        "because of a seat that was not missing",
    ),
    "a void of nobody": (lambda head: steps(head)[4].update(seats=[]), "because of a seat that was not missing"),
    "a void by a seat that had not revealed": (
        lambda head: replace(head, 3, 5, {"is": "void", "seats": [1], "by": 0}),
        "because of a seat that was not missing",
    ),
    "a void by a seat that is nobody's": (lambda head: steps(head)[4].update(by=2), "no part in the deal"),
    "a void before all had committed": (lambda head: replace(head, 2, 4), "void before all seats had committed"),
    "a seat given up after all had committed": (
        lambda head: replace(head, 8, 8, {"is": "leave", "seat": 1}),
        "given up in attempt 2 after all seats had committed",
    ),
    "a seat given up before it had answered": (
        lambda head: replace(head, 7, 7, {"is": "leave", "seat": 0}),
        "given up in attempt 2 before it had answered",
    ),
    "a seat that failed and did not commit last": (lambda head: swap(head, 6, 7), "commits last in attempt 2"),
    "a table started over without naming a seat": (
        lambda head: replace(head, 4, 5, {"is": "again"}),
        "no “again” in protocol 2",
    ),
    "an attempt after the same seat had failed twice": (
        fail_again,
        "called off in attempt 2",
    ),
    "an attempt after the table was called off": (
        lambda head: replace(head, 4, 5, {"is": "calloff", "seat": 0}),
        "called off in attempt 1",
    ),
    "an older protocol in a later attempt": (lambda head: steps(head)[5].pop("protocol"), "a second promise"),
    "an older protocol from the start": (
        lambda head: [step.pop("protocol", None) for step in steps(head)],
        "do not match its commitment",
    ),
    "a protocol of the future": (lambda head: steps(head)[5].update(protocol=3), "does not know protocol 3"),
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
    "another name": (lambda head: head["numbers"].update({"Militia.name": "Čekari"}), "match the result of the deal"),
    "another text": (lambda head: head["numbers"].update({"Militia.text": "前線"}), "match the result of the deal"),
    "another picture": (
        lambda head: head["numbers"].update({"Scouts.look": "Old Guard"}),
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
    assert (is_shared(alone), is_shared(nobody), is_shared(both)) == (True, False, True)
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


def read(*steps: AnyStep, people: tuple[int, ...] = (0, 1)) -> list[Attempt]:
    """Returns the attempts in these steps."""
    return attempts(TABLE, steps, people)


def test_steps_come_in_their_order_only() -> None:
    found = read(*STEPS)
    assert [(attempt.abandoned, attempt.missing, attempt.void) for attempt in found] == [
        (True, [0], Void((0,), 1)),
        (False, [], None),
    ]
    bad: dict[str, list[AnyStep]] = {
        "a second promise in attempt 1": [promise(1), promise(2)],
        "became void before all seats": [promise(1), Void((0,), 0)],
        "no “again” in protocol 2": [promise(1), Again()],
        "already answered": [promise(1), commit(1, 0), commit(1, 0)],
        "A commitment must be 64": [promise(1), Commit(0, "x")],
        "Seat 3 is not a person's": [promise(1), Draw(2)],
        "must begin with the server's promise": [Draw(0)],
        "has not committed to anything": [promise(1), Draw(1), commit(1, 0), Reveal(1, OWN[1])],
        "already revealed": [*STEPS[:4], Reveal(1, OWN[1])],
        "given up in attempt 1 before it had answered": [promise(1), Leave(0)],
    }
    for sentence, steps in bad.items():
        with pytest.raises(JournalError, match=sentence):
            read(*steps)


def test_a_seat_may_lose_its_own_bytes_but_only_a_seat_that_has_revealed_may_accuse_others() -> None:
    both_missing = STEPS[:3]
    [attempt] = read(*both_missing, Void((0,), 0))
    assert (attempt.abandoned, attempt.void, attempt.missing) == (True, Void((0,), 0), [0, 1])
    assert "lost its part" in void_told([attempt], GAME.seats)[0]
    assert f"{GAME.seats[1]} started over" in void_told(read(*STEPS), GAME.seats)[0]
    for wrong in (Void((0,), 1), Void((0, 1), 0), Void((), 0)):
        with pytest.raises(JournalError, match="because of a seat that was not missing"):
            read(*both_missing, wrong)


def test_a_seat_that_leaves_early_takes_its_answer_with_it() -> None:
    [left] = read(promise(1), commit(1, 0), Leave(0))
    assert left.open((0, 1)) == [0, 1]
    [drawn] = read(promise(1), Draw(0), Leave(0), commit(1, 0))
    assert (drawn.draws, list(drawn.commits)) == (set(), [0])
    with pytest.raises(JournalError, match="after all seats had committed"):
        read(promise(1), commit(1, 0), Draw(1), Leave(0))


def test_the_seat_that_failed_last_commits_last() -> None:
    people = (0, 1, 2)
    failed: list[AnyStep] = [
        promise(1),
        commit(1, 1),
        commit(1, 0),
        Draw(2),
        Reveal(1, OWN[1]),
        Void((0,), 1),
        promise(2),
    ]
    assert comes_before(read(*failed, people=people), 0, people) == [1, 2]
    assert comes_before(read(*failed, people=people), 1, people) == []
    with pytest.raises(JournalError, match="commits last in attempt 2, because an earlier attempt failed at it"):
        read(*failed, commit(2, 0), people=people)
    whole = read(*failed, Draw(2), commit(2, 1), commit(2, 0), people=people)
    assert whole[-1].missing == [0, 1]


def test_the_second_failure_of_a_seat_calls_the_table_off() -> None:
    once = read(*STEPS[:5])
    twice = read(*STEPS[:8], Void((0,), 0))
    other = read(*STEPS[:8], Void((1,), 1))
    assert (failures(once), failures(twice), failures(other)) == ({0: 1}, {0: 2}, {0: 1, 1: 1})
    assert [is_called_off(found) for found in (once, twice, other)] == [False, True, False]
    assert len(read(*STEPS[:8], Void((1,), 1), promise(3))) == 3
    with pytest.raises(JournalError, match="called off in attempt 2"):
        read(*STEPS[:8], Void((0,), 0), promise(3))


def test_whoever_deletes_their_data_calls_the_table_off() -> None:
    found = read(promise(1), commit(1, 1), CallOff(0))
    assert (found[-1].called_off, is_called_off(found)) == (0, True)
    for later in (promise(2), commit(1, 0)):
        with pytest.raises(JournalError):
            read(promise(1), commit(1, 1), CallOff(0), later)


# -- protocol 1 --------------------------------------------------------------------------------------------------------


def test_a_deal_of_protocol_1_verifies_as_before() -> None:
    assert seed_of(OLD_DEAL, facts_of(OLD_GAME), (0, 1)) == OLD_SEED
    text = msgspec.json.encode(OLD_DEAL)
    assert hashlib.sha256(text).hexdigest() == OLD_JSON_SHA256
    assert msgspec.json.decode(text, type=Deal) == OLD_DEAL
    assert "It was dealt on attempt 2." in told(OLD_DEAL, GAME.seats)
    old = session(OLD_DEAL, OLD_GAME).journal.to_text()
    assert json.loads(old.splitlines()[0])["seed"] == str(OLD_SEED)
    assert script(old).stdout.startswith("The deal checks out: attempt 2, bytes of 2 of 2 people.")


def test_a_promise_names_its_protocol_unless_it_is_protocol_1() -> None:
    assert json.loads(msgspec.json.encode(OLD_STEPS[0])) == {"is": "promise", "hash": OLD_HASH}
    assert json.loads(msgspec.json.encode(promise(1))) == {"is": "promise", "hash": promise(1).hash, "protocol": 2}


def test_protocol_1_has_its_own_steps_and_hashes() -> None:
    wrong: dict[str, list[AnyStep]] = {
        "no “void” in protocol 1": [*OLD_STEPS[:4], Void((0,), 1)],
        "no “leave” in protocol 1": [*OLD_STEPS[:2], Leave(1)],
        "no “calloff” in protocol 1": [*OLD_STEPS[:2], CallOff(1)],
        "although nobody was late": [*OLD_STEPS, Again()],
        "do not match its commitment": [Promise(OLD_HASH, PROTOCOL), *OLD_STEPS[1:4]],
    }
    for sentence, steps in wrong.items():
        with pytest.raises(JournalError, match=sentence):
            read(*steps)


def test_an_upgraded_server_begins_anew_only_with_a_table_that_it_has_not_dealt() -> None:
    for unfinished in (OLD_STEPS[:1], OLD_STEPS[:3], OLD_STEPS[:4], OLD_STEPS[:5], OLD_STEPS[:9]):
        found = read(*unfinished, promise(2))
        assert (found[-2].abandoned, found[-1].protocol) == (True, 2)
    with pytest.raises(JournalError, match="a second promise in attempt 2"):
        read(*OLD_STEPS, promise(3))
    with pytest.raises(JournalError, match="a second promise"):
        read(*STEPS[:5], OLD_STEPS[5])


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
