"""The case as one page: made at every stage of a dispute, and verified to the last word."""

import json
import re

import pytest

from domain.table.rulebook import HEARING, REMEDIES
from service.case import verify_bundle
from tests.api.clients import Caller, Seated, ok, started
from tests.api.test_disputes import file, rule
from tests.kernel.night_market import NIGHT_MARKET

ROLLED = {"name": "die-rolled", "rule": "NM-T6", "fields": {"seat": 1, "pips": 3}}


@pytest.fixture
def table(organiser: Caller) -> Seated:
    """A dispute of seat 1, one statement made, and a judge who has looked."""
    table = started(organiser)
    for seat in (0, 1):
        choices = ok(table.seats[seat].get(f"{table.path}/questions"))["question"]["choices"]
        ok(table.move(seat, "offer", **choices[0]["command"]["arguments"]), 201)
    ok(file(table), 201)
    ok(table.seats[0].post(f"{table.path}/disputes/1/statements", {"statement": "I saw a kite."}), 201)
    ok(table.judge.post(f"{table.path}/inspections"), 201)
    return table


def page_of(table: Seated) -> str:
    """The page, after checking that it verifies."""
    answer = table.judge.get(f"{table.path}/disputes/1/bundle")
    assert answer.status_code == 200, answer.get_data(as_text=True)
    report = verify_bundle(answer.data, [NIGHT_MARKET])
    assert report.fault is None, str(report.fault)
    return answer.get_data(as_text=True)


def words_of(page: str) -> str:
    """The page without its data and marks."""
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", "", page.partition('<script type="application/json"')[0]))


@pytest.mark.rule(HEARING)
def test_a_statement_that_is_not_open_is_said_to_be_so_also_once_the_dispute_was_let_go(table: Seated) -> None:
    for stage in ("open", "withdrawn"):
        page = page_of(table)
        assert "Not opened." in page
        assert "I saw a kite." not in page
        assert f"It is {stage}." in page
        table.seats[1].post(f"{table.path}/disputes/1/withdrawal")


@pytest.mark.rule(REMEDIES)
def test_a_declared_correction_stands_beside_the_other_remedies_and_in_the_ruling(table: Seated) -> None:
    ok(rule(table.judge, table, rules=["NM-T6"], remedy="correct", correction=[ROLLED]), 201)
    page = page_of(table)
    assert re.findall("<h3>(leave|undo|rewind|replay|correct)", page) == ["leave", "undo", "rewind", "replay", "correct"]
    assert "Declared: " in page
    assert "It helps seat 1." in page


def test_the_page_tells_questions_and_places_and_the_position_in_words(table: Seated) -> None:
    page = page_of(table)
    words = words_of(page)
    (alternatives,) = re.findall(r'"alternatives":(\[.*?\]),"dispute"', page)
    asked = [one for remedy in json.loads(alternatives) for one in remedy["questions"]]
    assert asked
    for one in asked:
        assert f"Seat {one['seat']} is asked: now {one['now'] or 'nothing'}, then {one['then'] or 'nothing'}." in words
    assert page.count("Place now") == page.count("Points now") > 0
    assert "It helps nobody. Parts of the state that differ: 0." in words
    assert '<pre role="img" aria-label=' in page
    state = ok(table.judge.get(table.path))["state"]
    for number, player in enumerate(state["players"]):
        assert f"players[{number}].coins {player['coins']} " in re.sub("<[^>]*>", " ", page).replace("  ", " ")
    assert "&#39;" not in page.partition("<h2>The remedies</h2>")[2].partition("<h2>The ruling</h2>")[0]


@pytest.mark.parametrize(
    ("true", "forged"),
    [
        ("That was not what I offered.", "That was what I offered."),
        ("</main>", "</main><script>document.title = 'x'</script>"),
        ("It is open", "It is final"),
        ("<h2>The claim</h2>", "<h2>The claim </h2>"),
        ('"remedy":"leave"', '"remedy":"undo"'),
        ("</body>\n</html>", "</body>\n\n</html>"),
    ],
)
def test_a_page_that_says_anything_else_than_the_record_gives_does_not_verify(table: Seated, true: str, forged: str) -> None:
    page = page_of(table)
    wrong = page.replace(true, forged, 1)
    assert wrong != page
    fault = verify_bundle(wrong.encode(), [NIGHT_MARKET]).fault
    assert fault is not None
    assert fault.where == "header"
