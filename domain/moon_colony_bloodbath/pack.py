"""Moon Colony Bloodbath's packs: the printed parts of one copy, read from a document and checked whole."""

from collections.abc import Mapping
from functools import partial
from typing import TypeAlias

from domain.kernel.pack import Document, Fault, PackFaults
from domain.kernel.reading import ENTRY
from domain.kernel.rule import cites
from domain.moon_colony_bloodbath.abilities import Ability, Passive, Trigger, steps_of
from domain.moon_colony_bloodbath.effects import EndGame, PassLeft, SetAside, StartWork
from domain.moon_colony_bloodbath.fitness import unfit, unfit_passive
from domain.moon_colony_bloodbath.loops import causing, comes_round
from domain.moon_colony_bloodbath.parts import Building, Card, Kind, Pack, ProgressCard, Scientist, card_name
from domain.moon_colony_bloodbath.reading import Entry
from domain.moon_colony_bloodbath.rulebook import E8, P2, R25, S1, S2, S3, S4, W1
from domain.moon_colony_bloodbath.texts import ability, passive

__all__ = ["Pack", "read_pack"]

SCIENTISTS, SIMPLE_TWISTS = 5, 2
COPIES = 2
"""Of a building unless it says otherwise, and of every development."""
SIZES = {
    "buildings": (90, S1), "perks": (5, S2), "twists": (25, S3), "developments": (20, S4), "robots": (20, S4), "events": (13, S4),
}  # fmt: skip
"""How many cards of each list a copy has, copies counted; of perks each scientist has so many."""
STARTING = {Kind.WORK: 4, Kind.TROUBLE: 2, Kind.LONELINESS: 1}
ON_BUILDINGS = tuple(trigger for trigger in Trigger if trigger not in (Trigger.BEFORE_LOSS, Trigger.TURNED_OVER))
ON_OTHERS = (Trigger.BEFORE_LOSS, Trigger.TURNED_OVER)
ALWAYS = "always"
WORK = Ability(Trigger.TURNED_OVER, (StartWork(),))


_Read: TypeAlias = Mapping[str, list[tuple[Entry, Card]]]
"""What has been read of each list, so far as it could be."""


def key_of(trigger: Trigger) -> str:
    """The key of a card's entry under which abilities of this trigger are written."""
    return trigger.value.replace("-", "_")


def read_pack(document: Document) -> Pack:
    """The typed pack, or PackFaults with every fault and its place."""
    faults: list[Fault] = []
    root = Entry(document, (), faults)
    name, version, description = root.text("name", ENTRY), root.text("version"), root.text("description")
    scientists = _scientists(root)
    read: _Read = {
        "buildings": [(entry, _building(entry)) for entry in root.tables("buildings")],
        "perks": [(entry, _progress(entry, Kind.PERK)) for entry in root.tables("perks")],
        "twists": [(entry, _twist(entry)) for entry in root.tables("twists")],
        "developments": [(entry, _progress(entry, Kind.DEVELOPMENT, COPIES)) for entry in root.tables("developments")],
        "robots": [(entry, _deadly(entry, Kind.ROBOT)) for entry in root.tables("robots")],
        "events": [(entry, _deadly(entry, Kind.EVENT)) for entry in root.tables("events")],
        "starting": [(entry, _starting(entry)) for entry in root.tables("starting")],
    }
    root.done()
    _whole(root, read)
    for entry, card in (pair for pairs in read.values() for pair in pairs):
        _fitting(entry, card, read)
    _finite(read["buildings"])
    if faults:
        raise PackFaults(faults)
    cards = [card for kind, pairs in read.items() if kind != "perks" for _, card in pairs]
    perks = [_perk_of(scientist, perk) for scientist in scientists for _, perk in read["perks"] if isinstance(perk, ProgressCard)]
    return Pack(name, version, description, scientists, {f"{name}:{card.key}": card for card in (*cards, *perks)})


