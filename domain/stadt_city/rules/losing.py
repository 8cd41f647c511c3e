"""Characters lost, deaths passed on to allies, and what is defeated without dying."""

from collections.abc import Iterable

from domain.kernel.names import Seat
from domain.kernel.rule import Rule, cites
from domain.stadt_city.board import Square, furthest
from domain.stadt_city.facts import CharacterLost, DrinkOwed, PieceSentAway, SeatWentOut
from domain.stadt_city.rulebook import A6, A7, C3, C6, D1, L1, L3, L4, L5, L6, R17, R32, R33
from domain.stadt_city.rules.doing import Doing
from domain.stadt_city.rulesets import Cause
from domain.stadt_city.state import State


@cites(A7, R32)
def lose_characters(doing: Doing, seats: Iterable[Seat], cause: Cause, rule: Rule) -> None:
    """The characters of these seats die together, to an anomaly; those of their allies follow. Who has none loses none."""
    dying = [seat for seat in seats if mortal(doing.state, seat)]
    for seat in dying:
        _lose(doing, seat, cause, rule)
        _owe(doing, seat, cause)
    _pass_on(doing, dying, A7)


@cites(C3, L6, R33, R32)
def defeat(doing: Doing, square: Square, losers: Iterable[Seat], winners: Iterable[Seat]) -> None:
    """The losing side of a challenge: characters die, fallen and titans go away, allies' characters follow."""
    winning, losing = tuple(winners), tuple(losers)
    beaten = doing.state.ruleset.beaten_by_fallen
    cause: Cause = beaten if any(not _has_character(doing.state, seat) for seat in winning) else "challenge"
    for seat in losing:
        if mortal(doing.state, seat):
            _lose(doing, seat, cause, L6 if cause == "fallen" else C3)
        elif doing.state.players[seat].square is not None:
            _send_away(doing, seat, square)
        _owe(doing, seat, cause, winning)
    _pass_on(doing, losing, A6)


def mortal(state: State, seat: Seat) -> bool:
    """Whether the seat has a character on the board that may die."""
    player = state.players[seat]
    return player.is_character and not player.resigned


def _has_character(state: State, seat: Seat) -> bool:
    """Whether the seat takes part with a character; one that lost it this round through its ally does, too."""
    piece = state.players[seat].piece
    return piece is None or piece.kind == "character"


@cites(L1, L3, L4)
def _lose(doing: Doing, seat: Seat, cause: Cause, rule: Rule) -> None:
    """What is counted and what is kept is the ruleset's to say; with the last that counts the seat is out."""
    player, ruleset = doing.state.players[seat], doing.state.ruleset
    card, square = (player.piece.card or "", player.piece.square or "") if player.piece else ("", "")
    doing.happens(CharacterLost(seat, card, square, cause, cause in ruleset.counted, cause in ruleset.kept), rule)
    if doing.state.players[seat].losses >= ruleset.most_losses and not player.out:
        doing.happens(SeatWentOut(seat, "losses"), ruleset.out_rule)


@cites(A6, A7, R32)
def _pass_on(doing: Doing, lost: Iterable[Seat], rule: Rule) -> None:
    """What one of two allies suffers costs the other's character, at once and once."""
    for seat in lost:
        ally = doing.state.players[seat].ally
        if ally is not None and mortal(doing.state, ally):
            _lose(doing, ally, "alliance", rule)
            _owe(doing, ally, "alliance")


@cites(L5, R17)
def _send_away(doing: Doing, seat: Seat, square: Square) -> None:
    """To the destroyed square furthest from the challenge; while nothing is destroyed the piece stays."""
    goal = furthest(square, doing.state.board.destroyed)
    if goal is not None:
        doing.happens(PieceSentAway(seat, goal), L5)


@cites(D1, C6)
def _owe(doing: Doing, seat: Seat, cause: Cause, winners: tuple[Seat, ...] = ()) -> None:
    """A drink, or a finish by the Harbinger; of a challenge the winners say which."""
    if doing.state.options.drinks:
        doing.happens(DrinkOwed(seat, "finish" if cause == "harbinger" else "drink", cause, winners), C6 if winners else D1)
