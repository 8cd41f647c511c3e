"""A position can be taken in at a glance: the map with its pieces, every seat, and the challenges of the round."""

from dataclasses import replace
from itertools import islice
from typing import Any, get_args

import pytest

from domain.kernel.bag import Bag
from domain.kernel.game import Picture
from domain.stadt_city import challenges
from domain.stadt_city.challenges.facts import PlayBegun
from domain.stadt_city.parts import Kind
from domain.stadt_city.picture import WIDTH, picture
from domain.stadt_city.rulebook import D1, L7, R39, S1, S5
from domain.stadt_city.state import Challenge, Debt, Meeting, Movement, Objection, Stage, State, Won
from tests.stadt_city.playing import greedy, played
from tests.stadt_city.scenes import PACK, A, B, C, D, E, F, G, at, position

BAKER, BADGER = "stadt:the-night-baker", "stadt:brass-badger"
QUARTERS = Challenge("C3", ((A,), (B, C)), "stadt:quarters", reported=1, source="seat:1")


def text(lines: Picture) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in lines]


def scene(**changes: Any) -> State:
    """Seat 0 and a fallen on C3, seat 2 beside them on a protected square, seat 3 resigned."""
    players = (
        at(A, "C3", "fly", "push", persona=BAKER, won=(Won("stadt:farkle", 1, "B2"),), ally=C),
        replace(at(B, "C3", kind="fallen", losses=3, kept=(BADGER,)), hand=Bag(2)),
        at(C, "D3", persona="stadt:lady-ledger", ally=A, losses=1, stands_by=True),
        at(D, "J10", persona="stadt:kid-kite", resigned=True),
    )
    return replace(position(*players, destroyed=("C3", "A1", "B10"), protected=frozenset({"D3"})), **changes)


def row(state: State, number: int) -> str:
    return next(line for line in text(picture(state)) if line.startswith(f"{number:>2} "))


def test_map_decks_and_seats_stand_under_each_other() -> None:
    board = [f"{number:>2} " + "   ·   " * 10 for number in range(1, 11)]
    board[0] = " 1  ░░░░░ " + "   ·   " * 9
    board[2] = " 3 " + "   ·   " * 2 + " 0░1†░ " + "[  2  ]" + "   ·   " * 6
    board[9] = "10 " + "   ·    ░░░░░ " + "   ·   " * 7 + "  3×   "
    assert text(picture(scene())) == [
        "Round 2, before anybody moves; seat 0 is the Harbinger",
        "      A      B      C      D      E      F      G      H      I      J",
        *(line.rstrip() for line in board),
        "░░░ destroyed  [ ] protected  0 piece of seat 0  0† fallen  0× resigned",
        "characters 38, discards 0; prize cards 60, discards 0; fallen 10 + 10",
        "turn order: 0, 1, 2 and 3",
        "  0 red (Harbinger): The Night Baker, on C3",
        "      1 point; 0 of 3 anomaly losses; allied with seat 2; hand 2 (Fly and Push)",
        f"  1 blue: {PACK.personas[PACK.of_kind(Kind.FALLEN_HERO)[1]].name}, fallen, on C3",
        "      0 points; 3 of 3 anomaly losses; lost to anomalies: Brass Badger; hand 2",
        "  2 green: Lady Ledger, on D3",
        "      0 points; 1 of 3 anomaly losses; allied with seat 0; hand 0, plays none",
        "  3 yellow: resigned",
        "      0 points; 0 of 3 anomaly losses; hand 0",
    ]


@pytest.mark.rule(S1)
def test_the_older_map_has_six_columns_and_no_prize_cards() -> None:
    lines = text(picture(position(at(A, "F6", kind="titan"), at(B, "A1"), ruleset="1.0")))
    assert lines[1].split() == list("ABCDEF")
    assert lines[7].split() == ["6", "·", "·", "·", "·", "·", "0▲"]
    assert lines[8:10] == [
        "░░░ destroyed  0 piece of seat 0  0▲ titan  0× resigned",
        "characters 41, discards 0; titans 10",
    ]
    assert "      0 points; 0 of 3 eliminations" in lines


def test_pieces_are_drawn_in_the_colours_of_their_seats() -> None:
    spans = {span.text: span.colour for line in picture(scene()) for span in line}
    assert (spans["0"], spans["1†"], spans["2"], spans["3×"]) == ("bold", "blue", "green", "dark_goldenrod")
    drawn = [span for line in picture(scene()) for span in line if span.text == "0" and span.colour == "red"]
    assert len(drawn) == 1
    assert [span.colour for line in picture(scene()) for span in line if span.text.startswith("  3 yellow")] == ["dark_goldenrod"]


def test_a_crowded_square_shows_that_there_are_more() -> None:
    crowd = position(*(at(seat, "E5") for seat in (A, B, C, D, E, F)))
    assert row(crowd, 5)[31:38] == " 0 1+  "
    assert row(position(*(at(seat, "E5") for seat in (A, B, C)), at(D, "A1")), 5)[31:38] == " 0 1 2 "


def test_pieces_of_one_square_stand_apart() -> None:
    assert row(position(at(A, "E5"), at(C, "J1"), at(B, "E5")), 5)[31:38].split() == ["0", "1"]
    assert row(position(at(A, "E5", kind="fallen"), at(B, "J1"), at(C, "E5", kind="fallen"), destroyed=["E5"]), 5)[31:38] == " 0†░2† "


