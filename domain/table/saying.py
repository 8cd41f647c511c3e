"""What people write at a table: short texts, sealed so that they can be erased."""

from domain.kernel.refusal import require
from domain.kernel.rule import Rule
from domain.kernel.secret import Hidden, Secret, reveal
from domain.kernel.text import fits, says_something


def check_said(field: str, secret: Secret[str] | None, longest: int, rule: Rule) -> None:
    """Refuse a text by this rule that is empty or blank, too long or steers the text around it; one that was erased is not judged."""
    if secret is not None and not isinstance(said := reveal(secret), Hidden):
        require(fits(said, longest), rule, f"{field}: 1 to {longest} characters, none of which steers the text around it")
        require(says_something(said), rule, f"{field}: nothing of it can be seen")
