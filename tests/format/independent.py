"""A second verifier, written from service/docs/record.md alone: the form, seals, chain, signature and chance of a record."""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def spelled(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")


def unpadded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def check_record(data: bytes) -> dict[str, Any]:
    """The record, once form, packs, signature, chain and seals have been found right."""
    record: dict[str, Any] = json.loads(data)
    assert data == spelled(record) + b"\n"
    assert record["format"] == "gavel-record-1"
    unsigned = {key: value for key, value in record.items() if key != "signature"}
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(record["key"]))
    key.verify(bytes.fromhex(record["signature"]), spelled(unsigned))
    for digest, pack in record["packs"].items():
        assert hashlib.sha256(spelled(pack)).hexdigest() == digest
    check_chain(record["table"], record["events"], record.get("origin"))
    check_seals(record["events"])
    return record


def check_chain(table: str, events: list[Any], origin: Any = None) -> None:
    previous = "0" * 64
    for version, event in enumerate(events, 1):
        assert event["body"]["version"] == version
        under, before = table, origin
        while before and version <= before["version"]:
            if version == before["version"]:
                assert event["hash"] == before["hash"]
            under, before = before["table"], before.get("origin")
        begin = "gavel-event-1\n" + under + "\n" + str(version) + "\n" + previous + "\n"
        previous = hashlib.sha256(begin.encode("utf-8") + spelled(event["body"])).hexdigest()
        assert event["hash"] == previous


def check_seals(events: list[Any]) -> None:
    sealed: set[str] = set()
    for event in events:
        sealed.update(seals_in(event["body"]))
        digests = [opening["digest"] for opening in event["openings"]]
        assert digests == sorted(digests)
        for opening in event["openings"]:
            assert opening["digest"] in sealed
            assert len(base64.urlsafe_b64decode(opening["salt"] + "==")) == 16
            text = unpadded(spelled([opening["salt"], opening["value"]]))
            assert unpadded(hashlib.sha256(text.encode("ascii")).digest()) == opening["digest"]


def seals_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if set(value) == {"..."}:
            yield value["..."]
        for part in value.values():
            yield from seals_in(part)
    if isinstance(value, list):
        for part in value:
            yield from seals_in(part)


def opened(events: list[Any]) -> dict[str, Any]:
    """Every value that the record opens, by digest."""
    return {opening["digest"]: opening["value"] for event in events for opening in event["openings"]}


class Numbers:
    """Chance ``hmac-sha256-1``: one draw of a label."""

    def __init__(self, seed: str, entropies: list[str], label: str, before: int) -> None:
        self.key = hmac.new(bytes.fromhex(seed), spelled(entropies), hashlib.sha256).digest()
        self.words = f"{label}\n{before}\n"
        self.block = 0
        self.bytes: list[int] = []

    def below(self, bound: int) -> int:
        bits: int = len(bin(bound - 1)) - 2 if bound > 1 else 0
        while True:
            number = 0
            for _ in range(-(-bits // 8)):
                number = number * 256 + self.byte()
            number &= (1 << bits) - 1
            if number < bound:
                return number

    def byte(self) -> int:
        if not self.bytes:
            message = (self.words + str(self.block)).encode("utf-8")
            self.bytes = list(hmac.new(self.key, message, hashlib.sha256).digest())
            self.block += 1
        return self.bytes.pop(0)

    def shuffled(self, items: list[str]) -> list[str]:
        order = sorted(items)
        for last in reversed(range(1, len(order))):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