@pytest.mark.rule(S5)
def test_a_hand_that_the_viewer_may_not_see_is_only_counted() -> None:
    lines = text(picture(scene().with_player(A, hand=Bag(3, ("stadt:fly",))).with_player(B, hand=Bag(4))))
    assert [line.rpartition("; ")[2] for line in lines if "hand" in line] == ["hand 3 (Fly)", "hand 4", "hand 0, plays none", "hand 0"]


def test_who_moves_is_marked_with_what_was_rolled() -> None:
    moving = scene(stage="steps", movement=Movement(C, rolled=7, sides=10))
    assert text(picture(moving))[0] == "Round 2, seat 2 moves, rolled 7; seat 0 is the Harbinger"
    assert [line[:3] for line in text(picture(moving)) if line.startswith("▶")] == ["▶ 2"]


@pytest.mark.parametrize("stage", get_args(Stage))
def test_every_stage_has_a_headline(stage: Stage) -> None:
    assert text(picture(scene(stage=stage, movement=Movement(C))))[0]


def test_two_who_met_are_named() -> None:
    assert "seats 0 and 1 are asked whether they ally" in text(picture(scene(meeting=Meeting(A, B))))


def test_before_its_first_placing_a_seat_has_no_piece() -> None:
    lines = text(picture(position(at(A, None), at(B, None, out_at=4), at(C, "A1"))))
    assert [line for line in lines if line.startswith("  ") and ":" in line][:2] == [
        "  0 red (Harbinger): no piece",
        "  1 blue: out, no piece yet",
    ]


@pytest.mark.parametrize(
    ("challenge", "said"),
    [
        (QUARTERS, "; seat 1 reports that seats 1 and 2 have won"),
        (replace(QUARTERS, reported=None, source=""), ""),
        (replace(QUARTERS, objections=(Objection(A, 1),)), "; seat 1 reports that seats 1 and 2 have won, seat 0 objects"),
        (
            replace(QUARTERS, objections=(Objection(B, 1), Objection(C, 1))),
            "; seat 1 reports that seats 1 and 2 have won, seats 1 and 2 object",
        ),
        (replace(QUARTERS, differs=True), "; the reports differ"),
        (replace(QUARTERS, winners=0), "; seat 0 won"),
        (replace(QUARTERS, off=True), "; called off"),
    ],
)
def test_a_challenge_says_how_far_it_is(challenge: Challenge, said: str) -> None:
    lines = text(picture(scene(challenges=(replace(challenge, card="stadt:flip-cup"),))))
    about = lines[next(number for number, line in enumerate(lines) if line.startswith("C3 ")) :]
    assert " ".join(line.strip() for line in about) == f"C3 Flip Cup: seat 0 against seats 1 and 2{said}"


@pytest.mark.rule(R39, L7)
def test_who_is_good_at_an_open_challenge_is_shown_a_fallen_by_what_it_lost() -> None:
    three_man = replace(QUARTERS, card="stadt:three-man")
    baker, badger = (PACK.personas[name].advantage.says for name in (BAKER, BADGER))
    assert f"   seat 0, The Night Baker: {baker}" in text(picture(scene(challenges=(QUARTERS,))))
    assert f"   seat 1, Brass Badger: {badger}" in text(picture(scene(challenges=(three_man,))))
    settled = text(picture(scene(challenges=(replace(three_man, winners=0),))))
    assert not any("Brass Badger:" in line for line in settled)


def test_a_challenge_that_is_played_here_shows_its_score() -> None:
    for decider, score in (("farkle", "300 to 0"), ("black-or-red", "1 to 0"), ("seven-eleven-doubles", "1 to 0")):
        play = challenges.evolve(None, PlayBegun("C3", decider, ((A,), (B, C)), (1, 0), (0, 0)))
        open_challenge = replace(QUARTERS, card=f"stadt:{decider}", reported=None, play=play)
        assert any(line.endswith(f"; played here, {score}") for line in text(picture(scene(challenges=(open_challenge,)))))


@pytest.mark.rule(D1)
def test_drinks_are_counted_where_they_are_kept() -> None:
    owing = scene(
        debts=(Debt(A, "drink", "card"), Debt(C, "finish", "harbinger"), Debt(A, "drink", "card"), Debt(A, "finish", "harbinger"))
    )
    lines = " ".join(line.strip() for line in text(picture(owing)))
    assert "owed so far: 2 drinks and 1 finish" in lines
    assert lines.count("owed so far") == 2


def test_seven_seats_on_a_full_table_stay_within_eighty_columns() -> None:
    everybody = tuple(at(seat, "E5", *(["fly"] * 9), kept=PACK.character_deck()[:2], ally=A) for seat in (A, B, C, D, E, F, G))
    sides = (Challenge("E5", ((A, B, C, D, E, F, G),), "stadt:circle-of-death"),)
    lines = text(picture(position(*everybody, challenges=sides)))
    assert max(map(len, lines)) <= WIDTH


@pytest.mark.parametrize(("seats", "ruleset"), [(2, "1.1"), (5, "1.1"), (4, "1.0")])
def test_a_whole_game_stays_within_eighty_columns(seats: int, ruleset: str) -> None:
    positions = (state for state, *_ in islice(played(seats, *[greedy] * seats, ruleset=ruleset), 0, None, 7))
    widest = max(len(line) for state in positions for line in text(picture(state)))
    assert 50 < widest <= WIDTH
