"""What a language says of its compounds, beside how often words occur."""

from dataclasses import dataclass
from typing import NamedTuple


class Joint(NamedTuple):
    """Letters that fall away after a part, and which parts this is limited to."""

    drop: str
    shortest: int = 1
    only: frozenset[str] | None = None

    def follows(self, part: str) -> bool:
        """Whether it may stand after this part."""
        return len(part) >= self.shortest and (self.only is None or part in self.only)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Compounds:
    """How nouns are put together; all words in lower case."""

    joints: tuple[Joint, ...]
    """Tried in this order."""
    lost: str = ""
    """What a part may lose at a joint instead: Schul(e)-hof."""
    shortest_rest: int = 3
    """How much must be left of it then."""
    short_parts: frozenset[str] = frozenset()
    """Words that count as parts although they are short."""
    never_parts: frozenset[str] = frozenset()
    """Words that do not count, frequent as they are."""
    whole: frozenset[str] = frozenset()
    """Words that only look like compounds of their parts, or no longer mean what these say."""
    whole_endings: tuple[str, ...] = ()
    """Ends of such words: Gastro-skopie is no copy."""
