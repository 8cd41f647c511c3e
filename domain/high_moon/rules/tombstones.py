"""Tombstones and jokers: markers move up their tracks."""

from functools import partial

from domain.high_moon.commands import ChooseTrack
from domain.high_moon.facts import MarkerMoved, TrackAsked, TrackChosen
from domain.high_moon.parts import JOKER, TRACKS
from domain.high_moon.rulebook import G1, G2, G3, R4, R16
from domain.high_moon.rules.actions import finished
from domain.high_moon.rules.gains import gain
from domain.high_moon.rules.order import Step, always, carry_out, check_turn
from domain.high_moon.state import Action, State, TrackOpen, at_last_space, open_tracks
from domain.kernel.fact import Facts
from domain.kernel.names import Seat
from domain.kernel.refusal import Refused, require
from domain.kernel.rule import Rule, cites


@cites(G3, R16)
def move_marker(state: State, seat: Seat, track: str, rule: Rule) -> Facts:
    """One space up the track, with the bonus of the space; nothing from the last one."""
    if at_last_space(state, seat, track):
        return ()
    space = state.players[seat].markers[track] + 1
    bonus = gain(state, seat, 1, G3) if space in state.pack.tracks[track].bonus else ()
    return (MarkerMoved(seat, track, space).by(rule), *bonus)


@cites(G1, G2, R16)
def count_space(state: State, seat: Seat, space: str, action: Action, rest: tuple[str, ...] = (), rule: Rule = G1) -> Facts:
    """What covering one space does to the markers; a joker asks for its track and leaves the rest for later."""
    if space in TRACKS:
        return move_marker(state, seat, space, rule)
    if space == JOKER and open_tracks(state, seat):
        return (TrackAsked(seat, action, rest).by(G2),)
    return ()


@cites(R4)
def count_covered(state: State, seat: Seat, spaces: tuple[str, ...]) -> Facts:
    """What a card covered, space by space, where the table counts it."""
    counted = (
        partial(count_space, seat=seat, space=space, action="card", rest=spaces[number:], rule=R4)
        for number, space in enumerate(spaces, start=1)
    )
    return carry_out(state, *counted)


@cites(G2, R16)
def choose_track(state: State, command: ChooseTrack) -> Facts:
    """The track of a joker; then the action that it interrupted goes on."""
    seat, track, pending = command.seat, command.track, state.pending
    check_turn(state, seat)
    if not isinstance(pending, TrackOpen):
        raise Refused(G2, "no joker waits for a track")
    require(track in TRACKS, G2, f"{track} is not a track")
    require(not at_last_space(state, seat, track), R16, f"the {track} marker is on its last space")
    return carry_out(state, *chosen(seat, track, pending), *finished(seat, pending.action))


@cites(G2)
def chosen(seat: Seat, track: str, pending: TrackOpen) -> tuple[Step, ...]:
    """The steps up to where the action that the joker interrupted ends."""
    return (
        always(TrackChosen(seat, track).by(G2)),
        partial(move_marker, seat=seat, track=track, rule=G2),
        partial(count_covered, seat=seat, spaces=pending.covered),
    )
