"""What a browser needs to install Grognard like an app: a service worker, a page to show offline, and a manifest.

They are the same for everyone, so requests for them are not counted, and nobody becomes a guest by them.
"""

from __future__ import annotations

from typing import Final

from litestar import MediaType, Response, get

from grognard.web.assets import address
from grognard.web.pages import render
from grognard.web.theme import PAPER, THEME

# The browser may keep them, but asks each time whether they have changed.
FRESH: Final = {"cache-control": "no-cache"}


@get("/service-worker.js", include_in_schema=False, sync_to_thread=False)
def service_worker() -> Response[str]:
    """Returns the service worker. It comes from the root, since it serves only addresses below its own."""
    return Response(render("service-worker.js"), media_type="text/javascript", headers=FRESH)


@get("/offline", include_in_schema=False, sync_to_thread=False)
def offline() -> Response[str]:
    """Returns the page that the service worker shows when the server cannot be reached."""
    return Response(render("offline.html"), media_type=MediaType.HTML, headers=FRESH)


@get("/manifest.webmanifest", include_in_schema=False, sync_to_thread=False)
def manifest() -> Response[dict[str, object]]:
    """Returns the manifest, by which phones install Grognard like an app."""
    content: dict[str, object] = {
        "id": "/",
        "name": "Grognard",
        "short_name": "Grognard",
        "description": "Free card wargames against the computer or a friend.",
        "lang": "en",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": THEME.light,
        "background_color": PAPER,
        "icons": [
            {"src": address("favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
            {"src": address("icon-192.png"), "sizes": "192x192", "type": "image/png"},
            {"src": address("icon-512.png"), "sizes": "512x512", "type": "image/png"},
            {"src": address("icon-mask.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
    }
    return Response(content, media_type="application/manifest+json", headers=FRESH)


ROUTES: Final = (service_worker, offline, manifest)
