"""The same market, where seats are asked how old they are."""

from dataclasses import replace

from domain.kernel.rule import Rule
from tests.kernel.night_market import NIGHT_MARKET, NightMarket

AGES = Rule("NM-A1", "Ages", "Before the start every seat says how old it is.")

AGED_MARKET: NightMarket = replace(
    NIGHT_MARKET,
    name="aged-market",
    title="Aged Market",
    rulebook=(*NIGHT_MARKET.rulebook, AGES),
    age_rule=AGES,
)
