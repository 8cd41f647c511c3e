"""The goods as a pack names them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domain.kernel.pack import Document, Fault, PackFaults

PACKS: Mapping[str, str] = {"lanterns": Path(__file__).with_name("packs").joinpath("lanterns.toml").read_text("utf-8")}
NUMBERS = ("hand", "limit", "bell_seconds")


@dataclass(frozen=True, slots=True)
class Goods:
    """``key`` is the card's stored name: ``lanterns:kite``."""

    key: str
    worth: int
    cards: int


@dataclass(frozen=True, slots=True)
class Pack:
    name: str
    version: str
    colours: tuple[str, ...]
    hand: int
    limit: int
    bell_seconds: int
    goods: tuple[Goods, ...]

    def worth(self, card: str) -> int:
        return next(goods.worth for goods in self.goods if goods.key == card)

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card, sorted."""
        return tuple(sorted(goods.key for goods in self.goods for _ in range(goods.cards)))


def read_pack(document: Document) -> Pack:
    """The pack, or PackFaults with every fault."""
    faults = list(_faults(document))
    if faults:
        raise PackFaults(faults)
    name = document["name"]
    goods = tuple(Goods(f"{name}:{row['key']}", row["worth"], row["cards"]) for row in document["goods"])
    numbers = {number: document[number] for number in NUMBERS}
    return Pack(name, document["version"], tuple(document["colours"]), goods=goods, **numbers)


def _faults(document: Document) -> Iterator[Fault]:
    kinds: dict[str, type] = {"name": str, "version": str, "colours": list, "goods": list, **dict.fromkeys(NUMBERS, int)}
    for key in document.keys() - kinds.keys():
        yield Fault((key,), "unknown")
    for key, kind in kinds.items():
        if not isinstance(document.get(key), kind):
            yield Fault((key,), f"needed, a {kind.__name__}")
    for number, row in enumerate(document.get("goods") or ()):
        yield from _row_faults(number, row)


def _row_faults(number: int, row: Mapping[str, Any]) -> Iterator[Fault]:
    if not isinstance(row.get("key"), str):
        yield Fault(("goods", number, "key"), "needed, a str")
    for key in ("worth", "cards"):
        if not isinstance(row.get(key), int) or row[key] < 1:
            yield Fault(("goods", number, key), "needed, at least 1")
    if row.get("source") not in ("rulebook", "house"):
        yield Fault(("goods", number, "source"), "rulebook or house")
