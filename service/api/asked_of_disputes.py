"""What may be sent in a dispute: schemas that refuse every unknown field."""

from marshmallow import fields, validate

from domain.table.disputes.hearing import LONGEST_TEXT, MOST_EVIDENCE
from domain.table.disputes.parts import Kind, Remedy
from service.api.asked import JUDGES, SEATS, TEXT, AsViewer, SeenAsked, between
from service.api.fields import SAFE, JsonInt, ListOf, ObjectOf, Part, QueryInt, Sent, Text, YesOrNo

LONGEST_REPLAY = 1000
LONGEST_CORRECTION = 100
VERSION = between(1, SAFE)
WORDS = validate.Length(min=1, max=LONGEST_TEXT, error="1 to {max} characters")
REMEDY = validate.OneOf([str(remedy) for remedy in Remedy], error="one of: {choices}")


class DisputeToFile(SeenAsked):
    event = JsonInt(required=True, validate=VERSION)
    rule = Text(required=True, validate=TEXT)
    claim = Text(required=True, validate=WORDS)
    evidence = ListOf(JsonInt(validate=VERSION), load_default=list, validate=validate.Length(max=MOST_EVIDENCE, error="at most {max}"))
    outcome = Text(validate=TEXT)
    attempt = JsonInt(validate=between(0, SAFE))


class StatementToMake(SeenAsked):
    statement = Text(required=True, validate=WORDS)


class PanelToCall(SeenAsked):
    judges = ListOf(JsonInt(validate=between(0, JUDGES)), required=True)


class VoteToCast(SeenAsked):
    remedy = Text(required=True, validate=REMEDY)
    to = JsonInt(validate=VERSION)


class FactToDeclare(Sent):
    """A fact of the game: its stored name, its fields as stored; ``seen_by``: of a field that not all may see, who may."""

    name = Text(required=True, validate=TEXT)
    rule = Text(required=True, validate=TEXT)
    fields_ = ObjectOf(data_key="fields", keys=Text(), values=fields.Raw(), required=True)
    seen_by = ObjectOf(keys=Text(), values=ListOf(Text(validate=TEXT)))


class PenaltyToGive(Sent):
    seat = JsonInt(required=True, validate=between(0, SEATS))
    kind = Text(required=True, validate=validate.OneOf([str(kind) for kind in Kind], error="one of: {choices}"))
    points = JsonInt(validate=between(1, SAFE))


class RulingToGive(SeenAsked):
    rules = ListOf(Text(validate=TEXT), required=True)
    remedy = Text(required=True, validate=REMEDY)
    reason = Text(required=True, validate=WORDS)
    to = JsonInt(validate=VERSION)
    replays = ListOf(JsonInt(validate=VERSION), validate=validate.Length(max=LONGEST_REPLAY, error="at most {max}"))
    correction = ListOf(Part(FactToDeclare), validate=validate.Length(max=LONGEST_CORRECTION, error="at most {max}"))
    penalties = ListOf(Part(PenaltyToGive), validate=validate.Length(max=SEATS, error="at most {max}"))
    translation = Text(validate=WORDS)
    new_chance = YesOrNo()


class AppealToMake(SeenAsked):
    reason = Text(required=True, validate=WORDS)


class SandboxOf(AsViewer):
    """``to``: the version to rewind to; by default that before the disputed event."""

    to = QueryInt(validate=VERSION)
