"""German, as in UD German GSD."""

from .rules import Rules, listed

_CONTRACTIONS = {
    "im": ("in", "dem"),
    "am": ("an", "dem"),
    "zum": ("zu", "dem"),
    "zur": ("zu", "der"),
    "vom": ("von", "dem"),
    "beim": ("bei", "dem"),
    "ins": ("in", "das"),
    "ans": ("an", "das"),
    "aufs": ("auf", "das"),
    "fürs": ("für", "das"),
    "durchs": ("durch", "das"),
    "ums": ("um", "das"),
    "übers": ("über", "das"),
    "unters": ("unter", "das"),
    "vors": ("vor", "das"),
    "hinters": ("hinter", "das"),
    "unterm": ("unter", "dem"),
    "überm": ("über", "dem"),
    "hinterm": ("hinter", "dem"),
}

_ABBREVIATIONS = listed(
    "v n z i ii iii iv vi vii viii ix xi xii xiii xiv xv xvi "
    "dr prof st hr fr nr bzw ca etc evtl ggf inkl exkl usw vgl sog ev bspw str tel abs az "
    "jh jhd mio mrd tsd hl geb gest verh jr sen dipl ing rer nat med phil zzgl zz "
    "jan feb mär apr jun jul aug sep sept okt nov dez bd hrsg aufl kap anm abb tab engl frz "
    "griech ital span chr mind allg amtl ehem einschl insb internat lt mögl röm"
)

RULES = Rules(
    lang="de",
    contractions=_CONTRACTIONS,
    abbreviations=_ABBREVIATIONS,
    ordinal_digits=2,
    apostrophe_words=frozenset({"'s", "'n", "'ne", "'nen", "'ner"}),
    split_hyphens=True,
)
