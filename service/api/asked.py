"""What may be sent: schemas that refuse every unknown field."""

from marshmallow import Schema, fields, validate

from domain.table.state import Phase
from service.api.fields import SAFE, CursorField, JsonInt, Moment, OptionField, PersonName, QueryInt, Whole

PAGE = 100
LONGEST_PAGE = 1000
JUDGES = 9
SPECTATORS = 50
SEATS = 64
TEXT = validate.Length(max=200)
PLAYER = r"^[A-Za-z0-9_-]{1,64}$"


class Nothing(Schema):
    """An empty object, or no body at all."""


class Keyed(Schema):
    """Every POST is repeated with the same key until it is answered, and counts once."""

    key = fields.String(
        data_key="Idempotency-Key",
        required=True,
        validate=Whole(r"^[A-Za-z0-9_-]{1,64}$", error="1 to 64 letters, digits, _ or -"),
    )


class SeatLaidOut(Schema):
    colour = fields.String(validate=TEXT)
    player = fields.String(validate=TEXT)


class TableToOpen(Schema):
    game = fields.String(required=True, validate=TEXT)
    seats = fields.List(fields.Nested(SeatLaidOut), required=True, validate=validate.Length(max=SEATS))
    ruleset = fields.String(validate=TEXT)
    pack = fields.String(validate=TEXT)
    options = fields.Dict(keys=fields.String(), values=OptionField())
    time_zone = fields.String(validate=TEXT)
    judges = JsonInt(load_default=1, validate=validate.Range(0, JUDGES))
    spectators = JsonInt(load_default=0, validate=validate.Range(0, SPECTATORS))


class ClaimAsked(Schema):
    name = PersonName()


class SeenAsked(Schema):
    """``seen`` is the version that the caller had before its eyes; it is kept in the record (0 when it is left out)."""

    seen = JsonInt(validate=validate.Range(0, SAFE))


class UndoAsked(Schema):
    """``seen`` is the version that the caller had before its eyes: nobody takes back what they have not seen."""

    seen = JsonInt(required=True, validate=validate.Range(0, SAFE))


class ReadyAsked(SeenAsked):
    entropy = fields.String(validate=TEXT)
    colour = fields.String(validate=TEXT)


class CommandAsked(Schema):
    name = fields.String(required=True, validate=TEXT)
    arguments = fields.Dict(keys=fields.String(), values=fields.Raw(), load_default=dict)


class MoveAsked(Schema):
    """``question`` left out is judged as out of turn; ``seen`` is the version that the mover had before its eyes."""

    question = fields.String(validate=Whole(r"^[0-9]{1,9}\.[0-9]{1,9}\.[0-9]{1,9}$", error="three numbers with dots between"))
    seen = JsonInt(required=True, validate=validate.Range(0, SAFE))
    command = fields.Nested(CommandAsked, required=True)


class AsViewer(Schema):
    """A judge who has inspected may narrow what it reads to what ``as`` may see."""

    viewer = fields.String(data_key="as", validate=Whole(r"^(public|(seat|judge):(0|[1-9][0-9]?))$", error="public, seat:N or judge:N"))


class AtVersion(AsViewer):
    at = QueryInt(validate=validate.Range(1, SAFE))


class EventPage(AsViewer):
    after = QueryInt(load_default=0, validate=validate.Range(0, SAFE))
    limit = QueryInt(load_default=PAGE, validate=validate.Range(1, LONGEST_PAGE))


class HistoryPage(AsViewer):
    after = QueryInt(load_default=0, validate=validate.Range(0, SAFE))


class FeedFrom(AsViewer):
    after = QueryInt(load_default=0, validate=validate.Range(0, SAFE))


class Resumed(Schema):
    last = QueryInt(data_key="Last-Event-ID", validate=validate.Range(0, SAFE))


class Page(Schema):
    """``after`` is the ``next`` of the page before."""

    after = CursorField()
    limit = QueryInt(load_default=PAGE, validate=validate.Range(1, LONGEST_PAGE))


class TableSearch(Page):
    """What a table must be to be listed; ``opened_to`` is the last moment, or the last day, that counts."""

    player = fields.String(validate=Whole(PLAYER, error="a player id"))
    game = fields.String(validate=TEXT)
    phase = fields.String(validate=validate.OneOf([str(phase) for phase in Phase]))
    opened_from = Moment()
    opened_to = Moment(ends=True)


class TokenSearch(Page):
    table = fields.String(validate=Whole(r"^[a-z2-7]{16}$", error="a table id"))
    role = fields.String(validate=Whole(r"^(organiser|(seat|judge|spectator):[0-9]{1,2})$", error="a role"))


class Place(Schema):
    role = fields.String(required=True, validate=Whole(r"^(seat|judge|spectator):[0-9]{1,2}$", error="seat:N, judge:N or spectator:N"))


class PackFor(Schema):
    game = fields.String(required=True, validate=TEXT)


class PackSearch(Page):
    game = fields.String(validate=TEXT)


class MinVersion(Schema):
    min_version = QueryInt(load_default=0, validate=validate.Range(0, SAFE))


class OfSeat(Schema):
    seat = QueryInt(validate=validate.Range(0, SEATS))
