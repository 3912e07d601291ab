"""The route to the files that pages load."""

from __future__ import annotations

from litestar import Response, get
from litestar.exceptions import NotFoundException

from grognard.web import assets


@get(assets.PREFIX + "/{release:str}/{path:path}", include_in_schema=False, sync_to_thread=False)
def asset(release: str, path: str) -> Response[bytes]:
    """A file, to be kept for good; not so if a page of another release asks, as happens while servers are replaced."""
    found = assets.files().get(path.removeprefix("/"))
    if found is None:
        raise NotFoundException()
    headers = {"cache-control": "public, max-age=31536000, immutable"} if release == assets.release() else {}
    return Response(found.content, media_type=found.media_type, headers=headers)
