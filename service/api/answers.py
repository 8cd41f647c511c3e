"""What is answered: schemas for the OpenAPI document, of the JSON that ``shown`` builds."""

from marshmallow import INCLUDE, Schema, fields


class ProblemAnswer(Schema):
    """RFC 9457, with the rule that refused, the faults of a malformed request, or what happened ``since``.

    ``question`` is the one that the seat may answer now, where it named another.
    """

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String()
    rule = fields.Dict()
    reason = fields.String()
    faults = fields.List(fields.Dict())
    since = fields.List(fields.Dict())
    seen = fields.Integer()
    version = fields.Integer()
    question = fields.String()
    table = fields.String()
    fault = fields.Dict()
    parked = fields.Dict()
    last_good_version = fields.Integer()


class Opened(Schema):
    table = fields.String(required=True)
    version = fields.Integer(required=True)
    invitations = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class ForkedOff(Opened):
    """``tokens``: one for each seat that nobody is invited to; ``origin``: where the fork comes from, as `GET /tables/{id}` says it."""

    origin = fields.Dict(required=True)
    tokens = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class Claimed(Schema):
    table = fields.String(required=True)
    version = fields.Integer(required=True)
    role = fields.String(required=True)
    token = fields.String(required=True)


class Invited(Schema):
    table = fields.String(required=True)
    role = fields.String(required=True)
    invitation = fields.String(required=True)


class TokenShown(Schema):
    """``id`` is the hash of the token: it names the token and opens nothing. Times are ms UTC; no ``expires``: never."""

    id = fields.String(required=True)
    role = fields.String(required=True)
    table = fields.String()
    name = fields.String()
    created = fields.Integer()
    expires = fields.Integer()
    self = fields.Boolean(required=True)


class Issued(TokenShown):
    token = fields.String(required=True)


class TokenList(Schema):
    tokens = fields.List(fields.Nested(TokenShown), required=True)
    next = fields.String()


class Copy(Schema):
    """A viewer's copy: ``body`` is the exact text that ``hash`` chains, ``event`` the same read as JSON."""

    version = fields.Integer(required=True)
    body = fields.String(required=True)
    event = fields.Dict(required=True)
    openings = fields.List(fields.Dict(), required=True)
    hash = fields.String(required=True)


class Receipt(Copy):
    """The caller's copy of its event; ``sentences`` say each of its facts, as `/history` does."""

    sentences = fields.List(fields.String(), required=True)
    on_line = fields.Boolean(required=True)
    repeated = fields.Boolean(required=True)


class Copies(Schema):
    table = fields.String(required=True)
    viewer = fields.String(required=True)
    tip = fields.Integer(required=True)
    events = fields.List(fields.Nested(Copy), required=True)


class TableView(Schema):
    """``age_rule``: the rule by which seats are still to say how old they are; ``ages``: the order that came of it."""

    table = fields.String(required=True)
    version = fields.Integer(required=True)
    viewer = fields.String(required=True)
    phase = fields.String(required=True)
    paused = fields.Boolean(required=True)
    game = fields.String(required=True)
    ruleset = fields.String(required=True)
    pack = fields.Dict(required=True)
    options = fields.Dict(required=True)
    time_zone = fields.String(required=True)
    seats = fields.List(fields.Dict(), required=True)
    head = fields.Integer(required=True)
    origin = fields.Dict()
    waiting = fields.List(fields.Dict(), required=True)
    deadlines = fields.List(fields.Dict(), required=True)
    undo = fields.Dict()
    age_rule = fields.String()
    ages = fields.Dict()
    places = fields.List(fields.List(fields.Integer()))
    provisional = fields.Boolean()
    disputes = fields.List(fields.Dict(), required=True)
    state = fields.Dict(required=True)


class Disputes(Schema):
    table = fields.String(required=True)
    viewer = fields.String(required=True)
    disputes = fields.List(fields.Dict(), required=True)


class DisputeView(Schema):
    """``stage``: open, ruled, appealed, final, withdrawn or lapsed; ``stops`` null: the whole table stood still.

    ``statements`` and ``votes`` are there once they are open; a seat reads its own statement before.
    """

    class Meta:
        unknown = INCLUDE

    table = fields.String(required=True)
    viewer = fields.String(required=True)
    number = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    event = fields.Integer(required=True)
    rule = fields.String(required=True)
    stage = fields.String(required=True)
    claim = fields.String()
    evidence = fields.List(fields.Dict(), required=True)
    statements = fields.List(fields.Dict(), required=True)
    votes = fields.List(fields.Dict(), required=True)
    rulings = fields.List(fields.Dict(), required=True)
    appeals = fields.List(fields.Dict(), required=True)
    precedents = fields.List(fields.Dict())


class Sandbox(Schema):
    """``alternatives``: remedy, ``to``, ``replays``, ``illegal``; ``refused``, or what differs ``now`` and ``then``; ``helped`` seats."""

    table = fields.String(required=True)
    version = fields.Integer(required=True)
    dispute = fields.Integer(required=True)
    alternatives = fields.List(fields.Dict(), required=True)


class UndoView(Schema):
    """``latest``: ``{to, free}``, what an undo of the seat's own latest action would be."""

    table = fields.String(required=True)
    version = fields.Integer(required=True)
    viewer = fields.String(required=True)
    request = fields.Dict()
    latest = fields.Dict()


