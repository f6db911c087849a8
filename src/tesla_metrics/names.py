"""What columns and fields are called, everywhere in the project."""

from collections.abc import Mapping

CANDIDATE, REFERENCE, SOURCE = "candidate", "reference", "source"
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
_ROLES = {name: role for role, names in NAMES.items() for name in names}


def role_of(name: str) -> str | None:
    """What a column or field of this name holds, if that can be told."""
    return _ROLES.get(name.strip().lower())
