"""The start-up self-test: a store that would lose what it is given is refused."""

from collections.abc import Iterator, Mapping

import redis

from service.store.driver import Server
from service.store.errors import NoAnswer, SettingsRefused, StoreUnavailable

OLDEST = (7, 0)


def check_settings(client: redis.Redis, accepted: bool = False) -> tuple[str, ...]:
    """Warnings about the server's settings; raises SettingsRefused naming every fault and how to mend it.

    ``accepted``: durability is taken as it is (``--durability accepted``), so its faults become warnings. A server that
    is too old or has no functions is refused even then. Raises StoreUnavailable when it does not answer.
    """
    server = Server(client)
    unfit = tuple(_unfit(server))
    settings = _settings(server)
    losing = tuple(_losing(settings))
    if unfit or (losing and not accepted):
        raise SettingsRefused((*unfit, *losing))
    return (*losing, *_warnings(settings))


def _unfit(server: Server) -> Iterator[str]:
    version = str(server.ask("INFO", "server").get("redis_version", ""))
    if _number(version) < OLDEST:
        yield f"it is version {version or 'unknown'}: Redis or Valkey 7.0 or newer is needed"
    try:
        server.call("ready", (), ())
    except NoAnswer:
        raise
    except StoreUnavailable as error:
        yield f"functions do not work ({error}): allow FUNCTION LOAD and FCALL, on a server that takes writes"


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2] if part.isdecimal())


def _settings(server: Server) -> Mapping[str, str] | None:
    names = ("appendonly", "appendfsync", "maxmemory", "maxmemory-policy", "aof-use-rdb-preamble")
    try:
        answer: Mapping[str, str] = server.ask("CONFIG GET", *names)
        return answer
    except NoAnswer:
        raise
    except StoreUnavailable:
        return None


def _losing(settings: Mapping[str, str] | None) -> Iterator[str]:
    if settings is None:
        yield "its settings cannot be read: allow CONFIG GET, or accept its durability"
        return
    for name, wanted in (("appendonly", "yes"), ("appendfsync", "always")):
        if (found := settings.get(name)) != wanted:
            yield f"{name} is {found}: {_remedy(name, wanted)}"
    if settings.get("maxmemory") != "0" and (found := settings.get("maxmemory-policy")) != "noeviction":
        yield f"maxmemory-policy is {found}: {_remedy('maxmemory-policy', 'noeviction')}"


def _remedy(name: str, wanted: str) -> str:
    return f"set `CONFIG SET {name} {wanted}`, and `{name} {wanted}` in its configuration file"


def _warnings(settings: Mapping[str, str] | None) -> Iterator[str]:
    if settings and settings.get("aof-use-rdb-preamble") == "yes":
        yield "aof-use-rdb-preamble is yes: what Valkey writes so, Redis 7.0 cannot read; set it to no to be able to move"
