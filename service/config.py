"""Configuration: every setting, where it comes from, and what is wrong with it. This is the one place."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from domain.kernel.names import NUMBER

PREFIX = "GAVEL_"
_ADDRESS = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?(/[0-9]*)?(\?.*)?")
ORIGIN = re.compile(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?")
FOR_CLIENTS = frozenset({"token"})
"""What the command line reads when it calls a service that runs already: ``GAVEL_TOKEN``."""


class ConfigurationRefused(ValueError):
    """A setting that cannot be used; the message names it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a process of Gavel is set to; each field is read from ``GAVEL_<NAME>``."""

    data: Path
    """Folder of the embedded store. Default: ``$XDG_DATA_HOME/gavel`` or ``~/.local/share/gavel``."""
    store_url: str | None = None
    """A Redis or Valkey server of your own (``redis://host:6379/0``); the embedded one when left out."""
    queue_url: str | None = None
    """Where jobs wait; by default the store's server, database 1."""
    host: str = "127.0.0.1"
    port: int = 8420
    durability: str = "required"
    """``accepted``: run although the store may lose what it has acknowledged."""
    processes: int = 1
    """How many processes serve HTTP."""
    log: str = "info"
    """How much is logged: ``debug``, ``info``, ``warning`` or ``error``."""
    feeds: int = 1000
    """How many feeds one process holds; whoever comes then is asked to come again."""
    feeds_each: int = 20
    """How many of them one place at a table may have, so that nobody takes the room of all the others; 0 for no limit."""
    rate: int = 12_000
    """Requests a minute, for one token at one process; 0 for no limit."""
    visitor_rate: int = 300
    """Requests a minute without a valid token, for one address at one process; 0 for no limit."""
    proxies: int = 0
    """How many proxies stand before the service, each of which adds the caller's address to ``X-Forwarded-For``."""
    token_days: int = 0
    """Days until a token expires; 0 for never. Tokens keep the term that they were made with."""
    cors_origins: tuple[str, ...] = ()
    """Origins (``https://club.example``, commas between) whose pages may call the API; ``*`` for all, none by default."""
    hsts: int = 0
    """Seconds that browsers are told to use https alone; only for a service that is behind TLS."""
    metrics: str = "local"
    """Who may read ``/metrics``: ``local`` (this machine without a token, others with an organiser's), ``token``, ``open``."""
    metrics_dir: Path | None = None
    """Folder where the processes of this machine leave their counts; by default ``metrics`` in the data folder."""

    def with_store(self, store_url: str) -> "Settings":
        return replace(self, store_url=store_url)

    @property
    def counts(self) -> Path:
        """The folder of the counts, absolute."""
        return (self.metrics_dir or self.data / "metrics").expanduser().absolute()

    @property
    def queue(self) -> str:
        """The queue's URL."""
        if self.store_url is None:
            raise ConfigurationRefused("GAVEL_STORE_URL: no store is running yet")
        return self.queue_url or _other_database(self.store_url)


def from_environment(environ: Mapping[str, str] | None = None) -> Settings:
    """Settings from the environment; an unknown ``GAVEL_`` name or a value out of range is refused."""
    environ = os.environ if environ is None else environ
    given = {name.removeprefix(PREFIX).lower(): value for name, value in environ.items() if name.startswith(PREFIX)}
    values: dict[str, Any] = {"data": default_data(environ)}
    for name, text in given.items():
        if name in FOR_CLIENTS:
            continue
        if name not in READERS:
            raise ConfigurationRefused(f"{PREFIX}{name.upper()}: there is no such setting")
        if text:
            try:
                values[name] = READERS[name](text)
            except ValueError as error:
                raise ConfigurationRefused(f"{PREFIX}{name.upper()}: {error}") from error
    return Settings(**values)


def default_data(environ: Mapping[str, str]) -> Path:
    """The user's data folder (XDG Base Directory Specification)."""
    home = environ.get("XDG_DATA_HOME") or str(Path(environ.get("HOME") or "~").expanduser() / ".local" / "share")
    return Path(home) / "gavel"


def _url(text: str) -> str:
    if not text.startswith(("redis://", "rediss://", "unix://")):
        raise ValueError("a URL that begins with redis://, rediss:// or unix://")
    # What is wrong with it is not quoted: it may hold a password.
    if not text.startswith("unix://") and not _ADDRESS.fullmatch(text.partition("://")[2].rpartition("@")[2]):
        raise ValueError("a URL such as redis://user:password@host:6379/0")
    return text


def _between(low: int, high: int) -> Any:
    def read(text: str) -> int:
        if not NUMBER.fullmatch(text) or not low <= int(text) <= high:
            raise ValueError(f"a number from {low} to {high}, not {text}")
        return int(text)

    return read


def _one_of(*allowed: str) -> Any:
    def read(text: str) -> str:
        if text not in allowed:
            raise ValueError(f"one of {', '.join(allowed)}, not {text}")
        return text

    return read


def _other_database(store_url: str) -> str:
    """The same server's database 1."""
    if store_url.startswith("unix://"):
        path, _, _ = store_url.partition("?")
        return f"{path}?db=1"
    scheme, _, rest = store_url.partition("://")
    return f"{scheme}://{rest.partition('/')[0]}/1"


def _origins(text: str) -> tuple[str, ...]:
    found = tuple(origin.strip() for origin in text.split(",") if origin.strip())
    for origin in found:
        if origin != "*" and not ORIGIN.fullmatch(origin):
            raise ValueError(f"origins such as https://club.example or http://localhost:3000, not {origin}")
    return found


READERS: Mapping[str, Callable[[str], Any]] = {
    "data": Path,
    "store_url": _url,
    "queue_url": _url,
    "host": str,
    "port": _between(1, 65535),
    "durability": _one_of("required", "accepted"),
    "processes": _between(1, 64),
    "log": _one_of("debug", "info", "warning", "error"),
    "feeds": _between(1, 20_000),
    "feeds_each": _between(0, 20_000),
    "rate": _between(0, 1_000_000),
    "visitor_rate": _between(0, 1_000_000),
    "proxies": _between(0, 8),
    "token_days": _between(0, 3650),
    "cors_origins": _origins,
    "hsts": _between(0, 63_072_000),
    "metrics": _one_of("local", "token", "open"),
    "metrics_dir": Path,
}
