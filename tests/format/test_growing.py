"""How a landed fact may grow: fields that are None by default, and upcasters between schemas."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from domain.kernel.fact import Fact
from domain.kernel.names import Seat
from service.codec import Codec, Unreadable, write_facts
from service.writer import plain_value
from tests.kernel.night_market import NIGHT_MARKET


@dataclass(frozen=True, slots=True)
class BellRung(Fact):
    """Landed as ``{who}``, then ``{seat}``, and given ``loud`` since."""

    NAME: ClassVar[str] = "bell-rung"
    SCHEMA: ClassVar[int] = 2
    UPCASTS: ClassVar[tuple[Any, ...]] = (lambda fields: {"seat": fields["who"]},)
    seat: Seat
    loud: bool | None = None


CODEC = Codec(replace(NIGHT_MARKET, facts=(*NIGHT_MARKET.facts, BellRung)))


def stored(schema: int, **fields: Any) -> dict[str, Any]:
    return {"name": "bell-rung", "rule": "X-1", "fields": fields, "schema": schema}


def test_a_fact_of_an_older_schema_is_read_as_the_present_one() -> None:
    del (old := stored(1, who=1))["schema"]
    assert CODEC.fact(old, {}).fact == CODEC.fact(stored(2, seat=1), {}).fact == BellRung(Seat(1))


def test_a_field_that_came_later_is_absent_from_what_stood_before() -> None:
    ruled = CODEC.fact(stored(2, seat=1), {})
    assert write_facts([ruled], plain_value) == [stored(2, seat=1)]
    assert write_facts([CODEC.fact(stored(2, seat=1, loud=True), {})], plain_value) == [stored(2, seat=1, loud=True)]


@pytest.mark.parametrize("schema", [0, 3])
def test_a_schema_that_is_not_known_is_not_read(schema: int) -> None:
    with pytest.raises(Unreadable):
        CODEC.fact(stored(schema, seat=1), {})
