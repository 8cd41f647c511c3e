"""Impact: which games already played a change of rules would decide otherwise, and whether a result changes."""

from dataclasses import replace
from typing import Any

import pytest

from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame
from domain.kernel.names import PUBLIC, Viewer
from domain.kernel.pack import read_toml
from domain.kernel.refusal import require
from domain.kernel.stored import copy_for
from domain.table.opening import ChosenPack
from domain.table.rulebook import CLOSE, RESIGNED_BELOW
from service.impact import Change, Impact, NoSuchChange, Result, impact, of_record
from service.packs import read_document
from service.record import codec_of, read_record
from tests.format.table import record_file
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.rulebook import LUCK, STALL
from tests.record.writing import file_of, finished, record_of, stored

MARKET = record_file("judge:0").read_bytes()


AS_IT_IS = Change()


def found(data: bytes, change: Change = AS_IT_IS, game: AnyGame = NIGHT_MARKET) -> Impact:
    record = read_record(data)
    return impact(of_record(record, codec_of(record, [game])), change)


def dearer() -> ChosenPack:
    """The market's pack with one kind of goods worth more."""
    document: Any = read_toml(next(iter(NIGHT_MARKET.packs.values())))
    goods = [{**one, "worth": one["worth"] + 100} for one in document["goods"]]
    document = {**document, "goods": goods}
    return read_document(NIGHT_MARKET, document)


@pytest.mark.parametrize("game", [NIGHT_MARKET, *CATALOGUE], ids=lambda game: game.name)
def test_the_golden_games_are_decided_as_recorded_under_the_present_rules(game: AnyGame) -> None:
    data = record_file("judge:0", game.name).read_bytes()
    told = found(data, game=game)
    assert (told.events, told.differing, told.unchecked, told.first) == (len(read_record(data).events), 0, 0, None)
    assert told.was is not None
    assert not told.changes_result


@pytest.mark.rule(CLOSE)
def test_a_whole_game_with_undos_and_a_resignation_is_decided_as_recorded() -> None:
    told = found(file_of(NIGHT_MARKET, stored(finished())))
    position = finished().folded.position
    assert (told.differing, told.events) == (0, len(finished().events))
    assert told.was == told.now
    assert told.was is not None
    assert (told.was.places, told.was.winners) == (position.finished, position.winners)


@pytest.mark.rule(RESIGNED_BELOW)
def test_who_resigned_stays_below_all_who_stayed_whatever_is_changed() -> None:
    resigned = finished().folded.position.resigned
    assert resigned
    told = found(file_of(NIGHT_MARKET, stored(finished())), Change(pack=dearer()))
    assert told.now is not None
    assert told.now.places[-len(resigned) :] == tuple((seat,) for seat in reversed(resigned))


def test_a_rule_that_decides_otherwise_is_told_at_its_first_event_with_what_was_and_what_is() -> None:
    def no_luck(state: Any, command: Any, chance: Any) -> Any:
        return tuple(ruled for ruled in NIGHT_MARKET.decide(state, command, chance) if ruled.rule != LUCK.id)

    told = found(file_of(NIGHT_MARKET, stored(finished())), game=replace(NIGHT_MARKET, decide=no_luck))
    lucky = [event.version for event in finished().events if any(ruled.rule == LUCK.id for ruled in event.facts)]
    assert told.first is not None
    assert (told.first.version, told.differing) == (lucky[0], len(lucky))
    assert [rule for rule, _ in told.first.was] == [LUCK.id]
    assert (told.first.now, told.first.refused) == ((), None)


def test_a_command_that_would_be_refused_is_told_with_the_rule() -> None:
    def strict(state: Any, command: Any, chance: Any) -> Any:
        facts = NIGHT_MARKET.decide(state, command, chance)
        require(all(ruled.rule != LUCK.id for ruled in facts), LUCK, "no dice tonight")
        return facts

    told = found(file_of(NIGHT_MARKET, stored(finished())), game=replace(NIGHT_MARKET, decide=strict))
    assert told.first is not None
    assert told.first.refused == (LUCK.id, "no dice tonight")


def test_a_score_counted_otherwise_changes_the_finish_and_the_result() -> None:
    def sheet(state: Any) -> Any:
        return tuple(ruled for ruled in NIGHT_MARKET.sheet(state) if ruled.rule != STALL.id)

    told = found(MARKET, game=replace(NIGHT_MARKET, sheet=sheet))
    assert told.first is not None
    assert told.first.version == told.events - 1
    assert told.changes_result
    assert told.was != told.now


def test_an_option_is_tried_on_a_game_that_was_played_without_it() -> None:
    told = found(MARKET, Change(options={"length": "three-rounds"}))
    assert told.first is not None
    assert told.first.version == told.events - 1
    assert any(rule.startswith("NM-E") for rule, _ in told.first.was)


def test_a_pack_is_tried_on_a_game_that_was_played_with_another() -> None:
    told = found(MARKET, Change(pack=dearer()))
    assert isinstance(told.was, Result)
    assert isinstance(told.now, Result)
    assert sum(told.now.points.values()) > sum(told.was.points.values())


@pytest.mark.parametrize(
    "change",
    [Change(ruleset="0"), Change(options={"moon": True}), Change(options={"length": "two-rounds"}), Change(options={"length": True})],
)
def test_what_the_game_does_not_have_cannot_be_tried(change: Change) -> None:
    with pytest.raises(NoSuchChange):
        found(MARKET, change)


def test_what_a_copy_hides_is_counted_as_unchecked_and_never_as_different() -> None:
    copies = tuple(copy_for(Viewer("public"), event) for event in stored(finished())[:-1])
    told = found(file_of(NIGHT_MARKET, copies, PUBLIC))
    assert told.differing == 0
    assert told.unchecked > 0


def test_a_change_that_makes_nonsense_of_what_was_recorded_ends_at_its_first_difference() -> None:
    def broken(state: Any, fact: Any) -> Any:
        if fact.NAME == "turn-passed":
            raise ValueError("no such turn")
        return NIGHT_MARKET.evolve(state, fact)

    def other(state: Any, command: Any, chance: Any) -> Any:
        return NIGHT_MARKET.decide(state, command, chance)[:-1]

    told = found(MARKET, game=replace(NIGHT_MARKET, decide=other))
    assert told.differing > 0
    with pytest.raises(ValueError, match="no such turn"):
        found(MARKET, game=replace(NIGHT_MARKET, evolve=broken))


@pytest.mark.parametrize("viewer", ["public", "seat:1", "judge:0"])
def test_a_closed_record_is_decided_as_recorded_whoever_has_it(viewer: str) -> None:
    told = found(record_of(finished(), viewer))
    assert (told.differing, told.first, told.changes_result) == (0, None, False)
    assert told.unchecked == 0


@pytest.mark.parametrize("viewer", ["public", "judge:0"])
def test_a_difference_is_told_of_a_closed_record_whoever_has_it(viewer: str) -> None:
    def no_luck(state: Any, command: Any, chance: Any) -> Any:
        return tuple(ruled for ruled in NIGHT_MARKET.decide(state, command, chance) if ruled.rule != LUCK.id)

    lucky = [event.version for event in finished().events if any(ruled.rule == LUCK.id for ruled in event.facts)]
    told = found(record_of(finished(), viewer), game=replace(NIGHT_MARKET, decide=no_luck))
    assert told.first is not None
    assert (told.first.version, told.differing) == (lucky[0], len(lucky))
