"""Verifying a bundle: its record as any record, and the page as what this record gives."""

from collections.abc import Iterable
from dataclasses import replace

from domain.kernel.game import AnyGame
from service.case.form import read_bundle
from service.case.making import bundle_of
from service.codec import Unreadable
from service.record import BadRecord, Fault, NoGame, Report, codec_of, verify


def verify_bundle(data: bytes, catalogue: Iterable[AnyGame], key: str | None = None) -> Report:
    """The report on the record, with a fault at "header" where the page is not, to the byte, what the record gives."""
    games = tuple(catalogue)
    try:
        bundle = read_bundle(data)
    except BadRecord as bad:
        return Report(fault=bad.fault)
    report = verify(bundle.record.to_bytes(), games, key)
    if report.fault is not None:
        return report
    try:
        page = bundle_of(bundle.record, codec_of(bundle.record, games), bundle.dispute)
    except NoGame:
        return report
    except BadRecord as bad:
        return replace(report, fault=bad.fault)
    except Unreadable as error:
        return replace(report, fault=Fault(None, f"page: it cannot be drawn again: {error}"))
    return report if page == data else replace(report, fault=Fault(None, "page: it does not say what the record gives"))
