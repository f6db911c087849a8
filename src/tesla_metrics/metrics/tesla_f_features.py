"""Which features TESLA-F has: the paper's, or these and some in their spirit."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace

from ..errors import UsageError
from ..lm.model import LanguageModel
from .feature_groups import Characters, Fluency, Lengths, Matching
from .features import FeatureGroup, FeatureSet
from .tesla_b import TeslaB
from .tesla_m import TeslaM

PAPER, EXTENDED = "paper", "extended"
FEATURE_SETS = (PAPER, EXTENDED)
_OWN = ("ms", "pos")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a model's weights are for, and a file of it records."""

    lang: str
    analyzer: str = "builtin"
    synonyms: str = "auto"
    tags: str = "auto"
    compounds: str = "auto"
    script: str = "as-is"
    order: int = 3
    alpha: float = 0.8
    discount: float = 0.1
    prune: float = 0.1

    def facts(self) -> dict[str, str | int | float]:
        """All of them by name."""
        return asdict(self)

    @classmethod
    def from_facts(cls, facts: Mapping[str, str | int | float]) -> "Settings":
        """What `facts` gave; a missing or strange one is a KeyError."""
        names = {field.name for field in fields(cls)}
        if strange := facts.keys() ^ names:
            raise KeyError(min(strange))
        return cls(**facts)  # type: ignore[arg-type]


def base_metric(settings: Settings, tables: Sequence[str]) -> TeslaM:
    """TESLA-B with these tables, TESLA-M where there are none."""
    options = settings.facts()
    if tables:
        return TeslaB(tables=tuple(tables), **options)  # type: ignore[arg-type]
    del options["prune"]
    return TeslaM(**options)  # type: ignore[arg-type]


def make_features(
    which: str,
    settings: Settings,
    tables: Mapping[str, str],
    models: Mapping[str, LanguageModel],
) -> FeatureSet:
    """`tables` are files by pivot; `models` language models by label."""
    if which not in FEATURE_SETS:
        raise UsageError(f"unknown features {which!r}: choose {' or '.join(FEATURE_SETS)}")
    pivots = [f"{pivot}:{kind}" for pivot in tables for kind in ("lem", "pos")]
    groups: list[FeatureGroup] = [
        Matching(base_metric(settings, list(tables.values())), (*_OWN, *pivots)),
        *(Fluency(label, model) for label, model in models.items()),
    ]
    if which == EXTENDED:
        groups += _extended(settings)
    return FeatureSet(tuple(groups))


def _extended(settings: Settings) -> list[FeatureGroup]:
    own = base_metric(settings, ())
    kinds = {"recall": replace(own, alpha=1.0), "precision": replace(own, alpha=0.0)}
    matching = [
        Matching(metric, tuple(f"{label}:{kind}" for kind in _OWN))
        for label, metric in kinds.items()
    ]
    return [*matching, Characters(), Lengths(settings.lang)]
