"""Network addresses: how clients are counted by address, and which URLs lead back to this computer."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection

IPV6_PREFIX: Final = 64  # bits: a provider gives each customer at least a whole /64 network


def read_address(host: str) -> IPv4Address | IPv6Address | None:
    """Returns a host's IP address; None for a name. An IPv4 address written as IPv6 is an IPv4 address."""
    try:
        address = ip_address(host)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def origin_of(host: str) -> str:
    """Returns the origin a host is counted under: an IPv4 address itself, or an IPv6 address's first 64 bits."""
    address = read_address(host)
    if isinstance(address, IPv6Address):
        return str(ip_network((int(address), IPV6_PREFIX), strict=False))
    return host if address is None else str(address)


def origin_of_request(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Returns the origin a request is counted under; behind a trusted proxy, that of the client it names."""
    return origin_of(request.client.host if request.client else "unknown")


def is_forwarded(request: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Returns whether a request says that a proxy has forwarded it, even one that the host has not named."""
    return "x-forwarded-for" in request.headers or "forwarded" in request.headers


def is_secure(request: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Returns whether a request came over TLS. Does not read the Host header, which may be nonsense."""
    return request.scope["scheme"] in ("https", "wss")


def host_of(url: str) -> str:
    """Returns the host of a URL, in lower case; empty if there is none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:  # brackets around something that is not an address
        return ""


def host_name(url: str) -> str:
    """Returns the host of a URL if it is a name; empty for an IP address."""
    host = host_of(url)
    return host if read_address(host) is None else ""


def lone_host(url: str) -> str:
    """Returns the host of a URL that only this computer itself can reach; empty for any other URL."""
    host = host_of(url)
    address = read_address(host)
    if address is None:
        return host if host == "localhost" or host.endswith(".localhost") else ""
    return host if address.is_loopback or address.is_unspecified else ""
