"""A message goes to the address that a user gave and nowhere else, never into the host's own network, and in time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Final

import pytest

from grognard.kernel.errors import BadInput
from grognard.server.alerts import outgoing
from grognard.server.alerts.outgoing import MOST_BODY, NotSent, Outgoing, Target
from grognard.server.net.addresses import is_public, read_address, read_networks
from tests.server.receiver import (
    HERE,
    NAME,
    Answering,
    Names,
    Receiver,
    Trust,
    answer,
    endless,
    receiving,
    silence,
    to_here,
    trust,
)

HINTS: Final = b"HTTP/1.1 103 Early Hints\r\n\r\n"
PUBLIC: Final = ["93.184.216.34", "9.9.9.9", "2606:4700:4700::1111", "64:ff9b::9.9.9.9", "::ffff:9.9.9.9"]
NOT_PUBLIC: Final = [
    "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.254", "127.0.0.1", "127.9.9.9", "169.254.169.254", "172.16.0.1",
    "172.31.255.255", "192.0.0.9", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255",
    "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "::", "::1",
    "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b:1::1",
    "100::1", "2001::1", "2001:20::1", "2001:db8::1", "2002:7f00:1::", "2002:909:909::1", "3fff::1", "5f00::1",
    "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1",
]  # fmt: skip


@pytest.fixture(scope="module")
def trusted(tmp_path_factory: pytest.TempPathFactory) -> Trust:
    return trust(tmp_path_factory.mktemp("tls"))


@pytest.fixture
def here(trusted: Trust) -> Callable[[Answering], AbstractAsyncContextManager[Receiver]]:
    return lambda answering: receiving(trusted.server, answering)


Here = Callable[[Answering], AbstractAsyncContextManager[Receiver]]


# -- which addresses -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_public(address: str) -> None:
    found = read_address(address)
    assert found is not None
    assert is_public(found)


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_any_other_address_is_not(address: str) -> None:
    found = read_address(address)
    assert found is not None
    assert not is_public(found)
    with pytest.raises(NotSent, match="private network"):
        asyncio.run(Outgoing(resolve=Names(address)).post(f"https://{NAME}/", b"", {}))


@pytest.mark.parametrize(
    "address",
    [
        "", "hooks.example", "ftp://hooks.example/", "http://hooks.example/", "https:///path", "https://a b.example/",
        "https://hooks.example/\r\nX-Other: 1", "https://hooks.example/\tx", "https://me:secret@hooks.example/",
        "https://hooks.example:0/", "https://hooks.example:65536/", "https://hooks.example:port/", "https://[::1/",
        "https://a..example/", f"https://{'a' * 64}.example/", "https://a,b/", f"https://a.example/{'x' * 2000}",
        "javascript:alert(1)", "file:///etc/passwd",
    ],
)  # fmt: skip
def test_an_address_nothing_can_be_posted_to_is_a_sentence(address: str) -> None:
    with pytest.raises(BadInput):
        Outgoing().target(address)


@pytest.mark.parametrize(
    ("address", "target"),
    [
        ("https://hooks.example", Target("https", "hooks.example", 443, "/")),
        ("https://Hooks.Example.:8443/a?b=c&d=%20#e", Target("https", "hooks.example", 8443, "/a?b=c&d=%20")),
        ("https://bücher.example/grün?ü", Target("https", "xn--bcher-kva.example", 443, "/gr%C3%BCn?%C3%BC")),
        ("https://[2606:4700::1]/x", Target("https", "2606:4700::1", 443, "/x")),
    ],
)
def test_an_address_is_taken_apart(address: str, target: Target) -> None:
    assert Outgoing().target(address) == target


def test_the_authority_has_the_port_only_if_it_is_unusual() -> None:
    assert Target("https", "a.example", 443, "/").origin == "https://a.example"
    assert Target("https", "::1", 8443, "/").authority == "[::1]:8443"


# -- where the connection goes -------------------------------------------------------------------------------------


def test_a_message_goes_to_the_address_that_was_checked(here: Here, trusted: Trust) -> None:
    async def body() -> None:
        names = Names()
        async with here(answer(200, "Retry-After: 3\r\n", b"thanks")) as receiver:
            given = {"Content-Type": "text/plain", "X-Own": "7"}
            found = await to_here(trusted, names).post(receiver.url("/hook?a=b"), b"content", given)
        assert found == (200, 3.0, b"thanks")
        [got] = receiver.received
        assert (got.line, got.body) == ("POST /hook?a=b HTTP/1.1", b"content")
        assert got.headers["host"] == f"{NAME}:{receiver.port}"
        assert got.headers["x-own"] == "7"
        assert names.looked_up == [NAME], "a second look-up could give another address"

    asyncio.run(body())


@pytest.mark.parametrize("addresses", [("9.9.9.9", "127.0.0.1"), ("127.0.0.1", "9.9.9.9"), ("9.9.9.9", "::ffff:a00:1")])
def test_one_private_address_among_those_of_a_name_is_enough(
    here: Here, trusted: Trust, addresses: tuple[str, str]
) -> None:
    async def body() -> None:
        async with here(answer(200)) as receiver:
            sender = Outgoing((), trusted.client, Names(*addresses))
            with pytest.raises(NotSent, match="private network"):
                await sender.post(receiver.url(), b"", {})
            assert receiver.connections == 0

    asyncio.run(body())


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "127.1", "0177.0.0.1"]
)
def test_no_spelling_of_this_machine_is_connected_to(here: Here, trusted: Trust, host: str) -> None:
    async def body() -> None:
        async with here(answer(200)) as receiver:
            with pytest.raises(NotSent):
                await Outgoing((), trusted.client).post(receiver.url(name=host), b"", {})
            assert receiver.connections == 0

    asyncio.run(body())


def test_the_next_address_of_a_name_is_tried(here: Here, trusted: Trust) -> None:
    async def body() -> None:
        async with here(answer(204)) as receiver:
            sender = to_here(trusted, Names("::1", "127.0.0.1"))
            assert (await sender.post(receiver.url(), b"", {})).status == 204

    asyncio.run(body())


def test_the_certificate_must_be_for_the_name(here: Here, trusted: Trust) -> None:
    async def body() -> None:
        async with here(answer(200)) as receiver:
            with pytest.raises(NotSent, match=r"other\.example has no valid certificate"):
                await to_here(trusted).post(receiver.url(name="other.example"), b"secret", {})
            with pytest.raises(NotSent, match="no valid certificate"):
                await Outgoing(read_networks(HERE), None, Names()).post(receiver.url(), b"secret", {})
            assert receiver.received == []

    asyncio.run(body())


def test_plain_http_goes_only_to_networks_the_host_allows(trusted: Trust) -> None:
    async def body() -> None:
        async with receiving(None, answer(200)) as receiver:
            plain = receiver.url(scheme="http")
            assert (await to_here(trusted).post(plain, b"x", {})).status == 200
            with pytest.raises(BadInput, match="must begin with https://"):
                Outgoing(resolve=Names()).target(plain)
            with pytest.raises(NotSent, match="must begin with https://"):
                await to_here(trusted, Names("9.9.9.9")).post(plain, b"x", {})
            with pytest.raises(NotSent, match="private network"):
                await Outgoing(read_networks("10.0.0.0/8"), resolve=Names()).post(plain, b"x", {})
            assert len(receiver.received) == 1

    asyncio.run(body())


def test_a_server_without_tls_gets_nothing(trusted: Trust) -> None:
    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.example ESMTP\r\n")
        writer.close()

    async def body() -> None:
        async with await asyncio.start_server(greet, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(NotSent, match="does not offer a secure connection"):
                await to_here(trusted).post(f"https://{NAME}:{port}/", b"x", {})

    asyncio.run(body())


def test_a_redirect_is_not_followed(here: Here, trusted: Trust) -> None:
    async def body() -> None:
        async with here(answer(307, "Location: /elsewhere\r\n")) as receiver:
            found = await to_here(trusted).deliver(receiver.url("/here"), b"", {})
        assert (found.state, len(receiver.received)) == ("failed", 1)
        assert "redirects to another address" in found.why

    asyncio.run(body())


# -- how long ------------------------------------------------------------------------------------------------------


def test_everything_takes_six_seconds_at_most() -> None:
    assert outgoing.SECONDS == 6


def test_a_server_that_never_answers_is_given_up(here: Here, trusted: Trust, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "SECONDS", 0.3)

    async def body() -> None:
        async with here(silence) as receiver:
            with pytest.raises(NotSent, match="did not answer in time"):
                await to_here(trusted).post(receiver.url(), b"", {})
        async with receiving(None, silence) as receiver:  # waits for a request while we wait for its certificate
            with pytest.raises(NotSent):
                await to_here(trusted).post(receiver.url(), b"", {})

        async def never(host: str, port: int) -> list[str]:
            await asyncio.Event().wait()
            return []

        with pytest.raises(NotSent, match="did not answer in time"):
            await Outgoing((), trusted.client, never).post(f"https://{NAME}/", b"", {})

    asyncio.run(body())


def test_an_endless_answer_is_cut_off(here: Here, trusted: Trust, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "SECONDS", 3600.0)  # so that only its length can end it

    async def body() -> None:
        async with here(endless(b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 1000)) as receiver:
            found = await asyncio.wait_for(to_here(trusted).post(receiver.url(), b"", {}), 60)
            assert (found.status, found.body) == (200, b"x" * MOST_BODY)
        for first, again in ((b"HTTP/1.1 200 OK\r\n", b"X-More: y\r\n" * 1000), (b"", HINTS * 1000)):
            async with here(endless(first, again)) as receiver:
                with pytest.raises(NotSent, match="did not answer like a web server"):
                    await to_here(trusted).post(receiver.url(), b"", {})

    asyncio.run(body())


def test_interim_answers_are_passed_over(here: Here, trusted: Trust) -> None:
    async def write(writer: asyncio.StreamWriter) -> None:
        writer.write(HINTS * 2)
        await answer(204)(writer)

    async def body() -> None:
        async with here(write) as receiver:
            assert (await to_here(trusted).post(receiver.url(), b"", {})).status == 204

    asyncio.run(body())


def test_a_message_whose_answer_stops_halfway_has_arrived(
    here: Here, trusted: Trust, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing, "SECONDS", 3.0)

    async def halfway(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        await silence(writer)

    async def body() -> None:
        async with here(halfway) as receiver:
            assert await to_here(trusted).post(receiver.url(), b"", {}) == (200, None, b"half")

    asyncio.run(body())


@pytest.mark.parametrize("content", [b"", b"SSH-2.0-OpenSSH\r\n", b"HTTP/1.1 200 OK\r\nno header\r\n\r\n"])
def test_what_is_no_web_server_is_no_success(here: Here, trusted: Trust, content: bytes) -> None:
    async def write(writer: asyncio.StreamWriter) -> None:
        writer.write(content)

    async def body() -> None:
        async with here(write) as receiver:
            with pytest.raises(NotSent, match="did not answer like a web server"):
                await to_here(trusted).post(receiver.url(), b"", {})

    asyncio.run(body())


# -- how it ended --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answering", "state", "wait"),
    [
        (answer(200), "sent", 0),
        (answer(201), "sent", 0),
        (answer(204), "sent", 0),
        (answer(400), "failed", 0),
        (answer(404), "failed", 0),
        (answer(410), "gone", 0),
        (answer(500), "failed", 0),
        (answer(503), "failed", 0),
        (answer(503, "Retry-After: 9\r\n"), "later", 9),
        (answer(429), "later", 60),
        (answer(429, "Retry-After: 7\r\n", b'{"retry_after": 1}'), "later", 7),
        (answer(429, "Retry-After: 1.5\r\n"), "later", 1.5),
        (answer(429, "", b'{"retry_after": 0.25}'), "later", 0.25),
        (answer(429, "", b'{"retry_after": -5}'), "later", 0),
        (answer(429, "", b'{"retry_after": 1e99}'), "later", 86_400),
        (answer(429, f"Retry-After: {'9' * 400}\r\n"), "later", 60),
        (answer(429, "Retry-After: 99999999\r\n"), "later", 86_400),
        (answer(429, "Retry-After: soon\r\n"), "later", 60),
        (answer(429, "Retry-After: Wed, 21 Oct 2015 07:28:00 GMT\r\n"), "later", 0),
    ],
)
def test_the_status_says_how_it_ended(
    here: Here, trusted: Trust, answering: Answering, state: str, wait: float
) -> None:
    async def body() -> None:
        async with here(answering) as receiver:
            found = await to_here(trusted).deliver(receiver.url(), b"", {}, gone={410})
        assert (found.state, found.wait) == (state, wait)
        assert bool(found.why) is (state != "sent")

    asyncio.run(body())


def test_a_wait_until_a_date_is_counted_from_now(here: Here, trusted: Trust) -> None:
    async def body() -> None:
        date = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
        async with here(answer(429, f"Retry-After: {date}\r\n")) as receiver:
            found = await to_here(trusted).deliver(receiver.url(), b"", {})
        assert 3000 < found.wait <= 3600

    asyncio.run(body())


def test_a_name_that_does_not_exist_and_a_closed_port_fail_with_a_reason(trusted: Trust) -> None:
    async def body() -> None:
        async with receiving(trusted.server, answer(200)) as receiver:
            closed = receiver.url()
        assert "could not be reached" in (await to_here(trusted).deliver(closed, b"", {})).why
        nowhere = await Outgoing().deliver("https://nowhere.invalid/", b"", {})
        assert nowhere == ("failed", "There is no server called nowhere.invalid. Check the address.", 0)
        assert (await Outgoing().deliver("nonsense", b"", {})).state == "failed"

    asyncio.run(body())
