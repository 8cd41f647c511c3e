"""A move disputed in the middle of a game: statements, a judge's look, the remedies, a ruling, an appeal, the last word."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from domain.table.disputes.parts import Remedy
from service.demo.bots import Bot
from service.demo.client import Client
from service.demo.play import Seated

AFTER_MOVES = 12
"""Fewer than the shortest game has, and enough for some to lie behind the disputed one."""
BEHIND = 3
"""How many steps of the game lie behind the disputed move, at least."""


@dataclass(frozen=True, slots=True)
class Disputed:
    """What came of it: the move, by whom, and the remedies as the sandbox told them."""

    number: int
    event: int
    rule: str
    alternatives: tuple[dict[str, Any], ...]


class Dispute:
    """Has a seat dispute a move once so many have been made, and sees it through; ``came`` is None until then."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._moves = 0
        self.came: Disputed | None = None

    def after_move(self, seated: Seated) -> None:
        self._moves += 1
        if self._moves == AFTER_MOVES:
            self._see_through(seated)

    def _see_through(self, seated: Seated) -> None:
        mover, event = _earlier_move(seated)
        filer = seated.bots[(mover.seat + 1) % len(seated.bots)]
        rule = filer.client.get(f"/tables/{seated.table}/events/{event}")["event"]["facts"][0]["rule"]
        number = self._file(filer, mover, event, rule)
        self._hear(seated, number, (filer, mover))
        alternatives = self._look(seated, number)
        self._rule(seated, number, rule, filer)
        self.came = Disputed(number, event, rule, alternatives)

    def _file(self, filer: Bot, mover: Bot, event: int, rule: str) -> int:
        receipt = filer.post("disputes", event=event, rule=rule, claim=f"Version {event} is not what {rule} allows.")
        filed: dict[str, Any] = receipt["event"]["facts"][0]["fields"]
        self._say(
            f"Seat {filer.seat} disputes version {event}, a move of seat {mover.seat}, under {rule}. "
            f"That is version {receipt['version']}: the table stands still."
        )
        return int(filed["number"])

    def _hear(self, seated: Seated, number: int, sides: tuple[Bot, ...]) -> None:
        """Each side once, a seat that disputes its own move as well; what is not open by then the deputy opens."""
        seats = sorted({bot.seat for bot in sides})
        for seat in seats:
            seated.bots[seat].post(f"disputes/{number}/statements", statement=f"As seat {seat} saw it, the record is clear.")
        if not seated.deputy.get(f"/tables/{seated.table}/disputes/{number}")["heard"]:
            _give(seated.deputy, seated, number, "hearing")
        self._say(f"Statements of seat {' and seat '.join(map(str, seats))} are made unseen, and opened together.")

    def _look(self, seated: Seated, number: int) -> tuple[dict[str, Any], ...]:
        """What each remedy would do, told but for leaving everything as it is."""
        for judge in (seated.deputy, seated.judge):
            judge.post(f"/tables/{seated.table}/inspections")
        found = seated.deputy.get(f"/tables/{seated.table}/disputes/{number}/sandbox")["alternatives"]
        self._say("The judges look, which is on record for everybody, and try the remedies beside the table:")
        for alternative in found:
            if alternative["remedy"] != Remedy.LEAVE:
                self._say(f"  {told(alternative)}")
        return tuple(found)

    def _rule(self, seated: Seated, number: int, rule: str, filer: Bot) -> None:
        leave = {"rules": [rule], "remedy": str(Remedy.LEAVE)}
        ruling = _give(seated.deputy, seated, number, "ruling", **leave, reason=f"It follows from {rule} as recorded.")
        self._say(f"Judge 1 rules to leave it (version {ruling['version']}): the table plays on, and the ruling may be appealed.")
        filer.post(f"disputes/{number}/appeal", reason="The head judge should see this.")
        last = _give(seated.judge, seated, number, "ruling", **leave, reason=f"The first ruling read {rule} rightly.")
        self._say(
            f"Seat {filer.seat} appeals; the head judge leaves it, too (version {last['version']}). That is final, and the game goes on."
        )


def _earlier_move(seated: Seated) -> tuple[Bot, int]:
    """A seat's move on the line that counts, some steps behind the head."""
    folded = seated.bots[0].look()
    moves = ((folded.nodes[version].seat, version) for version in reversed(folded.line()[:-BEHIND]))
    seat, event = next((seat, version) for seat, version in moves if seat is not None)
    return seated.bots[seat], event


def _give(judge: Client, seated: Seated, number: int, what: str, **body: Any) -> Any:
    return judge.post(f"/tables/{seated.table}/disputes/{number}/{what}", body)


def told(alternative: dict[str, Any]) -> str:
    """One line on what a remedy of the sandbox would do."""
    way = "from" if "replays" in alternative else "to"
    to = f" {way} version {alternative['to']}" if "to" in alternative else ""
    return f"{alternative['remedy']}{to}: {'; '.join(_effects(alternative))}"


def _effects(alternative: dict[str, Any]) -> Iterator[str]:
    if "replays" in alternative:
        yield f"{_counted(len(alternative['replays']), 'move')} played again, {len(alternative['illegal'])} no longer legal"
    if "refused" in alternative:
        yield f"cannot be given ({alternative['refused']['rule']})"
        return
    points = [f"seat {row['seat']} {row['then'] - row['now']:+}" for row in alternative["points"] if row["now"] != row["then"]]
    yield f"the state differs in {_counted(len(alternative['state']), 'place')}"
    yield f"points: {', '.join(points)}" if points else "no points change"
    if alternative["known"]:
        yield f"what was learned in {_counted(len(alternative['known']), 'place')} stays known"
    helped = " and ".join(f"seat {seat}" for seat in alternative["helped"])
    yield f"it helps {helped or 'nobody'}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
