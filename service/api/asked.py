"""What may be sent: schemas that refuse every unknown field."""

from marshmallow import fields, validate

from domain.table.state import Phase
from service.api.fields import (
    SAFE,
    CursorField,
    DayField,
    JsonInt,
    Line,
    ListOf,
    Moment,
    ObjectOf,
    OptionField,
    Part,
    PersonName,
    QueryInt,
    Sent,
    Text,
    Whole,
    YesOrNo,
)

PAGE = 100
LONGEST_PAGE = 1000
JUDGES = 9
SPECTATORS = 50
SEATS = 64
TEXT = validate.Length(max=200, error="at most {max} characters")
PLAYER = r"^[A-Za-z0-9_-]{1,64}$"
KEY = "1 to 64 letters, digits, _ or -"
VIEWER = r"^(public|(seat|judge):(0|[1-9][0-9]?))$"
A_VIEWER = "public, seat:N or judge:N"


def between(least: int, most: int) -> validate.Range:
    return validate.Range(least, most, error="from {min} to {max}")


class Nothing(Sent):
    """An empty object, or no body at all."""


class Keyed(Sent):
    """Every POST is repeated with the same key until it is answered, and counts once."""

    key = Text(
        data_key="Idempotency-Key",
        required=True,
        validate=Whole(r"^[A-Za-z0-9_-]{1,64}$", error=KEY),
        error_messages={"required": f"send the header Idempotency-Key: {KEY} of your own choice"},
    )


class SeatLaidOut(Sent):
    colour = Text(validate=TEXT)
    player = Text(validate=TEXT)


class TableToOpen(Sent):
    game = Text(required=True, validate=TEXT)
    seats = ListOf(Part(SeatLaidOut), required=True, validate=validate.Length(max=SEATS, error="at most {max}"))
    ruleset = Text(validate=TEXT)
    pack = Text(validate=TEXT)
    options = ObjectOf(keys=Text(), values=OptionField())
    time_zone = Text(validate=TEXT)
    judges = JsonInt(load_default=1, validate=between(0, JUDGES))
    spectators = JsonInt(load_default=0, validate=between(0, SPECTATORS))


class ClaimAsked(Sent):
    name = PersonName()


class SeenAsked(Sent):
    """``seen`` is the version that the caller had before its eyes; it is kept in the record (0 when it is left out)."""

    seen = JsonInt(validate=between(0, SAFE))


class SeenNeeded(Sent):
    """``seen`` is the version that the caller had before its eyes: nobody takes back, or lets go, what they have not seen."""

    seen = JsonInt(required=True, validate=between(0, SAFE))


class UndoAsked(SeenNeeded):
    """``to``: the version to go on from, where it is not the one before the seat's own latest action."""

    to = JsonInt(validate=between(0, SAFE))
    reason = Line()


class UndoAnswer(SeenNeeded):
    granted = YesOrNo(required=True)


class ReadyAsked(SeenAsked):
    entropy = Text(validate=TEXT)
    colour = Text(validate=TEXT)


class AgeAsked(Sent):
    """``birth_date``; or else ``place`` in the order of ages (how many seats are older, and one more), with ``birthday_today``."""

    birth_date = DayField(metadata={"format": "date"})
    place = JsonInt(validate=between(1, SEATS))
    birthday_today = YesOrNo()


class CommandAsked(Sent):
    name = Text(required=True, validate=TEXT)
    arguments = ObjectOf(keys=Text(), values=fields.Raw(), load_default=dict)


class MoveAsked(Sent):
    """``question`` left out is judged as out of turn; ``seen`` is the version that the mover had before its eyes."""

    question = Text(validate=Whole(r"^[0-9]{1,9}\.[0-9]{1,9}\.[0-9]{1,9}$", error="three numbers with dots between"))
    seen = JsonInt(required=True, validate=between(0, SAFE))
    command = Part(CommandAsked, required=True)


class AsViewer(Sent):
    """A judge who has inspected may narrow what it reads to what ``as`` may see."""

    viewer = Text(data_key="as", validate=Whole(VIEWER, error=A_VIEWER))


class AtVersion(AsViewer):
    at = QueryInt(validate=between(1, SAFE))


class EventPage(AsViewer):
    after = QueryInt(load_default=0, validate=between(0, SAFE))
    limit = QueryInt(load_default=PAGE, validate=between(1, LONGEST_PAGE))


class HistoryPage(AtVersion):
    after = QueryInt(load_default=0, validate=between(0, SAFE))


class KnowledgeSince(AsViewer):
    """``viewer``: whose knowledge; ``since``: what was learned after this version."""

    learner = Text(data_key="viewer", validate=Whole(VIEWER, error=A_VIEWER))
    since = QueryInt(load_default=0, validate=between(0, SAFE))


class FeedFrom(AsViewer):
    after = QueryInt(load_default=0, validate=between(0, SAFE))


class Resumed(Sent):
    last = QueryInt(data_key="Last-Event-ID", validate=between(0, SAFE))


class Page(Sent):
    """``after`` is the ``next`` of the page before."""

    after = CursorField()
    limit = QueryInt(load_default=PAGE, validate=between(1, LONGEST_PAGE))


class TableSearch(Page):
    """What a table must be to be listed; ``opened_to`` is the last moment, or the last day, that counts."""

    player = Text(validate=Whole(PLAYER, error="a player id"))
    game = Text(validate=TEXT)
    phase = Text(validate=validate.OneOf([str(phase) for phase in Phase], error="one of: {choices}"))
    opened_from = Moment()
    opened_to = Moment(ends=True)


class TokenSearch(Page):
    table = Text(validate=Whole(r"^[a-z2-7]{16}$", error="a table id"))
    role = Text(validate=Whole(r"^(organiser|(seat|judge|spectator):[0-9]{1,2})$", error="a role"))


class Place(Sent):
    role = Text(required=True, validate=Whole(r"^(seat|judge|spectator):[0-9]{1,2}$", error="seat:N, judge:N or spectator:N"))


class ForkAsked(Sent):
    """From which version, through whose eyes (left out: the caller's own), and who is invited; the other seats are the caller's."""

    version = JsonInt(required=True, validate=between(1, SAFE))
    viewer = Text(data_key="as", validate=Whole(VIEWER, error=A_VIEWER))
    invite = ListOf(
        Text(validate=Whole(r"^(seat|judge|spectator):(0|[1-9][0-9]?)$", error="seat:N, judge:N or spectator:N")),
        load_default=list,
        validate=validate.Length(max=SEATS, error="at most {max}"),
    )


class PackFor(Sent):
    game = Text(required=True, validate=TEXT)


class PackSearch(Page):
    game = Text(validate=TEXT)


class MinVersion(Sent):
    min_version = QueryInt(load_default=0, validate=between(0, SAFE))


class OfSeat(Sent):
    seat = QueryInt(validate=between(0, SEATS))
