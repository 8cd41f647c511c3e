"""Whole games of every game with disputes and rulings of every kind: they go on, every view folds, and their records verify."""

from dataclasses import replace
from random import Random

import pytest

from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame
from domain.kernel.names import PUBLIC, SEATS, Seat, Viewer
from domain.kernel.rule import RuleId
from domain.kernel.secret import Sealed, Secret
from domain.table.asking import Ask, Renewal
from domain.table.commands import Claim
from domain.table.disputes.commands import Appeal, CallPanel, CastVote, GiveRuling, Recuse
from domain.table.disputes.parts import LOSING, Kind, Penalty, Remedy, Stage, Vote
from service.codec import Codec
from service.record import verify
from service.sandbox import Case, sandbox
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import Match, actor
from tests.record.writing import TABLE, record_of, stored
from tests.table.scenes import JUDGE, said
from tests.table.test_disputes import DEPUTY, filing

GAMES = ("night-market", *(game.name for game in CATALOGUE))
EVERY = 12
"""Moves between two disputes."""
MOST = 400
PANEL = (0, 1, 2)
FEWEST_IN = 3
"""So many seats are in before a ruling may put one out, for the game to go on."""


def game_of(name: str) -> AnyGame:
    return next(game for game in (NIGHT_MARKET, *CATALOGUE) if game.name == name)


def disputed_game(game: AnyGame, seats: int, seed: int) -> Match:
    """A game at whose every twelfth move somebody disputes an event and a judge gives one of the remedies that can be given."""
    random = Random(f"{game.name} {seed}")
    match = Match.started(game, seats, seed)
    for judge in PANEL:
        match.does(f"judge:{judge}", Claim(f"judge:{judge}"))
    moves = 0
    while not match.folded.table.closed and match.tip < MOST:
        asked = random.choice([asked for asked in match.folded.position.asked if asked.required])
        match.answer(asked.seat, random.choice(game.choices(match.state, asked.seat)).command)
        moves += 1
        if moves % EVERY == 0 and not match.folded.table.closed:
            _dispute(match, random)
            position = match.folded.position
            assert position.finished or any(asked.required for asked in position.asked)
            assert game.faults(match.state) == ()
    return match


def _dispute(match: Match, random: Random) -> None:
    line = match.folded.line()
    rule = RuleId(match.game.rulebook[0].id)
    event = random.choice(line[-6:])
    match.does(actor(random.randrange(match.folded.position.seats)), replace(filing(match, event), disputed=rule))
    number = len(match.folded.table.disputes)
    events = stored(match)
    case = Case(TABLE, Codec(match.game), match.folded, events[-1].hash, lambda after, up_to: events[after:up_to], number)
    possible = [one for one in sandbox(case) if one.refused is None]
    chosen = random.choice(possible)
    ruling = GiveRuling(number, (rule,), chosen.remedy, said("Heard."), chosen.to, chosen.replays, None, _penalties(match, random))
    match.take(_asked(match, _heard(match, ruling, random), ruling, random))
    if match.folded.table.disputes[-1].stage is Stage.RULED:
        match.does(actor(random.randrange(match.folded.position.seats)), Appeal(number, said("It was not so.")))
        upheld = _penalties(match, random) if random.random() < 0.5 else ruling.penalties
        match.does(JUDGE, replace(ruling, remedy=Remedy.LEAVE, to=None, replays=None, penalties=upheld))


def _heard(match: Match, ruling: GiveRuling, random: Random) -> str:
    """Who gives the ruling: the head judge, or its deputy, alone or for a panel that has voted for it."""
    number = ruling.number
    if random.random() < 0.4:
        match.does(JUDGE, CallPanel(number, PANEL))
        match.does("judge:2", Recuse(number))
        for judge in PANEL[:2]:
            vote = sealed_vote(judge, Vote(ruling.remedy, ruling.to))
            match.does(f"judge:{judge}", CastVote(number, vote))
    return random.choice((JUDGE, DEPUTY))


def sealed_vote(judge: int, vote: Vote) -> Secret[Vote]:
    return Sealed(vote, frozenset({Viewer(f"judge:{judge}")}))


def _penalties(match: Match, random: Random) -> tuple[Penalty, ...] | None:
    """Now and then points of a seat, or one seat out, of those that are in."""
    out = {*match.folded.table.losers, *match.folded.position.resigned}
    kind = random.choice((None, None, Kind.WARNING, Kind.POINTS, Kind.DISQUALIFICATION, Kind.GAME_LOSS))
    still_in = [seat for seat in range(match.folded.position.seats) if seat not in out]
    if kind is None or (kind in LOSING and len(still_in) < FEWEST_IN):
        return None
    return (Penalty(Seat(random.choice(still_in)), kind, 1 if kind is Kind.POINTS else None),)


def _asked(match: Match, who: str, ruling: GiveRuling, random: Random) -> Ask:
    renews = random.random() < 0.3 and ruling.remedy is Remedy.REWIND
    ask = match.ask(who, replace(ruling, new_chance=True) if renews else ruling)
    return replace(ask, renewal=Renewal("cd" * 32, match.view(SEATS), match.copies(SEATS))) if renews else ask


@pytest.mark.whole_games
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_disputed_games_go_on_fold_for_every_viewer_and_verify(name: str, seed: int) -> None:
    game = game_of(name)
    match = disputed_game(game, max(FEWEST_IN, game.fewest), seed)
    assert match.folded.table.disputes
    for viewer in (PUBLIC, Viewer("seat:0"), Viewer("judge:0")):
        assert match.view(viewer).table.disputes
        report = verify(record_of(match, viewer), [game])
        assert report.fault is None, str(report.fault)
