"""The three parts of PEM, and the phrase tables and language models that they need."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from ..core.comparing.comparer import Comparer, Rows
from ..core.comparing.pivot_comparers import PooledBagComparer
from ..core.comparing.texts import EMPTY_CANDIDATE_FLUENCY, FluencyComparer
from ..core.encoding.analysis import Analysis, open_analysis
from ..core.encoding.pairs import Pairs
from ..core.encoding.pivot_codes import StemBagEncoder, StemPivotEncoder
from ..core.encoding.session import Session
from ..core.matching.pivot_bags import PivotBagBuilder, PooledBagSettings
from ..errors import ResourceError, UsageError
from ..files.atomic import check_distinct_content
from ..files.resource import DATA_FOLDER
from ..resources.lm.loading import LanguageModel, load_language_model
from ..resources.pivot.phrase_table import PhraseTable, open_phrase_table
from ..text.languages import parse_language

_SHIPPED_FOLDER = DATA_FOLDER / "pem"


def find_table_files(lang: str, user_paths: Sequence[str]) -> tuple[str, ...]:
    """Return the phrase tables of the user or, if there are none, the included ones."""
    return tuple(user_paths) or _find_shipped_files(lang, "table")


def find_lm_file(lang: str, user_path: str) -> str:
    """Return the language model of the user or, if empty, the included one; "" if none."""
    return user_path or "".join(_find_shipped_files(lang, "lm"))


def load_phrase_tables(
    lang: str, user_paths: Sequence[str], session: Session
) -> tuple[PhraseTable, ...]:
    """Load phrase tables; refuse tables of another language, without stems or punctuation."""
    paths = find_table_files(lang, user_paths)
    tables = tuple(session.of_file(open_phrase_table, path) for path in paths)
    for path, table in zip(paths, tables, strict=True):
        _check_table(path, table, lang)
    check_distinct_content("phrase table", paths, [table.digest for table in tables])
    return tables


def load_checked_lm(lang: str, user_path: str, session: Session) -> LanguageModel:
    """Load a language model; refuse it if the file names another language."""
    path = find_lm_file(lang, user_path)
    model = session.of_file(load_language_model, path)
    if model.text.language not in (None, lang):
        raise UsageError(
            f"{path} is a language model for {model.text.language!r}, but the texts are {lang!r}: "
            f"make one with '{_format_lm_command(lang)}'"
        )
    return model


def _find_shipped_files(lang: str, suffix: str) -> tuple[str, ...]:
    return tuple(map(str, sorted((_SHIPPED_FOLDER / lang).glob(f"*.{suffix}"))))


def check_files_available(lang: str, tables: Sequence[str], lm: str) -> None:
    """Raise an error if the user gave no tables or no language model and none are included.

    The error names all missing files.
    """
    missing_files = []
    if not find_table_files(lang, tables):
        hint = f"--table FILE, made by '{_format_table_command(lang, 'LANG')}'"
        missing_files.append(("phrase table", hint))
    if not find_lm_file(lang, lm):
        missing_files.append(("language model", f"--lm FILE, made by '{_format_lm_command(lang)}'"))
    if missing_files:
        names, hints = zip(*missing_files, strict=True)
        raise ResourceError(
            f"pem has no {' and '.join(names)} for {lang!r}, they are included for English only: "
            f"give {', and '.join(hints)}"
        )


def _check_table(path: str, table: PhraseTable, lang: str) -> None:
    settings = table.settings
    if table.target != lang:
        problem = f"is a phrase table for {table.target!r}, but the texts are {lang!r}"
    elif settings["key"] != "stem":
        problem = f"was built with --key {settings['key']}, but pem looks phrases up by their stems"
    elif settings.get("punctuation") is not True:
        problem = "was built without punctuation, which pem keeps"
    else:
        return
    raise UsageError(
        f"{path} {problem}: make one with '{_format_table_command(lang, table.pivot)}'"
    )


def _format_table_command(lang: str, pivot: str) -> str:
    return (
        f"tesla build phrase-table BITEXT --target {lang} --pivot {pivot} --key stem "
        "--keep-punctuation -o FILE"
    )


def _format_lm_command(lang: str) -> str:
    return f"tesla build lm TEXT -l {lang} -n 4 -o FILE.arpa"


PART_NAMES = ("adequacy", "fluency", "dissimilarity")


@dataclass(frozen=True, kw_only=True)
class PemSettings:
    """Settings that the parts depend on, apart from files.

    lang        language of the texts (ISO 639)
    analyzer    tokeniser; its tags and lemmas are not used
    compounds   auto (German compounds are split), none, or a file of counts
    order       length of the longest n-grams
    prune       minimum probability of pivot phrases; the most probable pivot phrase of each phrase
                is always kept
    least       minimum expected count of pivot n-grams
    """

    lang: str
    analyzer: str = "builtin"
    compounds: str = "auto"
    order: int = 4
    prune: float = 0.1
    least: float = 0.01

    def to_dict(self) -> dict[str, str | int | float]:
        """Return all settings by name."""
        return asdict(self)


class PemParts(Comparer):
    """Comparer that computes adequacy, fluency and dissimilarity of pairs.

    The left text of a pair is the source, the right text its paraphrase. Adequacy is the F1 of
    pivot n-grams (mean over tables), fluency is ln P / n of the paraphrase with n words and
    probability P, and dissimilarity is 1 - F1 of n-grams of stems.
    """

    columns = PART_NAMES

    def __init__(
        self,
        analysis: Analysis,
        settings: PemSettings,
        tables: Sequence[PhraseTable],
        language_model: LanguageModel,
    ) -> None:
        self.analysis, self.settings = analysis, settings
        self.tables, self.language_model = tuple(tables), language_model
        pivot_settings = PooledBagSettings(settings.order, settings.least)
        create_once = analysis.session.once
        self.pivot_comparers = tuple(
            PooledBagComparer(
                create_once(
                    StemPivotEncoder,
                    analysis,
                    pivot_settings,
                    PivotBagBuilder(table, 1, 1.0, settings.prune),
                ),
                table.pivot,
            )
            for table in self.tables
        )
        self.word_comparer = PooledBagComparer(
            create_once(StemBagEncoder, analysis, PooledBagSettings(settings.order)), "words"
        )
        self.fluency = FluencyComparer(language_model.name, language_model)

    @property
    def threaded(self) -> bool:
        return self.word_comparer.threaded

    @property
    def ranges(self) -> Rows:
        """Return the minimum and the maximum of each part, an array of shape (2, 3)."""
        return np.array([[0.0, EMPTY_CANDIDATE_FLUENCY, 0.0], [1.0, 0.0, 1.0]])

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        pivot_columns = np.hstack(
            [comparer.compare(pairs, threads) for comparer in self.pivot_comparers]
        )
        adequacy = pivot_columns.mean(axis=1, keepdims=True)
        word_similarity = self.word_comparer.compare(pairs, threads)
        fluency = self.fluency.compare(pairs, threads)
        dissimilarity = 1.0 - word_similarity
        parts = np.hstack((adequacy, fluency, dissimilarity))
        clipped_parts: Rows = np.clip(parts, *self.ranges)
        return clipped_parts


def open_parts(settings: PemSettings, tables: Sequence[str], lm: str, session: Session) -> PemParts:
    """Open the parts with these files; empty arguments stand for the included files."""
    lang = parse_language(settings.lang)
    check_files_available(lang, tables, lm)
    analysis = open_analysis(
        session,
        lang,
        settings.analyzer,
        synonyms="none",
        compounds=settings.compounds,
        punctuation=True,
    )
    phrase_tables = load_phrase_tables(lang, tables, session)
    return PemParts(analysis, settings, phrase_tables, load_checked_lm(lang, lm, session))
