"""A page on this machine that shows the printed pages and draws them again when a file changes.

Only this machine can open it. It has the page, its state and the pictures, and no file of any folder.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import signal
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from typing import Final, cast

from grognard.kernel.content.fields import as_number
from grognard.kernel.errors import BadInput, GrognardError
from grognard.kernel.game import Game
from grognard.printing.print_options import PrintOptions
from grognard.printing.products import page_pictures

HOST: Final = "127.0.0.1"
PPI: Final = 96
LOOK_SECONDS: Final = 0.5
# A page that asks for news waits for them this long, then asks again.
NEWS_SECONDS: Final = 20.0
HTML: Final = "text/html; charset=utf-8"
JSON: Final = "application/json"
PNG: Final = "image/png"

# When each file was changed, and its size; nothing for a missing file.
Stamps = list[tuple[int, int] | None]


class Preview:
    """The pages as they were last drawn, and why they could not be drawn since."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.pages: list[bytes] = []
        self.error = ""
        self.version = 0
        self._changed = threading.Condition()

    def draw(self, load: Callable[[], Game], wishes: PrintOptions) -> None:
        """Draws the pages; an error keeps the last good ones."""
        try:
            game = load()
            title, pages, error = game.title, page_pictures(game, wishes, PPI), ""
        except GrognardError as refused:
            title, pages, error = self.title, self.pages, str(refused)
        with self._changed:
            self.title, self.pages, self.error = title, pages, error
            self.version += 1
            self._changed.notify_all()

    def news(self, seen: int) -> dict[str, object]:
        """Returns the state, as soon as it is not the one that a page has seen."""
        with self._changed:
            self._changed.wait_for(lambda: self.version != seen, NEWS_SECONDS)
            return {"version": self.version, "title": self.title, "error": self.error, "pages": len(self.pages)}


class _Handler(BaseHTTPRequestHandler):
    """Answers the page, its state and its pictures, to this machine under its own name."""

    server_version = "Grognard"
    sys_version = ""

    def __init__(self, preview: Preview, *given: object) -> None:
        self.preview = preview
        super().__init__(*given)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Answers a request."""
        port = cast(ThreadingHTTPServer, self.server).server_port
        if self.headers.get("Host") not in (f"{HOST}:{port}", f"localhost:{port}"):
            self.send_error(HTTPStatus.FORBIDDEN)
            return
        match self.path.split("/")[1:]:
            case [""]:
                self._answer(HTML, _page(self.preview.title).encode())
            case ["news", seen] if (version := as_number(seen)) is not None:
                self._answer(JSON, json.dumps(self.preview.news(version)).encode())
            case ["pages", _version, number] if (page := as_number(number)) is not None:
                self._answer_page(page)
            case _:
                self.send_error(HTTPStatus.NOT_FOUND)

    def _answer_page(self, page: int) -> None:
        pages = self.preview.pages
        if page < len(pages):
            self._answer(PNG, pages[page])
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def _answer(self, kind: str, content: bytes) -> None:
        self.send_response(HTTPStatus.OK)
        for name, value in {
            "Content-Type": kind,
            "Content-Length": str(len(content)),
            "Cache-Control": "no-store",
            "Content-Security-Policy": _policy(),
            "Cross-Origin-Resource-Policy": "same-origin",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_given: object) -> None:
        """Logs nothing: only this machine asks."""


def _template() -> str:
    return resources.files(__package__).joinpath("templates/preview.html").read_text(encoding="utf-8")


def _page(title: str) -> str:
    return _template().replace("TITLE", html.escape(title))


def _policy() -> str:
    """Returns the rules for the page: it runs and loads nothing but its own."""

    def own(tag: str) -> str:
        part = _template().partition(f"<{tag}>")[2].partition(f"</{tag}>")[0]
        return f"'sha256-{base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()}'"

    own_parts = f"style-src {own('style')}; script-src {own('script')}"
    return f"default-src 'none'; connect-src 'self'; img-src 'self' data:; {own_parts}; frame-ancestors 'none'"


def watch(load: Callable[[], Game], wishes: PrintOptions, files: Iterable[Path], title: str, port: int) -> None:
    """Serves the pages until Ctrl-C, and draws them again when one of these files changes. Port 0 is any free port."""
    preview = Preview(title)
    try:
        server = ThreadingHTTPServer((HOST, port), partial(_Handler, preview))
    except OSError as error:
        raise BadInput(
            f"Port {port} on {HOST} cannot be used: {error.strerror}. Choose another with --port."
        ) from error
    for asked in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asked, signal.default_int_handler)  # a shell may have told a job in the background to ignore it
    with server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(f"Your pages are at http://{HOST}:{server.server_port} (Ctrl-C stops it).", flush=True)
        try:
            _keep_drawing(preview, load, wishes, list(files))
        except KeyboardInterrupt:
            server.shutdown()


def _keep_drawing(preview: Preview, load: Callable[[], Game], wishes: PrintOptions, files: list[Path]) -> None:
    drawn: Stamps | None = None
    while True:
        now = [_stamp(file) for file in files]
        if now != drawn:
            preview.draw(load, wishes)
            drawn = now
        time.sleep(LOOK_SECONDS)


def _stamp(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
