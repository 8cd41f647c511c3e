"""Records: export, import, reading and verifying (service/docs/record.md)."""

from service.record.exporting import export
from service.record.fault import BadRecord, Fault
from service.record.form import Record
from service.record.importing import TableIsHere, import_record, imported
from service.record.reading import read_record
from service.record.replaying import MayNotShow, NoGame, Step, codec_of, copies_for, steps
from service.record.report import Report
from service.record.restoring import is_closed, restored
from service.record.signing import SigningKey
from service.record.verify import verify

__all__ = [
    "BadRecord",
    "Fault",
    "MayNotShow",
    "NoGame",
    "Record",
    "Report",
    "SigningKey",
    "Step",
    "TableIsHere",
    "codec_of",
    "copies_for",
    "export",
    "import_record",
    "imported",
    "is_closed",
    "read_record",
    "restored",
    "steps",
    "verify",
]
