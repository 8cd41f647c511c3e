"""Turns: a progress card is turned over, its stages follow one another, the next one comes or the game ends."""

from domain.kernel.bag import top
from domain.kernel.names import Seat
from domain.kernel.rule import cites
from domain.kernel.secret import known, sealed_for
from domain.moon_colony_bloodbath.abilities import Ability, Trigger
from domain.moon_colony_bloodbath.effects import AddEvent, AddRobot, AddTwist, SetAside, Step
from domain.moon_colony_bloodbath.facts import (
    ActionDone,
    CardSetAside,
    CardTurnedOver,
    GameEnded,
    ProgressShuffled,
    StageBegun,
    TurnEnded,
    WaitingCardDiscarded,
)
from domain.moon_colony_bloodbath.rulebook import (
    E1,
    E5,
    E6,
    E7,
    E8,
    L5,
    N_AUTOMATIC_DOORS,
    N_HACKER_LAIR,
    N_RADIO_ANTENNAE,
    N_REPAIRS_ROBOT,
    N_SENTIENT_AI,
    P2,
    R3,
    R7,
    R19,
    R20,
    T1,
    T2,
    T3,
    T4,
    W3,
    X1,
    X2,
)
from domain.moon_colony_bloodbath.rules.abilities import ability_of, ignores, sources
from domain.moon_colony_bloodbath.rules.acting import act
from domain.moon_colony_bloodbath.rules.adding import add_event, add_robot, add_twist, shuffle_batch
from domain.moon_colony_bloodbath.rules.asking import held_up
from domain.moon_colony_bloodbath.rules.citing import rule_of
from domain.moon_colony_bloodbath.rules.doing import Doing
from domain.moon_colony_bloodbath.rules.losing import owe
from domain.moon_colony_bloodbath.rules.pacing import ahead
from domain.moon_colony_bloodbath.rules.possible import holds
from domain.moon_colony_bloodbath.rules.resolving import advance
from domain.moon_colony_bloodbath.rules.together import open_picks, pass_left, reveal_laid
from domain.moon_colony_bloodbath.state import Source, Stage, State

CARD_STAGES: tuple[Stage, ...] = ("window", "loss", "text", "end")
WORK_STAGES: tuple[Stage, ...] = ("window", "start", "pick", "act", "end")


@cites(R3, T4)
def run(doing: Doing) -> None:
    """Go on until every seat waits for an answer, or the game is over."""
    while doing.state.phase == "turn":
        # A list, for every seat is to move as far as it can: who is asked must not hang on how far the one before it got.
        moved = [advance(doing, seat) for seat in doing.state.seats]
        _finish_actions(doing)
        if any(moved) or reveal_laid(doing) or pass_left(doing):
            continue
        if not _stage_done(doing.state):
            return
        # Where all have resigned the table itself finishes the game; nothing more may be turned over until it does.
        if not doing.state.living and not doing.state.failed:
            return
        _next_stage(doing)


@cites(W3)
def _finish_actions(doing: Doing) -> None:
    """A chit moves to the centre when its action is done."""
    if doing.state.turn.stage != "act":
        return
    for player in doing.state.players:
        if player.picked and not player.stack and not player.out:
            doing.happens(ActionDone(player.seat, player.picked), W3)


@cites(R20, T4)
def _stage_done(state: State) -> bool:
    for seat in state.living:
        player = state.players[seat]
        if player.stack and not ahead(state, seat):
            return False
        if state.turn.stage == "pick" and not player.picked and player.answer is None:
            return False
        if state.turn.stage in ("window", "end") and held_up(state, seat):
            return False
    return True


@cites(R7)
def _next_stage(doing: Doing) -> None:
    """The card's next stage, or the next part of its text; what a failed colony leaves undone is left to nobody."""
    if _cut_short(doing.state):
        for seat in doing.state.living:
            doing.drop(seat)
    if doing.state.turn.stage == "pick":
        open_picks(doing)
    stage = _following(doing.state)
    if stage is None:
        _end_turn(doing)
    else:
        begin_stage(doing, stage)


@cites(R7, R20)
def _following(state: State) -> Stage | None:
    """The next stage in which there is anything to do; None at the end of the turn."""
    if any(state.players[seat].stack for seat in state.living):
        # Only a part of the text is over, where the seats follow it part by part.
        return state.turn.stage
    stages = WORK_STAGES if state.pack.progress(state.turn.card).is_work else CARD_STAGES
    begun = 0 if state.turn.stage is None else stages.index(state.turn.stage) + 1
    left = stages[-1:] if _cut_short(state) else stages[begun:]
    return next((stage for stage in left if _needed(state, stage)), None)


@cites(R7)
def _cut_short(state: State) -> bool:
    """Whether the rest of the card is not done, because a colony has failed: a Work that has begun is finished all the same."""
    return state.options.fail_at_once and state.failed and state.turn.stage in ("window", "loss", "text")


def _needed(state: State, stage: Stage) -> bool:
    match stage:
        case "window" | "end":
            return any(held_up(state, seat) for seat in state.living)
        case "loss":
            people = state.pack.progress(state.turn.card).people
            return people > 0 or any(_before_loss(state, seat) for seat in state.living)
        case "text":
            return True
        case "start":
            return any(sources(state, seat, Trigger.START_OF_WORK) for seat in state.living)
        case "pick" | "act":
            return bool(state.living)


