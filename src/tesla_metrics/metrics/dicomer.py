"""DICOMER (Lin, Liu, Ng & Kan 2012): coherence by discourse relations."""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, cast

import numpy as np

from .._version import __version__
from ..core.comparing.comparer import Comparer, Rows
from ..core.encoding.pairs import Pairs
from ..core.encoding.session import Session, TextCache
from ..errors import UsageError
from ..explanation.coherence import explain_coherence
from ..explanation.coherence_values import TextCoherence
from ..files.field_names import NOTHING
from ..files.item import Segment, text_of
from ..files.resource import DATA_FOLDER, TRAINING, checksum, read_json_model, write_json_model
from ..files.schema import LANGUAGE, integer, mapping_of, number, one_of, record, text
from ..files.sentence import Sentence
from ..parsing.coherence import FEATURE_KINDS, CoherenceModel, RoleMatrix, role_matrix
from ..parsing.discourse.parser import DiscourseParser, Parsed, load_discourse
from ..text.languages import parse_language
from .base import AllReferences
from .options import option
from .segment_metric import Fields, SegmentMetric, SegmentScorer
from .tesla_f_model import compare_analysis
from .tesla_x import MODEL

KIND, VERSION = "dicomer", 1
# Weights are scaled so that the largest absolute value is this integer.
MAX_WEIGHT = 9_999
_COMMAND = "'tesla train dicomer'"
_SHIPPED = DATA_FOLDER / "dicomer"
_ANY_NUMBER = number(-1e9, 1e9)
_CONTENT = record(
    {
        "language": LANGUAGE,
        "features": one_of(*FEATURE_KINDS),
        "analysis": mapping_of(text()),
        "logistic": record(
            {
                "slope": number(0.0, 1e9, exclusive_minimum=True),
                "centre": _ANY_NUMBER,
                "bend": _ANY_NUMBER,
            }
        ),
        "weights": mapping_of(integer(-MAX_WEIGHT, MAX_WEIGHT), min_items=1),
        "training": TRAINING,
        "made_by": text(),
    }
)


@dataclass(frozen=True)
class DicomerModel:
    """A trained model of DICOMER, which maps role matrices to scores.

    analysis
        The names and hashes of the analysers, as in signatures.
    """

    language: str
    judge: CoherenceModel
    analysis: Mapping[str, str]
    training: Mapping[str, Any] = field(default_factory=dict)
    made_by: str = f"tesla-metrics {__version__}"

    def content(self) -> dict[str, Any]:
        """Return the content of the model file."""
        judge = self.judge
        return {
            "language": self.language,
            "features": judge.kind.name,
            "analysis": dict(self.analysis),
            "logistic": {
                "slope": judge.slope,
                "centre": judge.intercept,
                "bend": judge.length_slope,
            },
            "weights": dict(judge.weights),
            "training": dict(self.training),
            "made_by": self.made_by,
        }

    @property
    def digest(self) -> str:
        """Return the checksum of the content."""
        return checksum(self.content())

    @property
    def short_hash(self) -> str:
        """Return the hash that signatures print."""
        return self.digest[:8]


def write_dicomer(path: Path, model: DicomerModel) -> None:
    """Write a model file atomically."""
    write_json_model(path, KIND, VERSION, model.content())


def read_dicomer(path: Path) -> DicomerModel:
    """Read a model file; raise a ResourceError if it is damaged."""
    content = read_json_model(path, KIND, VERSION, _COMMAND, _CONTENT)
    logistic = content["logistic"]
    judge = CoherenceModel(
        FEATURE_KINDS[content["features"]],
        content["weights"],
        *(float(logistic[name]) for name in ("slope", "centre", "bend")),
    )
    return DicomerModel(
        content["language"], judge, content["analysis"], content["training"], content["made_by"]
    )


def shipped_dicomer(lang: str) -> Path:
    """Return the path of the included model of a language."""
    path = _SHIPPED / f"{lang}.model"
    if not path.exists():
        # Users cannot train a model for the language either.
        raise UsageError(
            f"dicomer and cremer do not support {lang!r}: discourse relations are found in English "
            "only (-l en)"
        )
    return path


# Estimated bytes of a role matrix in memory per character of its text.
_BYTES_PER_CHARACTER = 200


