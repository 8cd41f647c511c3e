"""The names of keys are frozen: data is found again under them."""

from service.store import keys

TABLE = "k7q2m4x6z3a5b7c2"


def test_every_name_is_as_the_design_writes_it() -> None:
    tag = "gavel:{p28}"
    assert (
        keys.events(TABLE),
        keys.tip(TABLE),
        keys.commands(TABLE),
        keys.refusals(TABLE, 2),
        keys.read_model("scores", 3, TABLE),
        keys.wake(TABLE),
        keys.private(TABLE),
        keys.confided(7),
        keys.pointers(28),
        keys.deadlines(7),
    ) == (
        f"{tag}:events:{TABLE}",
        f"{tag}:tip:{TABLE}",
        f"{tag}:commands:{TABLE}",
        f"{tag}:refusals:{TABLE}:2",
        f"{tag}:read:scores:3:{TABLE}",
        f"{tag}:wake:{TABLE}",
        f"{tag}:private:{TABLE}",
        "gavel:{p07}:confided",
        f"{tag}:pointers",
        "gavel:{p07}:deadlines",
    )
    assert (keys.TABLES, keys.TOKENS, keys.PACKS, keys.RECORDS) == ("gavel:tables", "gavel:tokens", "gavel:packs", "gavel:records")


def test_every_partition_is_used() -> None:
    assert {keys.partition(f"table{number}") for number in range(2000)} == set(range(keys.PARTITIONS))
