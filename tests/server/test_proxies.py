"""The examples for hosts, tried: Debian's nginx and Caddy in front of a server, with TLS."""

from __future__ import annotations

import os
import shutil
import signal
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx
import pytest

from grognard.server.net.middleware import WINDOW
from tests.server import support
from tests.server.support import METRICS_TOKEN, free_port, running, seated, sorted_by_turn, until

pytestmark = pytest.mark.soak

DEPLOY: Final = Path(__file__).resolve().parents[2] / "deploy"
BUDGET: Final = 12  # newcomers from one address
AROUND_NGINX: Final = """
daemon off; user root; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{}}
http {{
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
{site}
}}
"""
AROUND_CADDY: Final = "{{\n\tadmin off\n\tauto_https disable_redirects\n\tgrace_period 1s\n}}\n{site}"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for localhost, with its key beside it."""
    if shutil.which("openssl") is None:
        pytest.skip("There is no openssl here.")
    made = tmp_path_factory.mktemp("tls") / "own.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    command += ["-out", str(made), "-keyout", str(made.with_suffix(".key"))]
    subprocess.run(command, check=True, capture_output=True)
    return made


def nginx(folder: Path, port: int, upstream: int, certificate: Path) -> list[str]:
    """Writes the example, at another port; the command that serves it."""
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for before, after in (
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("/etc/ssl/play.example.org.pem", str(certificate)),
        ("/etc/ssl/private/play.example.org.key", str(certificate.with_suffix(".key"))),
        ("play.example.org", "localhost"),
        ("proxy_pass http://127.0.0.1:8000", f"proxy_pass http://127.0.0.1:{upstream}"),
    ):
        assert before in site
        site = site.replace(before, after)
    (folder / "nginx.conf").write_text(AROUND_NGINX.format(folder=folder, site=site), encoding="utf-8")
    return ["nginx", "-p", str(folder), "-e", str(folder / "nginx.log"), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, port: int, upstream: int, certificate: Path) -> list[str]:
    """The same for Caddy."""
    site = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    own = f"https://localhost:{port} {{\n\ttls {certificate} {certificate.with_suffix('.key')}"
    for before, after in (
        ("play.example.org {", own),
        ("reverse_proxy 127.0.0.1:8000", f"reverse_proxy 127.0.0.1:{upstream}"),
    ):
        assert before in site
        site = site.replace(before, after)
    (folder / "Caddyfile").write_text(AROUND_CADDY.format(site=site), encoding="utf-8")
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


PROXIES: Final = {"nginx": nginx, "caddy": caddy}


def get(address: str, **headers: str) -> httpx.Response:
    """What a stranger gets."""
    return httpx.get(address, headers=headers, verify=support.PLAIN, timeout=30)


@contextmanager
def proxy(name: str, folder: Path, upstream: int, certificate: Path) -> Iterator[str]:
    """A proxy in front of a port, as long as the block lasts; its address."""
    if shutil.which(name) is None:
        pytest.skip(f"There is no {name} here.")
    folder.mkdir()
    port = free_port()
    command = PROXIES[name](folder, port, upstream, certificate)
    home = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "output").open("w") as output:
        started = subprocess.Popen(command, cwd=folder, env=home, stdout=output, stderr=output)
    url = f"https://localhost:{port}"

    def answers() -> bool:
        assert started.poll() is None, (folder / "output").read_text()
        try:
            return get(f"{url}/healthz").status_code == 200
        except httpx.TransportError:
            return False

    try:
        until(answers, 30, f"{name} does not answer")
        yield url
    finally:
        started.send_signal(signal.SIGTERM)
        started.wait(20)


@pytest.fixture(params=PROXIES)
def name(request: pytest.FixtureRequest, certificate: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A proxy; from here on guests trust its certificate."""
    monkeypatch.setattr(support, "PLAIN", ssl.create_default_context(cafile=str(certificate)))
    return str(request.param)


def newcomers(url: str, source: str, claims: bool) -> int:
    """How many newcomers from an address are let in; each claims another address."""
    transport = httpx.HTTPTransport(local_address=source, verify=support.PLAIN)
    with httpx.Client(base_url=url, transport=transport, timeout=30) as http:
        for number in range(2 * BUDGET):
            headers = {"x-forwarded-for": f"192.0.2.{number}", "forwarded": f"for=192.0.2.{number}"} if claims else {}
            http.cookies.clear()
            if http.get("/", headers=headers).status_code == 429:
                return number
    return 2 * BUDGET


def test_two_people_play_through_a_proxy(name: str, tmp_path: Path, certificate: Path) -> None:
    settings = {"GROGNARD_PROXIES": "127.0.0.1", "GROGNARD_METRICS_TOKEN": METRICS_TOKEN}
    with (
        running(tmp_path / "data", settings) as server,
        proxy(name, tmp_path / "proxy", server.port, certificate) as url,
    ):
        first = get(url)
        cookie = first.headers["set-cookie"].lower()
        assert "secure" in cookie
        assert "httponly" in cookie
        assert first.headers["strict-transport-security"]
        assert "set-cookie" not in get(f"{url}/healthz").headers

        table, host, friend = seated(url)
        assert host.look(table)["view"]["seat"] == 0
        stream = friend.watch(table)
        assert stream.headers["content-type"].startswith("text/event-stream")
        stream.wait(1)
        for _ in range(4):
            mover, _other = sorted_by_turn(table, (host, friend))
            seen = mover.look(table)
            assert mover.play(table, seen["view"]["actions"][0]["notation"], seen["at"]).status_code == 200
        assert host.api(f"/tables/{table}/resign", {"at": host.look(table)["at"]}).status_code == 200
        # Nothing comes after it that could push it out of a buffer.
        until(lambda: 'data-outcome="resigned"' in stream.events[-1], 15, "the end was held back")
        stream.close()

        shown = {"authorization": f"Bearer {METRICS_TOKEN}"}
        assert get(f"{server.url}/metrics", **shown).status_code == 200
        for path in ("/metrics", "/metrics/", "//metrics", "/%6detrics", "/nothing/../metrics"):
            assert get(f"{url}{path}", **shown).status_code == 404, path


@pytest.mark.parametrize("named", [True, False])
def test_only_a_proxy_that_is_named_says_for_whom_it_asks(
    name: str, named: bool, tmp_path: Path, certificate: Path
) -> None:
    settings = {
        "GROGNARD_PROXIES": "127.0.0.1" if named else "192.0.2.1",
        "GROGNARD_GUESTS_PER_MINUTE": str(BUDGET),
    }
    with (
        running(tmp_path / "data", settings) as server,
        proxy(name, tmp_path / "proxy", server.port, certificate) as url,
    ):
        assert ("secure" in get(url).headers["set-cookie"].lower()) == named
        into = time.monotonic() % WINDOW
        if into > WINDOW / 2:  # with a new minute all would have a new budget
            time.sleep(WINDOW - into)
        mine, others = newcomers(url, "127.0.0.2", claims=True), newcomers(url, "127.0.0.3", claims=False)
        assert mine <= BUDGET
        assert others == BUDGET if named else others == 0, (mine, others)
