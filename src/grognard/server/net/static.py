"""The route for the static files that pages load."""

from __future__ import annotations

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException

from grognard.web import assets


@get(assets.PREFIX + "/{release:str}/{path:path}", include_in_schema=False, sync_to_thread=False)
def asset(request: Request[object, object, State], release: str, path: str) -> Response[bytes]:
    """Returns a static file. Browsers cache it for good, unless it belongs to another release (during an upgrade)."""
    found = assets.files().get(path.removeprefix("/"))
    if found is None:
        raise NotFoundException()
    headers = {"cache-control": "public, max-age=31536000, immutable"} if release == assets.release() else {}
    headers["vary"] = "accept-encoding"
    # Fonts and icons are compressed already.
    if found.media_type in (assets.TYPES[".woff2"], assets.TYPES[".png"]) or "gzip" not in request.headers.get(
        "accept-encoding", ""
    ):
        return Response(found.content, media_type=found.media_type, headers=headers)
    return Response(found.packed, media_type=found.media_type, headers=headers | {"content-encoding": "gzip"})
