"""Firefox and WebKit by the wire: both speak WebDriver, one on a socket of its own, the other over HTTP.

Chromium has Playwright. Debian has no geckodriver, and Playwright's Firefox and WebKit are not to be had everywhere;
these are Debian's own browsers: apt install firefox-esr webkit2gtk-driver xvfb.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from tests.server.support import free_port
from tests.web import support
from tests.web.user import IS_READY

PATIENCE: Final = 30.0  # seconds
# Nothing from elsewhere: no updates, no measurements, no first pages.
FIREFOX: Final = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "browser.region.update.enabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.server": "data:,",
}
ERRORS: Final = """return Services.console.getMessageArray()
    .filter((one) => one instanceof Ci.nsIScriptError && one.sourceName.startsWith(arguments[0]))
    .filter((one) => !(one.flags & Ci.nsIScriptError.warningFlag))
    .map((one) => `${one.errorMessage} (${one.sourceName}:${one.lineNumber})`)"""


Found = TypeVar("Found")


# A point of the first thing that fits at which it can be clicked, in view.
BARE: Final = """for (const one of document.querySelectorAll(arguments[0])) {
    if (!one.checkVisibility()) continue;
    one.scrollIntoView({ block: "nearest", behavior: "instant" });
    const box = one.getBoundingClientRect();
    for (let y = box.top + 4; y < box.bottom; y += 8) {
        for (let x = box.left + 4; x < box.right; x += 8) {
            if (one.contains(document.elementFromPoint(x, y))) return [Math.round(x), Math.round(y)];
        }
    }
}
return null"""


class Refused(Exception):
    """The browser could not do what was asked."""


class Driver:
    """A browser that is told what to do by WebDriver's commands. Each kind has its own way to send them."""

    kind: str
    version: str

    def command(self, name: str, **parameters: Any) -> Any:
        """Sends a command, and waits for what comes of it; raises Refused."""
        raise NotImplementedError

    def go(self, address: str) -> None:
        """Opens a page."""
        self.command("Navigate", url=address)

    def script(self, text: str, *arguments: Any) -> Any:
        """Runs a function's body in the page; what it returns, awaited."""
        return self.command("ExecuteScript", script=text, args=list(arguments))

    def click(self, selector: str) -> None:
        """Clicks the first thing that fits where nothing covers it, with a pointer, once the page is ready."""
        until(lambda: self.script(f"return {IS_READY} || null"), "The page is not ready.")
        x, y = until(lambda: self.script(BARE, selector), f"There is no {selector}, or something covers it.")
        moves = [{"type": "pointerMove", "x": x, "y": y, "duration": 0, "origin": "viewport"}]
        presses = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        mouse = {"type": "pointer", "id": "mouse", "actions": moves + presses}
        self.command("PerformActions", actions=[mouse])

    def errors(self, base: str) -> list[str]:
        """What went wrong in the scripts of our pages."""
        raise NotImplementedError

    def quit(self) -> None:
        """Ends the browser."""
        raise NotImplementedError


