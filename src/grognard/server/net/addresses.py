"""Network addresses: how clients are counted by them, which are public, and which URLs lead back to this computer."""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection

IPV6_PREFIX: Final = 64  # bits: a provider gives each customer at least a whole /64 network
# What is not the public internet (IANA's registries of special addresses). The lists are our own, because Python's
# differ between its versions.
SPECIAL: Final = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
            "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
            "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        ),
    )
)  # fmt: skip
UNICAST: Final = IPv6Network("2000::/3")  # everything public, except for:
# Teredo and other protocols, examples, and 6to4, which carries an IPv4 address.
SPECIAL_IPV6: Final = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))
NAT64: Final = IPv6Network("64:ff9b::/96")  # carries the IPv4 address that it leads to

Networks = Collection[IPv4Network | IPv6Network]


def read_address(host: str) -> IPv4Address | IPv6Address | None:
    """Returns a host's IP address; None for a name. An IPv4 address written as IPv6 is an IPv4 address."""
    try:
        address = ip_address(host)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Returns whether an address belongs to the public internet."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address in NAT64:
            return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
        return address in UNICAST and not any(address in network for network in SPECIAL_IPV6)
    return not any(address in network for network in SPECIAL)


def read_networks(text: str) -> Networks:
    """Returns the addresses and networks in a text, separated by commas; raises ValueError."""
    return [ip_network(each.strip()) for each in text.split(",") if each.strip()]


def is_within(address: IPv4Address | IPv6Address, networks: Networks) -> bool:
    """Returns whether an address is in any of these networks."""
    return any(address in network for network in networks)


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
