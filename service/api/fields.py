"""Fields that read what JSON Schema says they read."""

import json
import re
import unicodedata
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, date, datetime, timedelta
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate
from marshmallow.types import ErrorMessages

SAFE = 2**53 - 1
DAY = 24 * 60 * 60 * 1000
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def says(**words: str) -> ErrorMessages:
    """What a field says of a wrong value, in place of its library's words."""
    return {"required": "it is needed", "null": "null is no value here", **words}


SHAPE = {"unknown": "there is no such field", "type": "an object is needed"}


class Sent(Schema):
    """What may be sent, and what is said of what may not."""

    error_messages = SHAPE


class Text(fields.String):
    default_error_messages = says(invalid="a text is needed")


class ListOf(fields.List[Any]):
    default_error_messages = says(invalid="a list is needed")


class ObjectOf(fields.Dict):
    default_error_messages = says(invalid="an object is needed")


class Part(fields.Nested):
    default_error_messages = says(type="an object is needed")


class Whole(validate.Regexp):
    """The whole text must match; a pattern's ``$`` alone lets a line end pass."""

    def __call__(self, value: Any) -> Any:
        if not isinstance(value, str) or not re.fullmatch(str(self.regex.pattern), value):
            raise ValidationError(str(self.error))
        return value


class JsonInt(fields.Integer):
    """A JSON integer: ``1`` and ``1.0``, but no text and no boolean."""

    default_error_messages = says(invalid="a whole number is needed")

    def _validated(self, value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
            raise self.make_error("invalid")
        return int(value)


class DayField(Text):
    """A calendar day: ``1990-11-03``."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        try:
            if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
                return date.fromisoformat(text)
        except ValueError:
            pass
        raise ValidationError("a day of the calendar is needed, as 1990-11-03")


class QueryInt(fields.Integer):
    """A whole number from 0 on, in plain digits."""

    default_error_messages = says(invalid="a whole number is needed, in plain digits")

    def _validated(self, value: Any) -> Any:
        if not isinstance(value, str) or not re.fullmatch(r"[0-9]{1,16}", value):
            raise self.make_error("invalid")
        return int(value)


class CursorField(Text):
    """Where a page ended, as only this service reads it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        return read_cursor(super()._deserialize(value, attr, data, **kwargs))


def cursor(*place: str | int) -> str:
    """The cursor that ``CursorField`` reads as this place."""
    return urlsafe_b64encode(json.dumps(place).encode()).rstrip(b"=").decode()


def read_cursor(text: str) -> tuple[str | int, ...]:
    try:
        place = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (ValueError, RecursionError):
        place = None
    if not isinstance(place, list) or not all(isinstance(step, str | int) for step in place) or cursor(*place) != text:
        raise ValidationError("no cursor of this service")
    return tuple(place)


class Moment(Text):
    """Milliseconds UTC, or an ISO date or time; without a zone it is UTC. ``ends``: a day counts to its last millisecond."""

    def __init__(self, *, ends: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._ends = ends

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        if re.fullmatch(r"[0-9]{1,16}", text):
            return int(text)
        try:
            if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
                day = _milliseconds(datetime.fromisoformat(text))
                return day + DAY - 1 if self._ends else day
            return _milliseconds(datetime.fromisoformat(text))
        except (ValueError, OverflowError) as error:
            raise ValidationError("milliseconds UTC, or an ISO date or time, are needed") from error


def _milliseconds(moment: datetime) -> int:
    zoned = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return (zoned - EPOCH) // timedelta(milliseconds=1)


class OptionField(fields.Raw):
    """A boolean or a text."""

    default_error_messages = says(invalid='true, false or a text is needed; a number is given as a text, "30"')

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, bool | str):
            raise self.make_error("invalid")
        return value


class YesOrNo(fields.Boolean):
    """A JSON boolean and nothing that is like one."""

    default_error_messages = says(invalid="true or false is needed")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, bool):
            raise self.make_error("invalid")
        return value


class Line(Text):
    """What a person writes: 1 to LONGEST characters in Unicode form NFC, none of them a control character."""

    LONGEST = 500

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        line = unicodedata.normalize("NFC", super()._deserialize(value, attr, data, **kwargs)).strip()
        if not 1 <= len(line) <= self.LONGEST:
            raise ValidationError(f"from 1 to {self.LONGEST} characters")
        if any(unicodedata.category(character) in ("Cc", "Zl", "Zp") for character in line):
            raise ValidationError("no control characters")
        return line


class PersonName(Line):
    """What a person is called."""

    LONGEST = 64