def _scientists(root: Entry) -> tuple[Scientist, ...]:
    found: list[Scientist] = []
    entries = root.tables("scientists")
    for entry in entries:
        scientist = Scientist(entry.text("entry", ENTRY), entry.text("name"), entry.text("colour", ENTRY), entry.source())
        entry.done()
        for field, value in (("entry", scientist.key), ("colour", scientist.colour)):
            if value in {getattr(earlier, "key" if field == "entry" else field) for earlier in found}:
                entry.fault(f"a second scientist with {field} {value}", field)
        found.append(scientist)
    if len(entries) != SCIENTISTS:
        root.fault(f"{S2.id}: {SCIENTISTS} scientists are wanted, not {len(entries)}", "scientists")
    return tuple(found)


def _building(entry: Entry) -> Building:
    written = [line for trigger in ON_BUILDINGS for line in _abilities(entry, trigger)]
    passives: tuple[tuple[str, Passive], ...] = entry.written(ALWAYS, passive)
    symbol = entry.one_of("symbol", ("plus", "minus")) if entry.has("symbol") else ""
    card = Building(
        *_named(entry),
        entry.number("copies", 1, COPIES),
        entry.number("cost", 0),
        entry.number("people", 0),
        tuple(found for _, found in written),
        tuple(found for _, found in passives),
        symbol,  # type: ignore[arg-type]
        (*(f"{_label(found.trigger)}: {line}" for line, found in written), *(line for line, _ in passives)),
        entry.source(),
        entry.from_the_book(),
    )
    entry.done()
    return card


def _progress(entry: Entry, kind: Kind, copies: int = 1, people: int = 0, number: int = 0, simple: bool = False) -> ProgressCard:
    """What every progress card has; the fields of one kind alone have been read before."""
    written = [line for trigger in ON_OTHERS for line in _abilities(entry, trigger)]
    key, name = _named(entry)
    card = ProgressCard(
        key,
        kind,
        name,
        tuple(found for _, found in written),
        people,
        copies,
        number,
        simple,
        says=tuple(line for line, _ in written),
        source=entry.source(),
        rulebook=entry.from_the_book(),
    )
    entry.done()
    return card


def _twist(entry: Entry) -> ProgressCard:
    return _progress(entry, Kind.TWIST, simple=entry.flag("simple"))


def _deadly(entry: Entry, kind: Kind) -> ProgressCard:
    """A robot or an event: it prints how many people are lost; an event its number too."""
    number = entry.number("number", 1) if kind is Kind.EVENT else 0
    return _progress(entry, kind, people=entry.number("people", 0, 0), number=number)


def _starting(entry: Entry) -> ProgressCard:
    kind = entry.one_of("kind", tuple(STARTING))
    return _progress(entry, Kind(kind or Kind.WORK), entry.number("copies", 1))


def _named(entry: Entry) -> tuple[str, str]:
    """The entry and what the card is called: as the entry is spelt, unless a name is given."""
    key = entry.text("entry", ENTRY)
    return key, entry.text("name") if entry.has("name") else card_name(key)


def _abilities(entry: Entry, trigger: Trigger) -> tuple[tuple[str, Ability], ...]:
    return entry.written(key_of(trigger), partial(ability, trigger))


def _label(trigger: Trigger) -> str:
    return trigger.value.replace("-", " ").upper()


def _perk_of(scientist: Scientist, perk: ProgressCard) -> ProgressCard:
    """The perk as one scientist's set has it."""
    return ProgressCard(
        f"{scientist.key}-{perk.key}",
        perk.kind,
        f"{scientist.name} {perk.name}",
        perk.abilities,
        scientist=scientist.key,
        says=perk.says,
        source=perk.source,
        rulebook=perk.rulebook,
    )


