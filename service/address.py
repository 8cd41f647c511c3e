"""Addresses: whether one can be served at, and how a store's may be shown."""

import errno
import socket
from urllib.parse import parse_qs, urlsplit


class AddressRefused(Exception):
    """Nothing can be served at this address; the text says which other to choose."""


def check_free(host: str, port: int) -> None:
    """Listen there for a moment, as the service will; AddressRefused when that cannot be done."""
    try:
        found = socket.getaddrinfo(host.strip("[]") or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, protocol, _, address in found:
            with socket.socket(family, kind, protocol) as line:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                line.bind(address)
                line.listen(1)
    except (socket.gaierror, UnicodeError) as error:
        raise AddressRefused(f"{host} is no address: choose another with --host") from error
    except OSError as error:
        raise AddressRefused(_says(error, host, port)) from error


def _says(error: OSError, host: str, port: int) -> str:
    where = f"{bracketed(host)}:{port}"
    if error.errno == errno.EADDRINUSE:
        return f"{where} is in use: choose another with --port"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is no address of this machine: choose another with --host"
    return f"{where} cannot be served at ({error.strerror}): choose another with --host or --port"


def bracketed(host: str) -> str:
    """As it stands before a port: an IPv6 address in brackets, anything else as it is."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def without_password(store_url: str) -> str:
    """A store's URL as it may be shown: the user and the database stay, every password goes."""
    parts = urlsplit(store_url)
    user, _, host = parts.netloc.rpartition("@")
    user = user.partition(":")[0]
    database = parse_qs(parts.query).get("db", [""])[0]
    return f"{parts.scheme}://{user + '@' if user else ''}{host}{parts.path}{'?db=' + database if database else ''}"
