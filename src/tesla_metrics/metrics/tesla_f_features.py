"""Which features TESLA-F has: the paper's, these and some in their spirit, or roles as well."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields

from ..comparing.comparer import Comparer, SideBySide
from ..comparing.pivots import PivotComparer
from ..comparing.roles import RoleComparer
from ..comparing.texts import Characters, Fluency, Lengths
from ..encoding.analysis import Analysis
from ..encoding.roles import RoleReader, role_reader
from ..encoding.session import Session
from ..errors import UsageError
from ..files.schema import LANGUAGE, Shape, number, one_of, record, text, whole
from ..lm.model import LanguageModel
from .options import declared
from .tesla_b import TeslaB
from .tesla_m import TeslaM
from .tesla_x_constants import WORD_LEVELS

PAPER, EXTENDED, ROLES = "paper", "extended", "roles"
FEATURE_SETS = (PAPER, EXTENDED, ROLES)
_ROLES_LANGUAGE = "en"


@dataclass(frozen=True, kw_only=True)
class FeatureSettings:
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


def _shape(name: str) -> Shape:
    """What the option of that name can be."""
    if name == "lang":
        return LANGUAGE
    own = next(one.option for one in declared(TeslaB) if one.name == name)
    if own.kind == "whole":
        return whole(int(own.least), int(own.most))
    if own.kind == "number":
        return number(own.least, own.most, above=own.above, below=own.below)
    return one_of(*own.choices) if own.choices else text()


# Of a file's content.
SETTINGS = record({field.name: _shape(field.name) for field in fields(FeatureSettings)})


def base_metric(settings: FeatureSettings, tables: Sequence[str]) -> TeslaM:
    """TESLA-B with these tables, TESLA-M where there are none."""
    options = settings.facts()
    if tables:
        return TeslaB(tables=tuple(tables), **options)  # type: ignore[arg-type]
    del options["prune"]
    return TeslaM(**options)  # type: ignore[arg-type]


def make_features(
    which: str,
    settings: FeatureSettings,
    tables: Mapping[str, str],
    models: Mapping[str, LanguageModel],
    session: Session,
) -> SideBySide:
    """`tables` are files by pivot; `models` language models by label."""
    if which not in FEATURE_SETS:
        raise UsageError(f"unknown features {which!r}: choose {', '.join(FEATURE_SETS)}")
    base = base_metric(settings, list(tables.values()))
    analysis = base.analysis(session)
    parts: list[Comparer] = [base.bags(analysis)]
    if isinstance(base, TeslaB):
        named = zip(tables, base.pivots(analysis), strict=True)
        parts += [PivotComparer(own.pivots, base.alpha, label) for label, own in named]
    parts += [Fluency(label, model) for label, model in models.items()]
    if which != PAPER:
        parts += [
            base.bags(analysis, alpha=1.0, label="recall:"),
            base.bags(analysis, alpha=0.0, label="precision:"),
            Characters(session.native),
            Lengths(settings.lang),
        ]
    if which == ROLES:
        # That both are verbs, say, is no reason to take one for the other.
        parts.append(RoleComparer(_reader(analysis), settings.alpha, WORD_LEVELS))
    return SideBySide(tuple(parts))


def role_names(features: SideBySide) -> dict[str, str]:
    """What finds roles, as signatures print it; nothing where none are among the features."""
    readers = (part.reader for part in features.parts if isinstance(part, RoleComparer))
    return next((reader.names for reader in readers), {})


def _reader(analysis: Analysis) -> RoleReader:
    if analysis.lang != _ROLES_LANGUAGE:
        raise UsageError(
            f"roles are found in English only, not in {analysis.lang!r}: choose the features "
            f"{PAPER} or {EXTENDED}"
        )
    return role_reader(analysis)


def group_of(name: str) -> str:
    """What a feature is left out with in a feature study: ms, pos, a pivot, a model, ..."""
    if name.startswith("lm:"):
        return name
    return name.partition(":")[0] if ":" in name else name.partition("-")[0]
