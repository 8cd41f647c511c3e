"""Counting components: what a state has too many or too few of."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping


def miscounted(expected: Iterable[str], found: Iterable[str]) -> Iterator[str]:
    """A phrase for every face of which there are more or fewer than there should be, in order of the faces."""
    wanted, have = Counter(expected), Counter(found)
    for face in sorted(wanted.keys() | have.keys()):
        if wanted[face] != have[face]:
            yield f"{have[face]} of {face}, not {wanted[face]}"


def negative(amounts: Mapping[str, int]) -> Iterator[str]:
    """A phrase for every amount below nothing."""
    return (f"{what}: {amount}" for what, amount in amounts.items() if amount < 0)
