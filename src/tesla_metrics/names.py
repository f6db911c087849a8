"""What columns and fields are called, everywhere in the project."""

from collections.abc import Iterable, Mapping

CANDIDATE, REFERENCE, SOURCE = "candidate", "reference", "source"
# What a candidate is held against that is judged by itself.
NOTHING = "nothing"
SYSTEM, GROUP, ID = "system", "group", "id"
# A candidate that is given as a list of its sentences.
SENTENCES = "sentences"

NAMES: Mapping[str, tuple[str, ...]] = {
    CANDIDATE: (
        *("candidate", "hyp", "mt", "text", "hypothesis", "prediction", "translation"),
        *("summary", SENTENCES),
    ),
    REFERENCE: ("reference", "references", "ref"),
    SOURCE: ("source", "src"),
    SYSTEM: ("system",),
    GROUP: ("group", "doc"),
    ID: ("id",),
}
# Tables have these beside a candidate too, of which they are the summary, say.
_SECOND = ("summary", SENTENCES)
_ROLES = {name: role for role, names in NAMES.items() for name in names}


def role_of(name: str) -> str | None:
    """What a column or field of this name holds, if that can be told."""
    return _ROLES.get(name.strip().lower())


def roles_of(names: Iterable[str]) -> list[tuple[str, str]]:
    """Columns or fields that stand beside each other, each with its role, if that can be told.

    `summary` and `sentences` are candidates only where nothing else is.
    """
    found = [(name, role) for name in names if (role := role_of(name)) is not None]
    if all(stands_back(name) for name, role in found if role == CANDIDATE):
        return found
    return [(name, role) for name, role in found if not stands_back(name)]


def stands_back(name: str) -> bool:
    """Whether another name of its role goes first."""
    return name.strip().lower() in _SECOND
