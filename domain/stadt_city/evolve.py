"""Taking a fact of Stadt City into the state."""

from functools import reduce
from typing import Any, TypeAlias, assert_never

from domain.kernel.bag import Bag, Pile, draw, ordered
from domain.kernel.fact import Facts
from domain.kernel.facts import AnswerDropped, AnswerSealed, DeadlineLifted, DeadlinePassed, DeadlineSet, DealtAnew, SeatResigned
from domain.kernel.names import Seat
from domain.kernel.replace import replace
from domain.kernel.secret import Hidden, Secret, reveal
from domain.stadt_city import facts as said
from domain.stadt_city.board import Square
from domain.stadt_city.challenges import CardTurned, DiceSetAside, DiceThrown, PlayBegun, TurnBanked
from domain.stadt_city.challenges import evolve as evolve_play
from domain.stadt_city.dealing import dealt
from domain.stadt_city.state import (
    Burst,
    Challenge,
    ChallengePile,
    Debt,
    Due,
    Falling,
    Meeting,
    Movement,
    Objection,
    Piece,
    Player,
    State,
    Stride,
    Won,
)

_Face: TypeAlias = str | Hidden


def fold(state: State, facts: Facts) -> State:
    """The state after these facts."""
    return reduce(lambda before, ruled: evolve(before, ruled.fact), facts, state)  # type: ignore[arg-type]