class Questions(Schema):
    table = fields.String(required=True)
    version = fields.Integer(required=True)
    viewer = fields.String(required=True)
    waiting = fields.List(fields.Dict(), required=True)
    question = fields.Dict()
    also = fields.List(fields.Dict())


class RefusalList(Schema):
    table = fields.String(required=True)
    refusals = fields.List(fields.Dict(), required=True)


class HistoryView(Schema):
    table = fields.String(required=True)
    viewer = fields.String(required=True)
    tip = fields.Integer(required=True)
    lines = fields.List(fields.Dict(), required=True)


class Branches(Schema):
    """The line that counts first; ``nodes`` are versions, and ``left`` says what abandoned a branch last."""

    table = fields.String(required=True)
    viewer = fields.String(required=True)
    tip = fields.Integer(required=True)
    branches = fields.List(fields.Dict(), required=True)


class Knowledge(Schema):
    """``learner``: whose knowledge it is, left out for everybody's."""

    table = fields.String(required=True)
    viewer = fields.String(required=True)
    tip = fields.Integer(required=True)
    learner = fields.String()
    learned = fields.List(fields.Dict(), required=True)


class Scores(Schema):
    """The sheet as the workers counted it: ``version`` is what it is good for."""

    table = fields.String(required=True)
    version = fields.Integer(required=True)
    finished = fields.Boolean(required=True)
    seats = fields.List(fields.Dict(), required=True)
    places = fields.List(fields.List(fields.Integer()), required=True)
    winner = fields.List(fields.Integer(), required=True)


class Conduct(Schema):
    table = fields.String(required=True)
    version = fields.Integer(required=True)
    seats = fields.List(fields.Dict(), required=True)


class TableList(Schema):
    tables = fields.List(fields.Dict(), required=True)
    next = fields.String()


class Player(Schema):
    """``places``: how often each place was reached; ``by_game`` holds the same for each game."""

    player = fields.String(required=True)
    games = fields.Integer(required=True)
    finished = fields.Integer(required=True)
    wins = fields.Integer(required=True)
    resigned = fields.Integer(required=True)
    points = fields.Integer(required=True)
    places = fields.Dict(required=True)
    by_game = fields.Dict(required=True)


class PlayerConduct(Schema):
    """``undos``: head moves on the player's word; ``spent`` in ms; ``penalties``: kind, ``refusals``: rule → how often."""

    player = fields.String(required=True)
    tables = fields.Integer(required=True)
    undos = fields.Integer(required=True)
    undos_asked = fields.Integer(required=True)
    undos_granted = fields.Integer(required=True)
    undos_refused = fields.Integer(required=True)
    answers_granted = fields.Integer(required=True)
    answers_refused = fields.Integer(required=True)
    pauses = fields.Integer(required=True)
    resigned = fields.Integer(required=True)
    spent = fields.Integer(required=True)
    disputes = fields.Integer(required=True)
    appeals = fields.Integer(required=True)
    penalties = fields.Dict(required=True)
    refusals = fields.Dict()


class PlayerList(Schema):
    players = fields.List(fields.Nested(Player), required=True)
    next = fields.String()


class Rulebooks(Schema):
    """``options``: what a table of the game, or of any (`table`), may be opened with: name, allowed, default, rulesets, rule, says."""

    rulebooks = fields.List(fields.Dict(), required=True)


class Numbered(Schema):
    """``defines``: it only says what something is, so no fact follows from it."""

    id = fields.String(required=True)
    where = fields.String(required=True)
    says = fields.String(required=True)
    defines = fields.Boolean(required=True)


class Rulebook(Schema):
    game = fields.String(required=True)
    rules = fields.List(fields.Nested(Numbered), required=True)


class Cited(Schema):
    table = fields.String(required=True)
    version = fields.Integer(required=True)
    fact = fields.String(required=True)


class RuleCited(Numbered):
    cited = fields.List(fields.Nested(Cited), required=True)
    disputed = fields.List(fields.Dict(), required=True)
    refused = fields.Integer(required=True)
    next = fields.String()


class Imported(Schema):
    """``events``: how many; ``tip``: the chain hash at the last of them; ``key``: who signed."""

    table = fields.String(required=True)
    viewer = fields.String(required=True)
    events = fields.Integer(required=True)
    tip = fields.String(required=True)
    key = fields.String(required=True)


class RecordFile(Schema):
    """One canonical object and a newline."""

    format = fields.String(required=True)
    table = fields.String(required=True)
    viewer = fields.String(required=True)
    packs = fields.Dict(required=True)
    events = fields.List(fields.Dict(), required=True)
    key = fields.String(required=True)
    signature = fields.String(required=True)


class Pack(Schema):
    """A pack's document has what its game reads, and these."""

    class Meta:
        unknown = INCLUDE

    name = fields.String(required=True)
    version = fields.String(required=True)


class PackKept(Schema):
    """``sources``: how many entries the rulebook prints, and how many somebody made up."""

    game = fields.String(required=True)
    name = fields.String(required=True)
    version = fields.String(required=True)
    hash = fields.String(required=True)
    built_in = fields.Boolean(required=True)
    sources = fields.Dict(required=True)
    description = fields.String()


class PackList(Schema):
    packs = fields.List(fields.Nested(PackKept), required=True)
    next = fields.String()
