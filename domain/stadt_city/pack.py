"""Stadt City's packs: the printed parts of one copy, read from a document and checked whole."""

from collections.abc import Iterable
from typing import TypeAlias, TypeVar

from domain.kernel.pack import Document, Fault, PackFaults
from domain.kernel.reading import ENTRY
from domain.kernel.rule import cites
from domain.stadt_city.parts import Advantage, Boost, Challenge, Decider, Effect, Kind, Pack, Persona, Prize, Skill
from domain.stadt_city.reading import Entry
from domain.stadt_city.rulebook import C7, L3, L4, R1, R38, S5

__all__ = ["Pack", "read_pack"]

FEWEST, MOST = 2, 10
"""Seats, and so players on one square (SC-R1)."""

Row = TypeVar("Row", Challenge, Prize, Persona)
_Read: TypeAlias = list[tuple[Entry, Row]]


def read_pack(document: Document) -> Pack:
    """The typed pack, or PackFaults with every fault and its place."""
    faults: list[Fault] = []
    root = Entry(document, (), faults)
    name, version, description = root.text("name", ENTRY), root.text("version"), root.text("description")
    colours = _colours(root)
    challenges = [(entry, _challenge(entry)) for entry in root.tables("challenges")]
    prizes = [(entry, _prize(entry)) for entry in root.tables("prizes")]
    personas = [(entry, _persona(entry)) for entry in root.tables("personas")]
    root.done()
    _once(challenges, prizes, personas)
    _for_two(root, challenges)
    _every_effect(root, prizes)
    _enough(root, personas)
    _advantages(personas, [challenge for _, challenge in challenges])
    if faults:
        raise PackFaults(faults)
    return Pack(name, version, description, colours, _named(name, challenges), _named(name, prizes), _named(name, personas))


def _named(pack: str, read: "_Read[Row]") -> dict[str, Row]:
    return {f"{pack}:{row.key}": row for _, row in read}


@cites(R1)
def _colours(root: Entry) -> tuple[str, ...]:
    found: list[str] = []
    entries = root.tables("colours")
    for entry in entries:
        colour = entry.text("entry", ENTRY)
        entry.source()
        entry.done()
        if colour in found:
            entry.fault(f"a second colour {colour}", "entry")
        found.append(colour)
    if len(entries) < MOST:
        root.fault(f"{R1.id}: {MOST} colours are wanted at least, not {len(entries)}", "colours")
    return tuple(found)


def _challenge(entry: Entry) -> Challenge:
    key, name = entry.text("entry", ENTRY), entry.text("name")
    challenge = Challenge(
        key,
        name,
        entry.text("printable") if entry.has("printable") else name,
        entry.numbers_within("players", FEWEST, MOST),
        Skill(entry.one_of("skill", tuple(Skill)) or Skill.WITS),
        entry.text("says"),
        entry.text("more"),
        Decider(entry.one_of("decider", tuple(Decider)) or Decider.FARKLE) if entry.has("decider") else None,
        entry.text("dry", ENTRY) if entry.has("dry") else "",
        entry.source(),
        entry.from_the_book(),
    )
    entry.done()
    return challenge


def _prize(entry: Entry) -> Prize:
    prize = Prize(
        entry.text("entry", ENTRY),
        entry.text("name"),
        entry.number("count", 1),
        Effect(entry.one_of("effect", tuple(Effect)) or Effect.FLY),
        entry.text("says"),
        entry.source(),
        entry.from_the_book(),
    )
    entry.done()
    return prize


def _persona(entry: Entry) -> Persona:
    kind = Kind(entry.one_of("kind", tuple(Kind)) or Kind.HERO)
    persona = Persona(entry.text("entry", ENTRY), entry.text("name"), kind, entry.text("biography"), _advantage(entry), entry.source())
    entry.done()
    return persona


def _advantage(entry: Entry) -> Advantage:
    if entry.has("challenge") == entry.has("skill"):
        entry.fault("an advantage is in one challenge or in one skill: either challenge or skill is wanted")
    return Advantage(
        entry.text("advantage"),
        entry.text("challenge", ENTRY) if entry.has("challenge") else "",
        Skill(entry.one_of("skill", tuple(Skill)) or Skill.WITS) if entry.has("skill") else None,
        Boost(entry.one_of("boost", tuple(Boost)) or Boost.HEAD_START) if entry.has("boost") else None,
    )


def _once(*lists: Iterable[tuple[Entry, Challenge | Prize | Persona]]) -> None:
    """Every entry once in the whole pack, those without drinks among them."""
    seen: set[str] = set()
    for entry, row in (pair for pairs in lists for pair in pairs):
        dry = row.dry if isinstance(row, Challenge) else ""
        for field, key in (("entry", row.key), ("dry", dry)):
            if key and key in seen:
                entry.fault(f"a second card {key}", field)
            seen.add(key)


@cites(C7, R38)
def _for_two(root: Entry, challenges: "_Read[Challenge]") -> None:
    """A challenge for two: where no other suits, the next lower number's is played, so there must be a lowest."""
    if not any(FEWEST in challenge.players for _, challenge in challenges):
        root.fault(f"{R38.id}: a challenge for {FEWEST} players is wanted", "challenges")


@cites(S5)
def _every_effect(root: Entry, prizes: "_Read[Prize]") -> None:
    for effect in Effect:
        if not any(prize.effect is effect for _, prize in prizes):
            root.fault(f"{S5.id}: no prize card has the effect {effect}", "prizes")


@cites(L3, L4)
def _enough(root: Entry, personas: "_Read[Persona]") -> None:
    """A character for every seat to begin with, a fallen of either kind, and a titan."""
    characters = sum(persona.kind in (Kind.HERO, Kind.VILLAIN) for _, persona in personas)
    if characters < MOST:
        root.fault(f"{R1.id}: {MOST} heroes and villains are wanted at least, not {characters}", "personas")
    for kind, rule in ((Kind.FALLEN_HERO, L4), (Kind.FALLEN_VILLAIN, L4), (Kind.TITAN, L3)):
        if not any(persona.kind is kind for _, persona in personas):
            root.fault(f"{rule.id}: a {kind} is wanted", "personas")


def _advantages(personas: "_Read[Persona]", challenges: list[Challenge]) -> None:
    """Only in challenges that the pack has; coded only where a decider is at hand to heed it."""
    keys = {challenge.key for challenge in challenges}
    for entry, persona in personas:
        advantage = persona.advantage
        if advantage.challenge and advantage.challenge not in keys:
            entry.fault(f"the pack has no challenge {advantage.challenge}", "challenge")
        elif advantage.boost and not any(challenge.decider and advantage.helps_in(challenge) for challenge in challenges):
            entry.fault("a boost counts in digital challenges alone, and this advantage is in none", "boost")