def evolve(state: State, fact: said.Fact | AnswerDropped | DealtAnew) -> State:
    """The state after a fact, as any viewer may hold it; nothing is refused here."""
    match fact:
        case said.AgesSettled():
            return replace(state, by_age=tuple(fact.oldest_first), order=tuple(fact.oldest_first), drawing=tuple(fact.drawing))
        case said.ColourTaken():
            return state.with_player(fact.seat, colour=fact.colour)
        case said.TitleRolled():
            return _title(state, fact)
        case said.HarbingerNamed():
            return replace(state, harbinger=fact.seat, tied=(), totals=())
        case said.DeckShuffled():
            return _shuffled(state, fact)
        case said.RoundBegun():
            players = tuple(replace(player, joined=False) for player in state.players)
            begun = replace(state, round=fact.round, order=tuple(fact.order), to_move=tuple(fact.order), players=players)
            return _stage(replace(begun, protected=frozenset(), challenges=()), "round-start")
        case said.StageBegun():
            falling = Falling() if fact.stage == "harbinger" else None
            return _stage(replace(state, falling=falling), fact.stage)
        case said.MovementBegun():
            to_move = tuple(seat for seat in state.to_move if seat != fact.seat)
            return _stage(replace(state, to_move=to_move, movement=Movement(fact.seat, sides=state.ruleset.die)), "before-roll")
        case said.StayedPut():
            return state
        case said.DiceSet():
            return _moving(state, card=fact.card, count=fact.count, sides=fact.sides)
        case said.MovementRolled():
            return _rolled(state, fact)
        case said.FlightBegun():
            return _moving(state, flying=True)
        case said.SquareEntered():
            return _entered(state, fact)
        case said.DirectionTaken():
            return _moving(state, direction=fact.direction)
        case said.DirectionRolled():
            return _moving(state, direction=fact.direction, turned=True)
        case said.StepsEnded():
            return _stage(state, "after-steps")
        case said.MovementEnded():
            walked = state.movement is not None and bool(state.movement.trail)
            return _stage(replace(_joined(state, fact.seat) if walked else state, movement=None), "moved")
        case said.PrizePlayed():
            played = _hand(state, fact.seat, take=fact.card)
            return replace(played, prize_discards=(*state.prize_discards, fact.card), passed=frozenset(), turned=frozenset())
        case said.PieceMoved():
            return _out_of_burst(_joined(_put(state, fact.seat, fact.square), fact.seat), fact.seat)
        case said.BurstBegun():
            return replace(state, burst=Burst(fact.seat, fact.card, tuple(fact.pieces)))
        case said.BurstEnded():
            return replace(state, burst=None)
        case said.SquaresRestored():
            return replace(state, board=state.board.restore(*fact.squares))
        case said.SquareProtected():
            return replace(state, protected=state.protected | {fact.square})
        case said.WindowPassed():
            return replace(state, passed=state.passed | {fact.seat})
        case said.StandingPassSet():
            passed = state.passed if fact.stands_by else state.passed | {fact.seat}
            return replace(state.with_player(fact.seat, stands_by=fact.stands_by), passed=passed, turned=state.turned ^ {fact.seat})
        case said.PrizesDue():
            return replace(state, due=(*state.due, Due(fact.seat, fact.cards)))
        case said.PrizeDrawn():
            card = _face(fact.card)
            return _drawn_due(_hand(replace(state, prizes=draw(state.prizes, card)), fact.seat, put=card), 1)
        case said.PrizesLacking():
            return _drawn_due(state, fact.cards)
        case said.PrizesDiscarded():
            discarded = reduce(lambda before, card: _hand(before, fact.seat, take=card), fact.cards, state)
            return replace(discarded, prize_discards=(*state.prize_discards, *fact.cards))
        case said.PairRolled():
            return _pair(state, fact)
        case said.SquareDestroyed():
            falling = state.falling or Falling()
            fallen = replace(falling, fallen=(*falling.fallen, fact.square), again=None)
            return replace(state, board=state.board.destroy(fact.square), falling=fallen)
        case said.CharacterLost():
            return _lost(state, fact)
        case said.SeatWentOut():
            return state.with_player(fact.seat, out_at=state.step)
        case said.PieceSentAway():
            return _put(state, fact.seat, fact.square)
        case said.DrinkOwed():
            return replace(state, debts=(*state.debts, Debt(fact.seat, fact.drink, fact.cause, tuple(fact.chosen_by))))
        case said.DrinkChosen():
            return _chosen(state, fact)
        case said.CharacterDrawn():
            state = replace(state, characters=draw(state.characters, fact.card))
            return state.with_player(fact.seat, piece=Piece("character", fact.card))
        case said.FallenDrawn():
            return _fallen(state, fact)
        case said.TitanDrawn():
            titans = state.titans if fact.card is None else draw(state.titans, fact.card)
            return replace(state, titans=titans).with_player(fact.seat, piece=Piece("titan", fact.card))
        case said.PiecePlaced():
            return _joined(_put(state, fact.seat, fact.square), fact.seat)
        case said.PlayersMet():
            return replace(state, meeting=Meeting(fact.first, fact.second))
        case said.AllianceAnswered():
            meeting = state.meeting
            return replace(state, meeting=meeting and replace(meeting, answers=tuple(sorted((*meeting.answers, (fact.seat, fact.yes))))))
        case said.AllianceFormed():
            state = replace(state, meeting=None)
            return state.with_player(fact.first, ally=fact.second).with_player(fact.second, ally=fact.first)
        case said.AllianceRefused():
            return _refused(replace(state, meeting=None), fact.first, fact.second)
        case said.SidesSet():
            sides = tuple(tuple(side) for side in fact.sides)
            return replace(state, challenges=(*state.challenges, Challenge(fact.square, sides)))
        case said.ChallengeDrawn():
            return _challenge_drawn(state, fact)
        case said.OutcomeReported():
            return _reported(state, fact)
        case said.OutcomeConfirmed() | said.OutcomeDoubted() | said.DoubtWithdrawn():
            return _answered(state, fact)
        case said.ReportVoided():
            return _voided(state, fact.square)
        case said.ReportsDiffered():
            return state.with_challenge(fact.square, differs=True)
        case AnswerSealed():
            return state.with_player(fact.seat, answer=reveal(fact.answer))
        case AnswerDropped():
            return state.with_player(fact.seat, answer=None)
        case DealtAnew():
            return dealt(state, fact)
        case said.ReportOpened():
            return state.with_player(fact.seat, answer=None)
        case said.OutcomeSettled():
            return state.with_challenge(fact.square, winners=fact.side, settled_by=fact.source, how=fact.how)
        case said.ChallengeCalledOff():
            return state.with_challenge(fact.square, off=True)
        case said.PointGained():
            won = Won(fact.challenge, state.round, fact.square)
            return replace(state.with_player(fact.seat, won=(*state.players[fact.seat].won, won)), challenged=True)
        case PlayBegun() | CardTurned() | DiceThrown() | DiceSetAside() | TurnBanked():
            challenge = state.challenge_on(fact.square)
            return state.with_challenge(fact.square, play=evolve_play(challenge.play if challenge else None, fact))
        case said.GameEnded():
            return _stage(state, "over")
        case DeadlineSet():
            return replace(state, deadlines=state.deadlines | {fact.deadline})
        case DeadlineLifted() | DeadlinePassed():
            return replace(state, deadlines=state.deadlines - {fact.deadline})
        case SeatResigned():
            return _resigned(state, fact.seat)
        case _:
            assert_never(fact)


