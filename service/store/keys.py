"""The names of every key. A stored name: changing one here loses the data behind it."""

import hashlib

PARTITIONS = 64

TABLES = "gavel:tables"
TOKENS = "gavel:tokens"
PACKS = "gavel:packs"
RECORDS = "gavel:records"
SECRETS = "gavel:secrets"
EVERY_TIP = "gavel:{*}:tip:*"


def partition(table: str) -> int:
    """First byte of SHA-256 of the table id, mod 64 (service/docs/record.md)."""
    return hashlib.sha256(table.encode()).digest()[0] % PARTITIONS


def events(table: str) -> str:
    return f"{_of(table)}:events:{table}"


def tip(table: str) -> str:
    return f"{_of(table)}:tip:{table}"


def commands(table: str) -> str:
    return f"{_of(table)}:commands:{table}"


def refusals(table: str, seat: int) -> str:
    return f"{_of(table)}:refusals:{table}:{seat}"


def refused(table: str) -> str:
    return f"{_of(table)}:refused:{table}"


def private(table: str) -> str:
    return f"{_of(table)}:private:{table}"


def read_model(name: str, generation: int, table: str) -> str:
    return f"{_of(table)}:read:{name}:{generation}:{table}"


def wake(table: str) -> str:
    return f"{_of(table)}:wake:{table}"


def pointers(number: int) -> str:
    return f"{_tag(number)}:pointers"


def confided(number: int) -> str:
    return f"{_tag(number)}:confided"


def deadlines(number: int) -> str:
    return f"{_tag(number)}:deadlines"


def _of(table: str) -> str:
    return _tag(partition(table))


def _tag(number: int) -> str:
    return f"gavel:{{p{number:02d}}}"
