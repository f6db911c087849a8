"""How much a server takes on."""

from dataclasses import dataclass, fields

from ..errors import UsageError


@dataclass(frozen=True)
class Bounds:
    """What is more than that is refused, with a status that says so.

    body            bytes of a request's body
    segments        segments of all systems, times metrics and references, in one request
    characters      of one text
    work            for one segment with all its references, in the units of `cost`: seconds
    seconds         to send a request, to have it answered, and to take the answer
    connections     open at once
    waiting         requests that wait for a thread
    """

    body: int = 8 << 20
    segments: int = 50_000
    characters: int = 10_000
    work: int = 6_000_000
    seconds: float = 30.0
    connections: int = 100
    waiting: int = 64

    def __post_init__(self) -> None:
        for one in fields(self):
            if not 0 < getattr(self, one.name) <= 10**9:
                raise UsageError(
                    f"{one.name} {getattr(self, one.name)}: give a number above 0, to {10**9}"
                )

    @property
    def held(self) -> int:
        """Bytes of all bodies that are read or waiting at once."""
        return 8 * self.body
