"""A case bundle: one page of HTML that holds the record as the judge saw it, the dispute, the alternatives and the ruling."""

from service.case.form import Bundle, is_bundle, read_bundle
from service.case.making import bundle_of
from service.case.verifying import verify_bundle

__all__ = ["Bundle", "bundle_of", "is_bundle", "read_bundle", "verify_bundle"]