def _stage(state: State, stage: Any) -> State:
    return replace(state, stage=stage, step=state.step + 1, passed=frozenset(), turned=frozenset())


def _face(card: Secret[str]) -> _Face:
    return reveal(card)


def _title(state: State, fact: said.TitleRolled) -> State:
    """A roll for the Harbinger; when all have rolled, those tied for the highest roll again."""
    totals = tuple(sorted((*state.totals, (fact.seat, sum(fact.dice)))))
    if len(totals) < len(state.tied):
        return replace(state, totals=totals)
    highest = max(total for _, total in totals)
    return replace(state, tied=tuple(seat for seat, total in totals if total == highest), totals=())


def _shuffled(state: State, fact: said.DeckShuffled) -> State:
    """The deck in its new order; where that is hidden, what lies in it is known all the same."""
    order = reveal(fact.cards)
    name, _, players = fact.deck.partition(":")
    if name == "challenges":
        piles = (_pile_shuffled(pile, order) if pile.players == int(players) else pile for pile in state.piles)
        return replace(state, piles=tuple(piles))
    if name == "prizes" and state.prize_discards:
        unsorted = (Bag.of(*state.prize_discards),)
        return replace(state, prizes=_in_order(unsorted, order), prize_discards=())
    return replace(state, **{name: _in_order(getattr(state, name), order)})


def _pile_shuffled(pile: ChallengePile, order: tuple[str, ...] | Hidden) -> ChallengePile:
    return replace(pile, cards=_in_order(pile.cards, order))


def _in_order(pile: Pile, order: tuple[str, ...] | Hidden) -> Pile:
    return pile if isinstance(order, Hidden) else ordered(tuple(order))


def _moving(state: State, **changes: Any) -> State:
    return state if state.movement is None else replace(state, movement=replace(state.movement, **changes))


def _rolled(state: State, fact: said.MovementRolled) -> State:
    movement = state.movement
    if movement is None:
        return state
    dice = (*movement.dice, *fact.dice)
    if len(dice) < movement.count:
        return _moving(state, dice=dice)
    return _stage(_moving(state, dice=dice, rolled=sum(dice)), "before-steps")


def _entered(state: State, fact: said.SquareEntered) -> State:
    """A step: the first one sets out from where the piece stands."""
    movement = state.movement
    if movement is None:
        return state
    origin = movement.origin or state.players[fact.seat].square
    state = _moving(state, origin=origin, trail=(*movement.trail, Stride(fact.square, fact.card)))
    state = _put(state, fact.seat, fact.square)
    return state if state.stage == "steps" else _stage(state, "steps")


def _put(state: State, seat: Seat, square: Square | None) -> State:
    piece = state.players[seat].piece
    return state if piece is None else state.with_player(seat, piece=replace(piece, square=square))


def _joined(state: State, seat: Seat) -> State:
    """The seat's piece came to stand where it is: others there may stay, unless they move already; for itself that counts anew."""
    state = state.with_player(seat, joined=False)
    square, too_late = state.players[seat].square, {seat, state.active}
    players = (
        replace(player, joined=True) if player.square == square and player.seat not in too_late else player for player in state.players
    )
    return state if square is None else replace(state, players=tuple(players))


def _out_of_burst(state: State, seat: Seat) -> State:
    """One piece of a burst is done, or gone; after the last the burst is over."""
    if state.burst is None:
        return state
    left = tuple(piece for piece in state.burst.left if piece != seat)
    return replace(state, burst=replace(state.burst, left=left) if left else None)


def _hand(state: State, seat: Seat, take: _Face | None = None, put: _Face | None = None) -> State:
    hand = state.players[seat].hand
    hand = hand if take is None else hand.take(take)
    return state.with_player(seat, hand=hand if put is None else hand.put(put))


def _drawn_due(state: State, cards: int) -> State:
    """So many fewer to draw for the seat that is first to."""
    if not state.due:
        return state
    first, *rest = state.due
    left = first.cards - cards
    return replace(state, due=(replace(first, cards=left), *rest) if left > 0 else tuple(rest))


