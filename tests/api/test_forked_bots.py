"""Bots play a fork to its end over HTTP, each seeing what its seat sees."""

import random
from collections.abc import Iterator

import pytest

from domain.high_moon import HIGH_MOON
from domain.kernel.names import Seat
from service.codec import Codec
from service.config import Settings
from service.demo.bots import BOTS, Bot
from service.demo.client import Client
from service.demo.play import Seated, play, seat_bots
from service.record import verify
from tests.api.serving import Service, serving

MOVES = 12


@pytest.fixture
def service(settings: Settings) -> Iterator[Service]:
    with serving(settings) as service:
        yield service


def test_bots_play_a_fork_of_a_bots_game_to_its_end(service: Service) -> None:
    organiser = Client(service.root, service.token)
    parent = seat_bots(organiser, HIGH_MOON, 2, "greedy", 1)
    while len([seat for bot in parent.bots for seat in bot.acknowledged]) < MOVES:
        for bot in parent.bots:
            bot.move()
    maker = parent.bots[0]
    made = maker.client.post(f"/tables/{parent.table}/forks", {"version": maker.look().table.tip})
    clients = [maker.client.with_token(made["tokens"][f"seat:{seat}"]) for seat in (0, 1)]
    bots = tuple(
        Bot(client, made["table"], Seat(seat), Codec(HIGH_MOON), BOTS["random"], random.Random(seat)) for seat, client in enumerate(clients)
    )
    assert play(Seated(made["table"], bots, maker.client, maker.client), lambda bot: None) > 0
    assert bots[0].look().table.closed
    assert not maker.look().table.closed
    report = verify(clients[1].ask("GET", f"/tables/{made['table']}/record"), [HIGH_MOON])
    assert (report.fault, report.closed) == (None, True)
    assert report.origin is not None
    assert report.origin.table == parent.table
    for client in (organiser, parent.judge, *clients, *(bot.client for bot in parent.bots)):
        client._hang_up()
