"""The writer: seals what is secret, spells the body, chains it (service/docs/record.md)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from secrets import token_bytes
from typing import Any

from domain.kernel.canonical import canonical, check_storable
from domain.kernel.fact import Command, Facts, TableFact
from domain.kernel.facts import AnswerSealed, OpensAnswer
from domain.kernel.names import PUBLIC, SYSTEM, Actor, Seat
from domain.kernel.secret import Sealed
from domain.kernel.stored import MARK, SealOpening, Stored, chain_hash, pack_openings, read_openings, seal
from domain.table.commands import Close
from domain.table.disputes.facts import SeedRenewed
from domain.table.disputes.papers import opened_before, opened_here
from domain.table.facts import Closed, Forked, HeadMoved
from domain.table.fold import Folded
from domain.table.rulebook import CLOSE
from domain.table.state import ruleset_id
from service.codec import Codec, Seal, Unreadable, plain, write_command, write_facts
from service.store import NewEntry

EVERYBODY = frozenset({PUBLIC})


@dataclass(frozen=True, slots=True)
class Draft:
    """An event before it is written: who, when, what was asked, and what it caused."""

    version: int
    at: int
    actor: Actor
    ruleset: str
    command: Command
    command_id: str
    facts: Facts
    draws: Mapping[str, int]
    parent: int | None = None
    question: str | None = None
    seen: int | None = None
    on_behalf: Seat | None = None
    caused_by: int | None = None
    replays: int | None = None
    seed_number: int = 1


class Seals:
    """The seals of one event: one seal for one Sealed object, wherever in the event it stands."""

    def __init__(self, salt: Callable[[int], bytes] = token_bytes) -> None:
        """``salt`` gives so many random bytes."""
        self._salt = salt
        self._made: dict[int, tuple[Sealed[Any], SealOpening]] = {}

    def __call__(self, sealed: Sealed[Any]) -> dict[str, str]:
        if id(sealed) not in self._made:
            opening = seal(plain_value(sealed), sealed.audience, self._salt(16))
            self._made[id(sealed)] = (sealed, opening)
        return {MARK: self._made[id(sealed)][1].digest}

    def openings(self) -> dict[str, SealOpening]:
        return {opening.digest: opening for _, opening in self._made.values()}


def plain_value(sealed: Sealed[Any]) -> Any:
    """A sealed value as it is stored behind its digest."""
    return plain(sealed.value, _no_seal)


def _no_seal(sealed: Sealed[Any]) -> dict[str, str]:
    raise Unreadable("a sealed value holds no other")


def write(
    table: str,
    previous: str,
    draft: Draft,
    opened: Iterable[SealOpening] = (),
    salt: Callable[[int], bytes] = token_bytes,
) -> Stored:
    """The stored event. ``opened`` are seals of earlier events that it shows to everybody."""
    seals = Seals(salt)
    body = canonical(body_of(draft, seals))
    openings = seals.openings()
    for opening in (*opened, *(openings[seals(answer)[MARK]] for answer in answers_here(draft.facts))):
        openings[opening.digest] = replace(opening, audience=EVERYBODY)
    return Stored(draft.version, body, pack_openings(openings.values()), chain_hash(table, draft.version, previous, body))


def body_of(draft: Draft, seals: Seal) -> dict[str, Any]:
    """An event's body as a plain value."""
    body: dict[str, Any] = {
        "version": draft.version,
        "at": draft.at,
        "actor": draft.actor,
        "ruleset": draft.ruleset,
        "command": write_command(draft.command, seals),
        "command_id": draft.command_id,
        "draws": dict(draft.draws),
        "facts": write_facts(draft.facts, seals),
    }
    for key in ("parent", "question", "seen", "on_behalf", "caused_by", "replays"):
        if (value := getattr(draft, key)) is not None:
            body[key] = value
    if draft.seed_number != 1:
        body["seed_number"] = draft.seed_number
    check_storable(body)
    return body


