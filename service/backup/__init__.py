"""Backups: one compressed file of everything that cannot be computed again. It holds every secret of every table."""

from service.backup.checking import Compared, check
from service.backup.form import BadBackup, Summary
from service.backup.making import make
from service.backup.restoring import NotEmpty, restore

__all__ = ["BadBackup", "Compared", "NotEmpty", "Summary", "check", "make", "restore"]