class DiscourseReader:
    """Parser of texts or analysed sentences of a language into role matrices, with a cache."""

    def __init__(self, session: Session, lang: str) -> None:
        self.parser: DiscourseParser = session.once(load_discourse, lang)
        self._matrices = TextCache[RoleMatrix](session.memory, _BYTES_PER_CHARACTER)

    @property
    def names(self) -> dict[str, str]:
        """Return the names of the analyser and of the discourse parser, as in signatures."""
        return self.parser.names

    def fields(self, analysed: bool) -> list[tuple[str, str]]:
        """Return the fields of a signature; `analysed` tells if the input is analysed sentences."""
        names = self.names
        if analysed:
            names = names | {"analyzer": "given"}
        return list(names.items())

    def matrices(self, segments: Sequence[Segment]) -> list[RoleMatrix]:
        """Return one role matrix per segment."""
        if isinstance(segments[0], str):
            return self._matrices.get_all(cast(Sequence[str], segments), self._make)
        return self._make(cast(Sequence[Sentence], segments))

    def read(self, segments: Sequence[Segment]) -> list[Parsed]:
        """Parse texts into documents with discourse relations; paragraphs are ignored.

        Error messages quote the text, because callers number segments differently.
        """
        parser = self.parser
        return [
            parser.read(parser.document(segment).without_paragraphs(), _quoted(segment))
            for segment in segments
        ]

    def _make(self, segments: Sequence[Segment]) -> list[RoleMatrix]:
        return [role_matrix(*parsed) for parsed in self.read(segments)]


def _quoted(segment: Segment) -> str:
    return f"the text {textwrap.shorten(text_of(segment), 60, placeholder='…')!r}"


def discourse_reader(session: Session, lang: str) -> DiscourseReader:
    """Return the reader of a language, which the session creates once."""
    return session.once(DiscourseReader, session, lang)


@dataclass(frozen=True, kw_only=True)
class Dicomer(SegmentMetric):
    """DICOMER: the probability that a text is the more coherent of two texts.

    It is computed from the transitions between discourse relations. A text has several sentences,
    and line breaks end sentences. References are not used. A text of a single sentence scores 0.5.

    Parameters
    ----------
    lang : str
        Language of the texts (ISO 639): English.
    model : str
        File made by `tesla train dicomer`. Default: the included model.
    lowercase : bool
        Whether texts are lower-cased first.
    """

    name: ClassVar[str] = "dicomer"
    against: ClassVar[str] = NOTHING
    of_documents: ClassVar[bool] = True
    required_script_language: ClassVar[str] = "en"
    lang: str
    model: str = option(
        "",
        "file",
        MODEL,
        metavar="FILE",
        example="a file of 'tesla train dicomer'",
        model="dicomer",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_language(self.lang)

    def open_in(self, session: Session, references: AllReferences | None) -> "DicomerScorer":
        lang = parse_language(self.lang)
        path = self.model or str(shipped_dicomer(lang))
        model = session.of_file(read_dicomer, path)
        if model.language != lang:
            raise UsageError(
                f"{path} is a model for {model.language!r}, but the texts are {lang!r}: give one "
                f"that was trained on texts of {lang!r}"
            )
        reader = discourse_reader(session, lang)
        compare_analysis(path, model.analysis, reader.names)
        return DicomerScorer(self, session, model, reader)

    def explain_text(self, scorer: SegmentScorer, hypothesis: Segment) -> TextCoherence:
        assert isinstance(scorer, DicomerScorer)
        (parsed,) = scorer.reader.read([hypothesis])
        return explain_coherence(*parsed, scorer.model.judge)


class DicomerScorer(SegmentScorer):
    """Scorer of DICOMER, with its model and the reader that parses texts into role matrices."""

    def __init__(
        self, metric: Dicomer, session: Session, model: DicomerModel, reader: DiscourseReader
    ) -> None:
        self.model, self.reader = model, reader
        super().__init__(
            metric, session, CoherenceScores(model.judge, reader), _first_column,
            partial(_fields, model, reader),
        )  # fmt: skip


class CoherenceScores(Comparer):
    """Comparer that computes the coherence of each candidate and ignores references."""

    columns = ("coherence",)

    def __init__(self, judge: CoherenceModel, reader: DiscourseReader) -> None:
        self.judge, self.reader = judge, reader

    @property
    def threaded(self) -> bool:
        return False  # Threads do not help, since most of the work is plain Python.

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        matrices = self.reader.matrices(pairs.candidates)
        scores = np.array([self.judge.score(matrix) for matrix in matrices])
        return scores[pairs.right, None]


def _first_column(columns: Rows) -> Rows:
    return columns[:, 0]


def _fields(
    model: DicomerModel, reader: DiscourseReader, references: int, analysed: bool
) -> Fields:
    del references
    return [
        ("lang", model.language),
        *reader.fields(analysed),
        ("features", model.judge.kind.name),
        ("model", model.short_hash),
        ("version", __version__),
    ]