def draft_of(folded: Folded, facts: Facts, **asked: Any) -> Draft:
    """A draft that follows on a table's tip; ``parent`` stands when it holds a fact of the game.

    Facts that move the head and those of the game in one event: the latter follow on where it is moved to. An event that
    brings a new seed draws by it.
    """
    seeds = len(folded.table.seeds) + any(isinstance(ruled.fact, Forked | SeedRenewed) for ruled in facts)
    node = any(not isinstance(ruled.fact, TableFact) for ruled in facts)
    head = next((ruled.fact.to for ruled in facts if isinstance(ruled.fact, HeadMoved)), folded.table.head)
    return Draft(
        version=folded.table.tip + 1,
        ruleset=ruleset_id(folded.game, folded.table.ruleset),
        facts=facts,
        parent=head if node else None,
        seed_number=seeds,
        **asked,
    )


def closing(folded: Folded, cause: Stored, at: int) -> Draft:
    """The draft of the event that closes a table right behind the event that ended it (TB-F2)."""
    return Draft(
        version=cause.version + 1,
        at=at,
        actor=SYSTEM,
        ruleset=ruleset_id(folded.game, folded.table.ruleset),
        command=Close(),
        command_id=f"close-{cause.version}",
        facts=(Closed().by(CLOSE),),
        draws={},
        caused_by=cause.version,
        seed_number=len(folded.table.seeds),
    )


def answers_before(folded: Folded, facts: Facts) -> dict[int, set[str]]:
    """The sealed answers, statements and votes of earlier events that these facts open: version → digests."""
    opening = set(_opening(facts)) - set(_answering(facts))
    answers = ((answer.version, answer.digest) for answer in folded.position.answers if answer.seat in opening)
    papers = ((paper.version, paper.digest) for paper in opened_before(folded.table.disputes, facts))
    found: dict[int, set[str]] = {}
    for version, digest in (*answers, *papers):
        found.setdefault(version, set()).add(digest)
    return found


def answers_here(facts: Facts) -> Iterator[Sealed[Any]]:
    """The sealed answers, statements and votes that these facts both give and open."""
    opening = set(_opening(facts))
    for ruled in facts:
        if isinstance(ruled.fact, AnswerSealed) and ruled.fact.seat in opening and isinstance(ruled.fact.answer, Sealed):
            yield ruled.fact.answer
    yield from (paper for paper in opened_here(facts) if isinstance(paper, Sealed))


def _opening(facts: Facts) -> Iterator[Seat]:
    """Whose sealed answers are opened."""
    return (ruled.fact.seat for ruled in facts if isinstance(ruled.fact, OpensAnswer))


def _answering(facts: Facts) -> Iterator[Seat]:
    return (ruled.fact.seat for ruled in facts if isinstance(ruled.fact, AnswerSealed))


def everything_sealed(codec: Codec, events: Iterable[Stored]) -> Iterator[SealOpening]:
    """Every opening of these events but free text: what the close shows to everybody."""
    free: set[str] = set()
    for event in events:
        # What people wrote stays out, where a later event opened it, too: a statement that was heard.
        free |= _free_text(codec, event)
        for opening in read_openings(event.openings):
            if opening.digest not in free:
                yield opening


def _free_text(codec: Codec, event: Stored) -> set[str]:
    decoded = codec.event(event)
    said = [getattr(ruled.fact, name) for ruled in decoded.facts for name in ruled.fact.FREE_TEXT]
    asked = [decoded.command.arguments.get(name) for name in codec.free_text_of(decoded.command)]
    return {value.digest for value in (*said, *asked) if isinstance(value, Sealed)}


def as_entry(event: Stored, command: str = "") -> NewEntry:
    """An entry for the store; ``command`` is ``<actor>/<command id>``, "" where nobody can repeat it."""
    return NewEntry(event.body, event.openings, event.hash, command)
