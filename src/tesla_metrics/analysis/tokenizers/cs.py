"""Czech, as in UD Czech PDT, CAC and PUD."""

from .rules import Rules

_ENDINGS = ("", "ch", "s", "chom", "ste")

RULES = Rules(
    lang="cs",
    contractions={
        **{f"aby{ending}": ("aby", f"by{ending}") for ending in _ENDINGS},
        **{f"kdyby{ending}": ("když", f"by{ending}") for ending in _ENDINGS},
        "ses": ("jsi", "se"),
        "sis": ("jsi", "si"),
        "oč": ("o", "co"),
        "nač": ("na", "co"),
        "zač": ("za", "co"),
    },
    initials=False,
    runs="-_*#=~`'…–—",
    split_hyphens=True,
)
