"""What a forger with a key of its own may try: every edit is chained and signed anew, and still found, by its version."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from domain.kernel.names import Viewer
from domain.kernel.stored import seal_digest
from service.record import read_record, verify
from tests.kernel.night_market import NIGHT_MARKET
from tests.record.writing import OTHER_KEY, finished, forged, record_of, signed, stored

LAST = len(finished().events)
FINISH = LAST - 1
START = 8
MID = 20
"""A version in mid-game, where seat 0 cannot decide every event again."""
OTHER_SALT = "c2FsdHNhbHRzYWx0c2FsdA"

Events = list[Any]
Edit = Callable[[Events], object]


def told_at(edit: Edit, viewer: str = "judge:0", up_to: int | None = None) -> int | None:
    """The version at which an edited record is told to be wrong."""
    report = verify(forged(record_of(finished(), viewer, up_to), edit), [NIGHT_MARKET])
    assert report.fault is not None
    return report.fault.version


def body(events: Events, version: int) -> Any:
    return events[version - 1]["body"]


def fact(events: Events, version: int, name: str) -> Any:
    return next(fact for fact in body(events, version)["facts"] if fact["name"] == name)


def version_of(name: str, number: int = 0) -> int:
    """The version of an event with such a fact."""
    return [event.version for event in finished().events if name in {ruled.fact.NAME for ruled in event.facts}][number]


def asked(name: str, number: int = 0) -> int:
    """The version of an event with such a command."""
    return [event.version for event in finished().events if event.command.name == name][number]


def another_points(events: Events) -> None:
    fact(events, FINISH, "points-counted")["fields"]["points"] += 1


def another_winner(events: Events) -> None:
    fact(events, FINISH, "finished")["fields"]["places"].reverse()


def score_and_sheet_in_step(events: Events) -> None:
    line = fact(events, FINISH, "points-counted")
    line["fields"]["points"] += 5
    line["fields"]["amounts"] = [line["fields"]["points"]]


@pytest.mark.parametrize("edit", [another_points, another_winner, score_and_sheet_in_step])
def test_an_edited_score_is_found_though_chained_and_signed_anew(edit: Edit) -> None:
    data = forged(record_of(finished()), edit)
    report = verify(data, [NIGHT_MARKET])
    assert read_record(data).key == OTHER_KEY.public
    assert report.fault is not None
    assert report.fault.version == FINISH


def test_of_a_wrong_record_only_what_stands_before_the_fault_is_told_and_no_key() -> None:
    report = verify(forged(record_of(finished()), another_points), [NIGHT_MARKET])
    before = finished().events[: FINISH - 1]
    assert (report.events, report.checked, report.redecided, report.closed, report.key) == (LAST, len(before), len(before), False, "")
    assert report.tip == stored(finished())[FINISH - 2].hash


EDITS: dict[str, tuple[Edit, int]] = {
    "time goes back": (lambda e: body(e, 12).update(at=body(e, 11)["at"] - 1), 12),
    "a table opened twice": (lambda e: body(e, 5).update(facts=body(e, 1)["facts"]), 5),
    "a command for another game": (lambda e: body(e, 1)["command"]["arguments"].update(game="day-market"), 1),
    "an event twice": (lambda e: e.insert(12, {"body": dict(body(e, 12)), "openings": []}), 13),
    "an event gone": (lambda e: e.pop(asked("roll") - 1), asked("roll")),
    "two events swapped": (lambda e: e.__setitem__(slice(1, 3), [e[2], e[1]]), 2),
    "the close gone, something else behind": (lambda e: body(e, LAST)["command"].update(name="resume"), LAST),
    "a close caused by another event": (lambda e: body(e, LAST).update(caused_by=3), LAST),
    "a close by a person": (lambda e: body(e, LAST).update(actor="organiser", seen=FINISH), LAST),
    "another ruleset": (lambda e: body(e, 10).update(ruleset="night-market@2+0"), 10),
    "another game": (lambda e: body(e, 10).update(ruleset="day-market@1+0"), 10),
    "an unknown field of a fact": (lambda e: fact(e, 8, "started")["fields"].update(by=1), 8),
    "a field of a fact gone": (lambda e: fact(e, asked("roll"), "die-rolled")["fields"].pop("pips"), asked("roll")),
    "fields swapped": (lambda e: fact(e, asked("roll"), "die-rolled")["fields"].update(seat=3, pips=0), asked("roll")),
    "a field of another type": (lambda e: fact(e, asked("roll"), "die-rolled")["fields"].update(pips=True), asked("roll")),
    "a schema that was never": (lambda e: fact(e, asked("roll"), "die-rolled").update(schema=2), asked("roll")),
    "an unknown fact": (lambda e: fact(e, asked("roll"), "die-rolled").update(name="die-thrown"), asked("roll")),
    "an unknown command": (lambda e: body(e, asked("roll"))["command"].update(name="throw"), asked("roll")),
    "an argument too many": (lambda e: body(e, asked("roll"))["command"]["arguments"].update(times=2), asked("roll")),
    "another rule": (lambda e: fact(e, asked("roll"), "die-rolled").update(rule="NM-T1"), asked("roll")),
    "a fact more": (lambda e: body(e, asked("roll"))["facts"].append(body(e, asked("roll"))["facts"][0]), asked("roll")),
    "another roll": (lambda e: fact(e, asked("roll"), "die-rolled")["fields"].update(pips=7), asked("roll")),
    "another count of draws": (lambda e: body(e, asked("roll"))["draws"].update(die=9), asked("roll")),
    "a draw more": (lambda e: body(e, asked("roll"))["draws"].update(other=1), asked("roll")),
    "another parent": (lambda e: body(e, 12).update(parent=8), 12),
    "no parent": (lambda e: body(e, 12).pop("parent"), 12),
    "a parent of what is no node": (lambda e: body(e, 3).update(parent=0), 3),
    "seen what is not there yet": (lambda e: body(e, 12).update(seen=12), 12),
    "nothing seen": (lambda e: body(e, 12).pop("seen"), 12),
    "another seat's question": (lambda e: body(e, 12).update(question="0.9.0"), 12),
    "a question long gone": (lambda e: body(e, 20).update(question="0.0.0", actor="seat:0"), 20),
    "a command id twice": (lambda e: body(e, 3).update(command_id=body(e, 2)["command_id"]), 3),
    "a cause for a person": (lambda e: body(e, 12).update(caused_by=3), 12),
    "another cause for the system": (lambda e: body(e, asked("expire")).update(caused_by=3), asked("expire")),
    "on somebody's behalf": (lambda e: body(e, 12).update(on_behalf=0), 12),
    "another seed number": (lambda e: body(e, 12).update(seed_number=2), 12),
    "a seat that is not there": (lambda e: body(e, 3).update(actor="seat:7"), 3),
    "another seat acts": (lambda e: body(e, asked("roll")).update(actor="seat:0"), asked("roll")),
    "an inspection by nobody in particular": (lambda e: body(e, 3)["command"].update(name="inspect", arguments={}), 3),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_event_is_found(name: str) -> None:
    edit, version = EDITS[name]
    assert told_at(edit) == version


def openings(events: Events, version: int) -> Events:
    found: Events = events[version - 1]["openings"]
    return found


def swap_openings(events: Events) -> None:
    first, second = openings(events, START), openings(events, asked("offer"))
    first[0], second[0] = second[0], first[0]


def widen(events: Events) -> None:
    openings(events, START)[0]["for"] = ["judge", "public"]


def give_to_another(events: Events) -> None:
    opening = next(opening for opening in openings(events, START) if opening["for"] == ["judge", "seat:1"])
    opening["for"] = ["judge", "seat:2"]


def another_value(events: Events) -> None:
    openings(events, LAST)[3]["value"] = "lanterns:bell"


def reseal(events: Events, old: str, value: object) -> None:
    """Put another value behind a seal, everywhere: digest, openings, the close."""
    new = seal_digest(OTHER_SALT, value)
    for event in events:
        _rename(event["body"], old, new)
        for opening in event["openings"]:
            if opening["digest"] == old:
                opening.update(digest=new, salt=OTHER_SALT, value=value)


def _rename(value: Any, old: str, new: str) -> None:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        if part == {"...": old}:
            part["..."] = new
        else:
            _rename(part, old, new)


def another_seed(events: Events) -> None:
    reseal(events, fact(events, 1, "table-opened")["fields"]["seed"]["..."], "ab" * 32)


def no_seed(events: Events) -> None:
    reseal(events, fact(events, 1, "table-opened")["fields"]["seed"]["..."], "no seed")


def another_top_card(events: Events) -> None:
    digest = fact(events, version_of("card-drawn", 1), "card-drawn")["fields"]["card"]["..."]
    old = next(opening["value"] for opening in openings(events, LAST) if opening["digest"] == digest)
    reseal(events, digest, "lanterns:kite" if old != "lanterns:kite" else "lanterns:bell")


def another_order(events: Events) -> None:
    digest = fact(events, START, "deck-shuffled")["fields"]["cards"]["..."]
    cards = next(opening["value"] for opening in openings(events, LAST) if opening["digest"] == digest)
    reseal(events, digest, [*cards[:-2], cards[-1], cards[-2]] if cards[-1] != cards[-2] else cards[::-1])


def answer(events: Events, version: int) -> Any:
    return fact(events, version, "answer-sealed")["fields"]


def offer_for_some(events: Events) -> None:
    version = version_of("offer-opened")
    digest = answer(events, version)["answer"]["..."]
    next(opening for opening in openings(events, version) if opening["digest"] == digest)["for"] = ["judge", "organiser", "seat:0"]


def one_seal_for_two(events: Events) -> None:
    first, second, *_ = (fact for fact in body(events, START)["facts"] if fact["name"] == "card-drawn")
    gone = second["fields"]["card"]["..."]
    second["fields"]["card"] = first["fields"]["card"]
    for event in events:
        event["openings"] = [opening for opening in event["openings"] if opening["digest"] != gone]


SEALS: dict[str, tuple[Edit, int]] = {
    "openings of two events swapped": (swap_openings, START),
    "an opening for others too": (widen, START),
    "an opening for another seat": (give_to_another, START),
    "another value behind a digest": (another_value, LAST),
    "an opening left out at the close": (lambda e: openings(e, LAST).pop(), LAST),
    "an opening left out at the start": (lambda e: openings(e, START).pop(), START),
    "an offer for others alone": (lambda e: openings(e, asked("offer"))[0].update({"for": ["judge"]}), asked("offer")),
    "an offer for everybody": (lambda e: openings(e, asked("offer"))[0].update({"for": ["public"]}), asked("offer")),
    "an offer for its seat and not the judges": (lambda e: openings(e, asked("offer"))[0].update({"for": ["seat:0"]}), asked("offer")),
    "an offer left out": (lambda e: openings(e, asked("offer")).pop(), asked("offer")),
    "an offer opened for some": (offer_for_some, version_of("offer-opened")),
    "another seal than the argument's": (lambda e: answer(e, asked("offer"))["answer"].update({"...": "A" * 43}), asked("offer")),
    "one seal for two cards": (one_seal_for_two, START),
    "names out of order": (lambda e: openings(e, START)[0]["for"].reverse(), START),
    "a name twice": (lambda e: openings(e, START)[0]["for"].append("seat:0"), START),
    "an opening twice": (lambda e: openings(e, START).append(openings(e, START)[0]), START),
    "an opening at another event": (lambda e: openings(e, START + 1).append(openings(e, START)[0]), START + 1),
    "an opening for everybody too early": (lambda e: openings(e, 20).append({**openings(e, START)[0], "for": ["public"]}), 20),
    "an offer that is not opened when it is": (lambda e: openings(e, version_of("offer-opened")).clear(), version_of("offer-opened")),
    "another seed": (another_seed, START),
    "no seed": (no_seed, 1),
    "another top card": (another_top_card, version_of("card-drawn", 1)),
    "another order of the deck": (another_order, START),
}


@pytest.mark.parametrize("name", SEALS)
def test_an_edited_secret_is_found(name: str) -> None:
    edit, version = SEALS[name]
    assert told_at(edit) == version


@pytest.mark.parametrize("viewer", ["seat:0", "public"])
@pytest.mark.parametrize("edit", [another_seed, another_top_card, another_order, another_points], ids=lambda edit: edit.__name__)
def test_a_narrow_viewers_finished_record_gives_a_forger_no_more_room(edit: Edit, viewer: str) -> None:
    versions: dict[Edit, int] = {
        another_seed: START,
        another_top_card: version_of("card-drawn", 1),
        another_order: START,
        another_points: FINISH,
    }
    assert told_at(edit, viewer) == versions[edit]


@pytest.mark.parametrize("viewer", ["judge:0", "public"])
def test_a_seal_is_used_once(viewer: str) -> None:
    def use_again(events: Events) -> None:
        old = fact(events, START, "card-drawn")["fields"]["card"]
        fact(events, version_of("card-drawn", 1), "card-drawn")["fields"]["card"] = old

    assert told_at(use_again, viewer, MID) == version_of("card-drawn", 1)


def test_a_copy_that_holds_what_its_viewer_may_not_have_is_wrong_where_it_does() -> None:
    full = read_record(record_of(finished(), "judge:0"))
    copy = read_record(record_of(finished(), "seat:0"))
    leaky = replace(copy, events=tuple(full.events[n] if n == START - 1 else event for n, event in enumerate(copy.events)))
    report = verify(signed(leaky), [NIGHT_MARKET])
    assert report.fault is not None
    assert report.fault.version == START


def test_a_record_under_another_viewers_name_is_wrong_in_its_header() -> None:
    copy = read_record(record_of(finished(), "seat:0", up_to=20))
    report = verify(signed(replace(copy, viewer=Viewer("seat:1"))), [NIGHT_MARKET])
    assert report.fault is not None
    assert report.fault.version is None


def test_a_record_under_another_tables_name_is_wrong_in_its_header() -> None:
    record = read_record(record_of(finished()))
    report = verify(signed(replace(record, table="a" * 16)), [NIGHT_MARKET])
    assert report.fault is not None
    assert report.fault.version is None


def changed_pack(**changes: Any) -> bytes:
    record = read_record(record_of(finished()))
    ((digest, pack),) = record.packs.items()
    return signed(replace(record, packs={digest: {**pack, **changes}}))


@pytest.mark.parametrize("changes", [{"hand": 5}, {"version": "2"}, {"more": True}])
def test_a_pack_is_known_by_its_hash(changes: dict[str, Any]) -> None:
    fault = verify(changed_pack(**changes), [NIGHT_MARKET]).fault
    assert fault is not None
    assert fault.version is None


@pytest.mark.parametrize("packs", [{}, {"44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a": {}}])
def test_the_tables_own_pack_and_no_other_travels_with_it(packs: dict[str, Any]) -> None:
    record = read_record(record_of(finished()))
    for held in (packs, {**record.packs, **packs} if packs else packs):
        fault = verify(signed(replace(record, packs=held)), [NIGHT_MARKET]).fault
        assert fault is not None
        assert fault.version is None


@pytest.mark.parametrize("swap", [{"key": OTHER_KEY.public}, {"signature": "00" * 64}, {"key": "00" * 32}])
def test_a_signature_that_is_not_the_keys_is_wrong_in_the_header(swap: dict[str, str]) -> None:
    data = replace(read_record(record_of(finished())), **swap).to_bytes()  # type: ignore[arg-type]
    fault = verify(data, [NIGHT_MARKET]).fault
    assert fault is not None
    assert fault.version is None


def undecided(edit: Callable[[Any], object]) -> int | None:
    """Where an edit of the start, which seat 0 cannot decide again in mid-game, is told."""
    return told_at(lambda events: edit(body(events, START)), "seat:0", MID)


def test_what_cannot_be_decided_again_still_cites_rules_that_there_are() -> None:
    assert undecided(lambda start: start["facts"][1].update(rule="NM-X9")) == START


def test_what_cannot_be_decided_again_holds_no_fact_of_the_table() -> None:
    viewed = {"name": "viewed", "fields": {"judge": 0}, "rule": "TB-V1"}
    assert undecided(lambda start: start["facts"].append(viewed)) == START


def test_what_cannot_be_decided_again_is_wrong_where_it_cannot_be_folded() -> None:
    assert undecided(lambda start: start["facts"].append({**start["facts"][2], "fields": {"seat": 9, "card": "lanterns:bell"}})) == START


def test_a_finish_and_its_close_are_under_one_revision() -> None:
    def hide(events: Events) -> None:
        body(events, LAST).update(ruleset="night-market@1+1")
        openings(events, LAST).clear()
        another_points(events)

    for viewer in ("public", "judge:0"):
        assert told_at(hide, viewer) in (FINISH, LAST)


def test_what_cannot_be_decided_again_still_counts_its_draws_upwards() -> None:
    assert undecided(lambda start: start.update(draws={"deck": 1, "die": 1})) == asked("roll")