@cites(S1, S2, S3, S4)
def _whole(root: Entry, read: _Read) -> None:
    """Every entry once, and as many cards of each kind as a copy has."""
    seen: set[str] = set()
    for entry, card in (pair for pairs in read.values() for pair in pairs):
        if card.key in seen:
            entry.fault(f"a second card {card.key}", "entry")
        seen.add(card.key)
    for kind, (wanted, rule) in SIZES.items():
        if (there := sum(card.copies for _, card in read[kind])) != wanted:
            root.fault(f"{rule.id}: {wanted} {kind} are wanted, not {there}", kind)
    simple = sum(card.simple for _, card in read["twists"] if isinstance(card, ProgressCard))
    if simple < SIMPLE_TWISTS:
        root.fault(f"{S3.id}: {SIMPLE_TWISTS} simple twists are wanted at least, not {simple}", "twists")
    for kind, copies in STARTING.items():
        if (there := sum(card.copies for _, card in read["starting"] if isinstance(card, ProgressCard) and card.kind is kind)) != copies:
            root.fault(f"{S3.id}: {copies} {kind.value} are wanted, not {there}", "starting")
    _in_order(root, read["events"])


@cites(S4, E8)
def _in_order(root: Entry, events: list[tuple[Entry, Card]]) -> None:
    """Events are numbered from 1 without a gap, and the last one, no other, ends the game (MC-E8)."""
    numbers = [card.number for _, card in events if isinstance(card, ProgressCard)]
    if sorted(numbers) != list(range(1, len(numbers) + 1)):
        root.fault(f"{S4.id}: events are numbered from 1 to {len(numbers)}, each number once", "events")
    for entry, card in events:
        if isinstance(card, ProgressCard) and card.ends_game != (card.number == max(numbers)):
            entry.fault(f"{E8.id}: the last event ends the game, and no other does", "number")


def _fitting(entry: Entry, card: Card, read: _Read) -> None:
    """Abilities that this kind of card may bear, naming only what the pack has."""
    names = {kind: frozenset(card.key for _, card in pairs) for kind, pairs in read.items()}
    for found in card.abilities:
        for says in unfit(found, isinstance(card, Building), names):
            entry.fault(says, key_of(found.trigger))
    if isinstance(card, ProgressCard) and (card.is_work or card.kind is Kind.WORK):
        _works(entry, card)
    if sum(isinstance(step, SetAside) for found in card.abilities for step in steps_of(found)) > 1:
        entry.fault("a card waits for the next Work with one thing to forbid there", key_of(Trigger.TURNED_OVER))
    if isinstance(card, ProgressCard) and card.kind is Kind.PERK:
        _of_its_own(entry, card)
    if isinstance(card, ProgressCard) and card.kind is not Kind.EVENT:
        _not_the_last(entry, card)
    if isinstance(card, Building):
        for says in (says for passive in card.passives for says in unfit_passive(passive, names)):
            entry.fault(says, ALWAYS)


@cites(P2)
def _of_its_own(entry: Entry, card: ProgressCard) -> None:
    """A perk leaves everybody else as they are (MC-P2)."""
    for found in card.abilities:
        if any(isinstance(step, PassLeft | SetAside) for step in steps_of(found)):
            entry.fault(f"{P2.id}: a perk does nothing to anybody but its owner", key_of(found.trigger))


@cites(E8)
def _not_the_last(entry: Entry, card: ProgressCard) -> None:
    """Nothing but the last event ends the game (MC-E8)."""
    for found in (each for each in card.abilities if EndGame() in steps_of(each)):
        entry.fault(f"{E8.id}: the last event ends the game, and no other card does", key_of(found.trigger))


@cites(W1)
def _works(entry: Entry, card: ProgressCard) -> None:
    """Everybody picks an action at a Work, which says nothing else, and at no other card."""
    if card.kind is not Kind.WORK or card.abilities != (WORK,):
        entry.fault(f"{W1.id}: a Work, and no other card, says: pick an action", key_of(Trigger.TURNED_OVER))


@cites(R25)
def _finite(buildings: list[tuple[Entry, Card]]) -> None:
    """No action's ability causes its own action again (MC-R25): a fault at every ability of the circle."""
    causes = causing(ability for _, card in buildings for ability in card.abilities)
    for entry, card in buildings:
        for found in card.abilities:
            if comes_round(found, causes):
                label = _label(found.trigger)
                entry.fault(f"{R25.id}: this causes, directly or through others, {label} again", key_of(found.trigger))
