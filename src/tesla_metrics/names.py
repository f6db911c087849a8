"""What fields of texts are called, in rows, in files and in JSON."""

# Of one judged text, as in `Item`; `system` says whose it is.
FIELDS = ("candidate", "reference", "references", "source", "system", "group")

ALIASES = {
    **dict.fromkeys(("hyp", "mt", "text"), "candidate"),
    "ref": "reference",
    "src": "source",
    "doc": "group",
}


def field_of(name: str) -> str | None:
    """The field that a name or one of its aliases means; None for names of other things."""
    known = name.strip().lower()
    known = ALIASES.get(known, known)
    return known if known in FIELDS else None