class Firefox(Driver):
    """Firefox by Marionette, which it speaks itself: messages on a socket, each after its length."""

    kind = "Firefox"

    def __init__(self, folder: Path) -> None:
        port = free_port()
        settings = FIREFOX | {"marionette.port": port}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items()]
        folder.joinpath("user.js").write_text("\n".join(lines))
        command = ["firefox-esr", "--headless", "--marionette", "--remote-allow-system-access", "--no-remote"]
        self._process = started([*command, "--profile", str(folder), "--width=1440", "--height=1000"], folder)
        self._socket = until(lambda: _connected(port), "Firefox does not listen.")
        self._received()
        self._number = 0
        self.version = self.command("NewSession")["capabilities"]["browserVersion"]

    def command(self, name: str, **parameters: Any) -> Any:
        self._number += 1
        kind = name if ":" in name else f"WebDriver:{name}"
        message = json.dumps([0, self._number, kind, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._received()
        if error:
            raise Refused(f"{name}: {error['message']}")
        return result["value"] if set(result) == {"value"} else result

    def _received(self) -> Any:
        length = b""
        while (byte := self._socket.recv(1)) != b":":
            length += byte
        message = b""
        while len(message) < int(length):
            message += self._socket.recv(int(length) - len(message))
        return json.loads(message)

    def errors(self, base: str) -> list[str]:
        self.command("Marionette:SetContext", value="chrome")
        found = self.script(ERRORS, base)
        self.command("Marionette:SetContext", value="content")
        return list(found)

    def quit(self) -> None:
        self._socket.close()
        self._process.terminate()
        self._process.wait(PATIENCE)


class WebKit(Driver):
    """WebKit's small browser by its driver, over HTTP; it needs a screen, which Xvfb is."""

    kind = "WebKit"
    _PATHS: Final = {"Navigate": "url", "ExecuteScript": "execute/sync", "PerformActions": "actions"}

    def __init__(self, folder: Path) -> None:
        read, write = os.pipe()
        self._screen = started(["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1100x24"], folder, keep=write)
        os.close(write)
        with os.fdopen(read) as told:
            display = f":{told.readline().strip()}"
        self._base = f"http://127.0.0.1:{free_port()}"
        port = self._base.rpartition(":")[2]
        self._process = started(["WebKitWebDriver", f"--port={port}"], folder, DISPLAY=display)
        until(lambda: _connected(int(port)), "WebKit's driver does not listen.").close()
        options = {"webkitgtk:browserOptions": {"binary": str(minibrowser()), "args": ["--automation"]}}
        session = self._send("POST", "/session", {"capabilities": {"alwaysMatch": options}})
        self._base += f"/session/{session['sessionId']}"
        self.version = session["capabilities"]["browserVersion"]
        self._send("POST", "/window/rect", {"width": 1440, "height": 1000})

    def command(self, name: str, **parameters: Any) -> Any:
        return self._send("POST", f"/{self._PATHS[name]}", parameters)

    def _send(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self._base}{path}", data, {"content-type": "application/json"}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Refused(f"{path}: {json.load(error)['value']['message']}") from error

    def go(self, address: str) -> None:
        super().go(address)
        self.script("window.wrong = []; for (const kind of ['error', 'unhandledrejection']) "
                    "addEventListener(kind, (event) => wrong.push(`${event.message ?? event.reason}`));")  # fmt: skip

    def errors(self, base: str) -> list[str]:
        """What went wrong since the page was there: WebKit has no console for others."""
        return list(self.script("return window.wrong"))

    def quit(self) -> None:
        self._send("DELETE", "")
        for process in (self._process, self._screen):
            process.terminate()
            process.wait(PATIENCE)


def minibrowser() -> Path | None:
    """Where WebKit's small browser is, if it is there."""
    return next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)


def missing(kind: type[Driver]) -> list[str]:
    """The programs that a browser lacks here."""
    wanted = ["firefox-esr"] if kind is Firefox else ["WebKitWebDriver", "Xvfb"]
    lacking = [name for name in wanted if shutil.which(name) is None]
    return lacking + (["MiniBrowser"] if kind is WebKit and minibrowser() is None else [])


def started(command: list[str], folder: Path, keep: int | None = None, **more: str) -> subprocess.Popen[bytes]:
    """A program with a home of its own, which writes to a file there."""
    environment = os.environ | {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)} | more
    with folder.joinpath("output.txt").open("ab") as output:
        return subprocess.Popen(
            command, stdout=output, stderr=output, env=environment, pass_fds=[] if keep is None else [keep]
        )


def _connected(port: int) -> socket.socket | None:
    try:
        return socket.create_connection(("127.0.0.1", port), PATIENCE)
    except OSError:
        return None


def until(found: Callable[[], Found | None], what: str) -> Found:
    """Waits for something."""
    return support.until(found, PATIENCE, what)
