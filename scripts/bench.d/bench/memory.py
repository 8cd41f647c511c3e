"""How much memory the store needs for what it keeps."""

from bench.high_moon import HIGH_MOON, finished
from bench.report import Report
from bench.stores import Store, put, store
from service.store import connect
from workers.follow import follow

RATIO, TABLE = "redis_bytes_per_payload_byte", "bytes_per_finished_table"
NAMES = (RATIO, TABLE)
COPIES = 20


def measure(report: Report) -> None:
    with store((HIGH_MOON,)) as found:
        table = finished(found.parts.tables)
        events = list(found.parts.events.read(table))
        payload = sum(len(event.body) + len(event.openings) for event in events)
        copies = [f"{'copy' * 3}{chr(97 + number // 26)}{chr(97 + number % 26)}aa" for number in range(COPIES)]
        before = _used(found)
        for copy in copies:
            put(found.parts.events, copy, events, command="seat:0")
        streams = (_used(found) - before) / COPIES
        for copy in copies:
            follow(found.parts, copy)
        everything = (_used(found) - before) / COPIES
    report.put(RATIO, streams / payload)
    report.put(TABLE, everything)
    report.note(
        f"memory: a finished four-seat table of {HIGH_MOON.title}, {len(events)} events, {payload:,} bytes of bodies and openings; "
        f"its stream, tip, command ids and pointers {streams:,.0f} bytes, with its read models {everything:,.0f} "
        f"(used_memory of {COPIES} copies)"
    )


def _used(found: Store) -> int:
    with connect(found.server.url) as client:
        return int(client.info("memory")["used_memory"])
