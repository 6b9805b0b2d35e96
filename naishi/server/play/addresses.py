"""Addresses, as far as they say who is who."""

from __future__ import annotations

import ipaddress

SUBNET = 64
"""Bits of an IPv6 address that say which network it is in; whoever has one address there has all of them."""


def address_group(address: str) -> str:
    """Return what to count the visitors from an address by.

    That is the address itself for IPv4 (written as IPv6 or not), and the network for IPv6. What is no address, such
    as the empty name of a socket in a file, is a group of its own.
    """
    try:
        found = _address(address.partition("%")[0])  # without the interface of a link-local address
    except ValueError:
        return address
    return str(found if found.version == 4 else ipaddress.ip_network((found, SUBNET), strict=False))


def plain_address(address: str) -> str:
    """Return an address as people write it: IPv4 as such, even where a socket for both gives it as IPv6."""
    try:
        return str(_address(address))
    except ValueError:
        return address


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Read an address.

    Raises:
        ValueError: It is none.
    """
    found = ipaddress.ip_address(text)
    return found.ipv4_mapped or found if isinstance(found, ipaddress.IPv6Address) else found