def _pair(state: State, fact: said.PairRolled) -> State:
    falling = state.falling or Falling()
    again = fact.square if state.ruleset.rerolls and not state.board.standing(fact.square) else None
    return replace(state, falling=replace(falling, rolled=falling.rolled + 1, again=again))


def _lost(state: State, fact: said.CharacterLost) -> State:
    player = state.players[fact.seat]
    kept = (*player.kept, fact.card) if fact.kept else player.kept
    discards = state.character_discards if fact.kept else (*state.character_discards, fact.card)
    losses = player.losses + fact.counted
    state = state.with_player(fact.seat, piece=None, kept=kept, losses=losses, last_lost=fact.card)
    return _out_of_burst(replace(state, character_discards=discards), fact.seat)


def _fallen(state: State, fact: said.FallenDrawn) -> State:
    if fact.card is not None and fact.deck is not None:
        state = replace(state, **{fact.deck: draw(getattr(state, fact.deck), fact.card)})
    return state.with_player(fact.seat, piece=Piece("fallen", fact.card))


def _refused(state: State, first: Seat, second: Seat) -> State:
    state = state.with_player(first, refused=state.players[first].refused | {second})
    return state.with_player(second, refused=state.players[second].refused | {first})


def _challenge_drawn(state: State, fact: said.ChallengeDrawn) -> State:
    """The card goes under the pile it came from."""
    piles = tuple(_under(pile, fact.card) if pile.players == fact.players else pile for pile in state.piles)
    return replace(state.with_challenge(fact.square, card=fact.card), piles=piles)


def _under(pile: ChallengePile, card: str) -> ChallengePile:
    return replace(pile, cards=(*draw(pile.cards, card), Bag.of(card)))


def _reported(state: State, fact: said.OutcomeReported) -> State:
    """A report, which takes the place of an earlier one and of what was confirmed of that; objections stay."""
    challenge = state.challenge_on(fact.square)
    reports = challenge.reports + 1 if challenge else 0
    return state.with_challenge(fact.square, reported=fact.side, source=fact.source, reports=reports, confirmed=())


def _voided(state: State, square: Square) -> State:
    challenge = state.challenge_on(square)
    reports = challenge.reports + 1 if challenge else 0
    return state.with_challenge(square, reported=None, source="", reports=reports, confirmed=(), objections=())


def _answered(state: State, fact: said.OutcomeConfirmed | said.OutcomeDoubted | said.DoubtWithdrawn) -> State:
    challenge = state.challenge_on(fact.square)
    if challenge is None:
        return state
    if isinstance(fact, said.OutcomeConfirmed):
        return state.with_challenge(fact.square, confirmed=tuple(sorted({*challenge.confirmed, fact.side})))
    others = tuple(each for each in challenge.objections if each.seat != fact.seat)
    own = (Objection(fact.seat, challenge.reported),) if isinstance(fact, said.OutcomeDoubted) else ()
    return state.with_challenge(fact.square, objections=tuple(sorted((*others, *own), key=lambda each: each.seat)))


def _chosen(state: State, fact: said.DrinkChosen) -> State:
    """The oldest debt of the debtor that the seat may still say something about has been spoken of."""
    for number, debt in enumerate(state.debts):
        if debt.seat == fact.debtor and fact.seat in debt.chosen_by:
            return replace(
                state, debts=(*state.debts[:number], replace(debt, chosen_by=(), chosen=reveal(fact.drink)), *state.debts[number + 1 :])
            )
    return state


def _resigned(state: State, seat: Seat) -> State:
    """Nothing more is asked of the seat: its cards leave the game unseen, its piece stays where it is."""
    player: Player = state.players[seat]
    gone = Bag(state.gone.size + player.hand.size, tuple(sorted((*state.gone.known, *player.hand.known))))
    burst = None if state.burst and state.burst.seat == seat else state.burst
    plays = (each if each.play is None else replace(each, play=each.play.without(seat)) for each in state.challenges)
    state = replace(state, gone=gone, burst=burst, due=tuple(due for due in state.due if due.seat != seat), challenges=tuple(plays))
    state = state.with_player(seat, resigned=True, hand=Bag(0), answer=None, joined=False)
    return _out_of_burst(state, seat)
