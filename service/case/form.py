"""The bundle's data, inside the page that people read: ``{format, dispute, version, alternatives, record}`` as JSON."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domain.kernel.canonical import canonical
from service.record import BadRecord, Record, read_record

FORMAT = "gavel-case-1"
BEGINS = b"<!doctype html>"
DATA = re.compile(rb'<script type="application/json" id="case">(.*?)</script>', re.DOTALL)
KEYS = {"format", "dispute", "version", "alternatives", "record"}


@dataclass(frozen=True, slots=True)
class Bundle:
    """A dispute of a record, and what the remedies were said to do at ``version``."""

    record: Record
    dispute: int
    version: int
    alternatives: tuple[Mapping[str, Any], ...]


def data_of(record: bytes, dispute: int, version: int, alternatives: list[dict[str, Any]]) -> str:
    """The data as they stand in the page: no text of them can end the element that holds them."""
    found = {"format": FORMAT, "dispute": dispute, "version": version, "alternatives": alternatives, "record": json.loads(record)}
    return spelled(found).replace("</", "<\\/")


def spelled(value: Any) -> str:
    """JSON in one spelling, to be compared."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def is_bundle(data: bytes) -> bool:
    return data[: len(BEGINS)].lower() == BEGINS


def read_bundle(data: bytes) -> Bundle:
    """The bundle in a page; BadRecord when there is none, or its record is not one."""
    match = DATA.search(data)
    if match is None:
        raise BadRecord(None, "this page holds no case of Gavel")
    try:
        found = json.loads(match[1])
    except (ValueError, RecursionError) as error:
        raise BadRecord(None, f"case: {error}") from error
    if not isinstance(found, dict) or found.keys() != KEYS or found["format"] != FORMAT:
        raise BadRecord(None, f"case: {FORMAT} with {', '.join(sorted(KEYS))} should stand here")
    record = read_record(canonical(found["record"]) + b"\n")
    dispute, version, alternatives = found["dispute"], found["version"], found["alternatives"]
    if not isinstance(dispute, int) or not isinstance(version, int) or not isinstance(alternatives, list):
        raise BadRecord(None, "case: dispute and version are numbers, alternatives a list")
    return Bundle(record, dispute, version, tuple(alternatives))
