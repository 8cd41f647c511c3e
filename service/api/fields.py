"""Fields that read what JSON Schema says they read."""

import re
import unicodedata
from typing import Any

from marshmallow import ValidationError, fields, validate

SAFE = 2**53 - 1


class Whole(validate.Regexp):
    """The whole text must match; a pattern's ``$`` alone lets a line end pass."""

    def __call__(self, value: Any) -> Any:
        if not isinstance(value, str) or not re.fullmatch(str(self.regex.pattern), value):
            raise ValidationError(str(self.error))
        return value


class JsonInt(fields.Integer):
    """A JSON integer: ``1`` and ``1.0``, but no text and no boolean."""

    def _validated(self, value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
            raise self.make_error("invalid")
        return int(value)


class QueryInt(fields.Integer):
    """A whole number from 0 on, in plain digits."""

    def _validated(self, value: Any) -> Any:
        if not isinstance(value, str) or not re.fullmatch(r"[0-9]{1,16}", value):
            raise self.make_error("invalid")
        return int(value)


class OptionField(fields.Raw):
    """A boolean or a text."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, bool | str):
            raise ValidationError("Not a boolean or a text.")
        return value


class PersonName(fields.String):
    """What a person is called: 1 to 64 characters in Unicode form NFC, none of them a control character."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        name = unicodedata.normalize("NFC", super()._deserialize(value, attr, data, **kwargs)).strip()
        if not 1 <= len(name) <= 64:
            raise ValidationError("From 1 to 64 characters.")
        if any(unicodedata.category(character) in ("Cc", "Zl", "Zp") for character in name):
            raise ValidationError("No control characters.")
        return name
