"""One append of ours against one bare XADD of the same bytes."""

from collections.abc import Callable, Iterator
from itertools import count

from bench.market import long_game
from bench.report import Report
from bench.stores import Store, store
from bench.timing import rate, ratio
from domain.kernel.stored import NO_HASH, Stored, chain_hash
from service.store import NewEntry, connect
from tests.kernel.night_market import NIGHT_MARKET

SECONDS = 0.4


def measure(report: Report) -> None:
    with store((NIGHT_MARKET,)) as found:
        events = long_game(200).stored[20:]
        value, ours, bare = ratio(lambda: rate(_ours(found, events), SECONDS), lambda: rate(_bare(found, events), SECONDS), rounds=7)
    size = sum(len(event.body) + len(event.openings) for event in events) // len(events)
    report.put("append_vs_xadd", value)
    report.note(
        f"append_vs_xadd: one client on a Unix socket, appendfsync always, {size} bytes of body and openings a time: "
        f"our append (known command? version and hash? then event, tip, command id, pointer) {ours:,.0f}/s, bare XADD {bare:,.0f}/s"
    )


_numbers = count()


def _ours(found: Store, events: list[Stored]) -> Callable[[], object]:
    table = f"append{next(_numbers)}"
    entries = _entries(table, events)
    hash = NO_HASH

    def step() -> None:
        nonlocal hash
        version, entry = next(entries)
        found.parts.events.append(table, version - 1, hash, [entry])
        hash = entry.hash

    step()
    return step


def _entries(table: str, events: list[Stored]) -> Iterator[tuple[int, NewEntry]]:
    hash = NO_HASH
    for version in count(1):
        event = events[version % len(events)]
        hash = chain_hash(table, version, hash, event.body)
        yield version, NewEntry(event.body, event.openings, hash, f"seat:0/{version}")


def _bare(found: Store, events: list[Stored]) -> Callable[[], object]:
    execute: Callable[..., object] = connect(found.server.url).execute_command
    key, numbers = f"bare{next(_numbers)}", count(1)

    def step() -> None:
        version = next(numbers)
        event = events[version % len(events)]
        execute("XADD", key, f"{version}-0", "body", event.body, "openings", event.openings, "hash", event.hash)

    return step