def begin_stage(doing: Doing, stage: Stage) -> None:
    doing.happens(StageBegun(stage), T1)
    match stage:
        case "loss":
            _begin_loss(doing)
        case "text" if not doing.state.turn.part:
            _begin_text(doing)
        case "start":
            _begin_work(doing)
        case "act":
            for seat in doing.state.living:
                act(doing, seat, doing.state.players[seat].picked, None)


@cites(X1, E7)
def _begin_loss(doing: Doing) -> None:
    """Everyone loses the number printed; what makes a seat's loss smaller comes before it."""
    card = doing.state.turn.card
    for seat in doing.state.living:
        # The loss lies below what makes it smaller, which is done first and finds it there.
        owe(doing, seat, doing.state.pack.progress(card).people, Source(card))
        doing.queue(seat, _before_loss(doing.state, seat))


@cites(P2)
def _before_loss(state: State, seat: Seat) -> tuple[Source, ...]:
    """What comes before the loss that the card prints: the seat's abilities named for the card, then the card's own."""
    key = state.pack.progress(state.turn.card).key
    named = (each for each in sources(state, seat, Trigger.EVENT) if ability_of(state, each).event == key)
    return (*named, *(_printed(state, Trigger.BEFORE_LOSS) if _follows(state, seat) else ()))


@cites(P2)
def _follows(state: State, seat: Seat) -> bool:
    """Whether the card turned over says anything to the seat: a perk speaks to its scientist alone."""
    scientist = state.pack.progress(state.turn.card).scientist
    return scientist in ("", state.players[seat].scientist)


@cites(X2, P2, E5, N_HACKER_LAIR)
def _begin_text(doing: Doing) -> None:
    """What the card says once is done once; then every seat follows the rest, of a perk its owner alone."""
    card = doing.state.pack.progress(doing.state.turn.card)
    for ability in card.abilities:
        if ability.once and ability.trigger is Trigger.TURNED_OVER:
            _do_once(doing, ability)
    for seat in doing.state.living:
        if _follows(doing.state, seat) and not ignores(doing.state, seat, doing.state.turn.card):
            doing.queue(seat, _printed(doing.state, Trigger.TURNED_OVER))


def _printed(state: State, trigger: Trigger) -> tuple[Source, ...]:
    abilities = state.pack.progress(state.turn.card).abilities
    return tuple(Source(state.turn.card, 0, number) for number, each in enumerate(abilities) if each.trigger is trigger and not each.once)


@cites(E1, E6, N_SENTIENT_AI)
def _do_once(doing: Doing, ability: Ability) -> None:
    for step in ability.steps:
        _do_step_once(doing, step)


def _do_step_once(doing: Doing, step: Step) -> None:
    card = doing.state.turn.card
    rule = rule_of(doing.state, Source(card))
    match step:
        case AddEvent():
            add_event(doing, None, E1)
        case AddRobot():
            add_robot(doing, None, E6)
        case AddTwist():
            add_twist(doing)
        case SetAside():
            doing.happens(CardSetAside(card), rule)
        case _:
            raise TypeError(f"{step} is not done once for the table")


@cites(R19, N_RADIO_ANTENNAE)
def _begin_work(doing: Doing) -> None:
    """Abilities for the start of a Work: their conditions are looked at once, before any of them happens."""
    state = doing.state
    for seat in state.living:
        found = sources(state, seat, Trigger.START_OF_WORK)
        doing.queue(seat, tuple(source for source in found if _meant(state, seat, source)))


def _meant(state: State, seat: Seat, source: Source) -> bool:
    condition = ability_of(state, source).condition
    return condition is None or holds(state, seat, condition, source)


@cites(T4, R7, L5)
def _end_turn(doing: Doing) -> None:
    """Once everybody is done the next card is turned over, or, when a colony has failed, the game is over."""
    if doing.state.failed:
        doing.happens(GameEnded("failure"), R7)
        return
    shuffle_batch(doing)
    doing.happens(TurnEnded(), T4)
    turn_over(doing)


@cites(T1, T2, E8)
def turn_over(doing: Doing) -> None:
    """The next progress card, of a deck shuffled anew when there is none."""
    if not doing.state.progress:
        shuffle_progress(doing)
    name = known(top(doing.state.progress) or "")
    doing.happens(CardTurnedOver(name), T1)
    card = doing.state.pack.progress(name)
    if card.ends_game:
        doing.happens(GameEnded("manual"), E8)
    elif card.is_work:
        _discard_waiting(doing)


@cites(T2, T3, N_AUTOMATIC_DOORS, N_REPAIRS_ROBOT)
def shuffle_progress(doing: Doing) -> None:
    """The progress discards are the deck again, cards set aside among them; the chits come off the mats."""
    for card in doing.state.set_aside:
        # It forbids nothing: at a shuffle it has waited in vain.
        doing.happens(WaitingCardDiscarded(card, ""), T2)
    cards = doing.chance.shuffle("progress", doing.state.turned)
    doing.happens(ProgressShuffled(sealed_for(cards)), T3 if doing.state.turn.number else T2)


@cites(N_AUTOMATIC_DOORS, N_REPAIRS_ROBOT)
def _discard_waiting(doing: Doing) -> None:
    """Cards set aside have waited for this Work; they go to the discards and forbid what they forbid."""
    for card in doing.state.set_aside:
        steps = (step for ability in doing.state.pack.progress(card).abilities for step in ability.steps)
        for forbids in (step.forbids for step in steps if isinstance(step, SetAside)):
            doing.happens(WaitingCardDiscarded(card, forbids), rule_of(doing.state, Source(card)))
