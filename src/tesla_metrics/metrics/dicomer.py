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
from ..files.item import Segment, get_text
from ..files.resource import (
    DATA_FOLDER,
    TRAINING_SCHEMA,
    compute_checksum,
    read_json_model,
    write_json_model,
)
from ..files.schema import LANGUAGE, integer, mapping_of, number, one_of, record, text
from ..files.sentence import Sentence
from ..parsing.coherence import FEATURE_KINDS, CoherenceModel, RoleMatrix, build_role_matrix
from ..parsing.discourse.parser import DiscourseParser, Parsed, load_discourse
from ..text.languages import parse_language
from .base import ReferencesFactory
from .options import option
from .segment_metric import SegmentMetric, SegmentScorer, SignatureFields
from .tesla_f_model import warn_about_analysis
from .tesla_x import MODEL_HELP

MODEL_KIND, MODEL_VERSION = "dicomer", 1
# Weights are scaled so that the largest absolute value is this integer.
MAX_WEIGHT = 9_999
_TRAIN_COMMAND = "'tesla train dicomer'"
_SHIPPED_FOLDER = DATA_FOLDER / "dicomer"
_NUMBER_SCHEMA = number(-1e9, 1e9)
_MODEL_SCHEMA = record(
    {
        "language": LANGUAGE,
        "features": one_of(*FEATURE_KINDS),
        "analysis": mapping_of(text()),
        "logistic": record(
            {
                "slope": number(0.0, 1e9, exclusive_minimum=True),
                "centre": _NUMBER_SCHEMA,
                "bend": _NUMBER_SCHEMA,
            }
        ),
        "weights": mapping_of(integer(-MAX_WEIGHT, MAX_WEIGHT), min_items=1),
        "training": TRAINING_SCHEMA,
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
    coherence_model: CoherenceModel
    analysis: Mapping[str, str]
    training: Mapping[str, Any] = field(default_factory=dict)
    made_by: str = f"tesla-metrics {__version__}"

    def build_content(self) -> dict[str, Any]:
        """Return the content of the model file."""
        coherence_model = self.coherence_model
        return {
            "language": self.language,
            "features": coherence_model.feature_kind.name,
            "analysis": dict(self.analysis),
            "logistic": {
                "slope": coherence_model.slope,
                "centre": coherence_model.intercept,
                "bend": coherence_model.length_slope,
            },
            "weights": dict(coherence_model.weights),
            "training": dict(self.training),
            "made_by": self.made_by,
        }

    @property
    def digest(self) -> str:
        """Return the checksum of the content."""
        return compute_checksum(self.build_content())

    @property
    def short_hash(self) -> str:
        """Return the hash that signatures print."""
        return self.digest[:8]


def write_dicomer(path: Path, model: DicomerModel) -> None:
    """Write a model file atomically."""
    write_json_model(path, MODEL_KIND, MODEL_VERSION, model.build_content())


def read_dicomer(path: Path) -> DicomerModel:
    """Read a model file; raise a ResourceError if it is damaged."""
    content = read_json_model(path, MODEL_KIND, MODEL_VERSION, _TRAIN_COMMAND, _MODEL_SCHEMA)
    logistic = content["logistic"]
    coherence_model = CoherenceModel(
        FEATURE_KINDS[content["features"]],
        content["weights"],
        *(float(logistic[name]) for name in ("slope", "centre", "bend")),
    )
    return DicomerModel(
        content["language"],
        coherence_model,
        content["analysis"],
        content["training"],
        content["made_by"],
    )


def shipped_dicomer(lang: str) -> Path:
    """Return the path of the included model of a language."""
    path = _SHIPPED_FOLDER / f"{lang}.model"
    if not path.exists():
        # Users cannot train a model for the language either.
        raise UsageError(
            f"dicomer and cremer do not support {lang!r}: discourse relations are found in English "
            "only (-l en)"
        )
    return path


# Estimated bytes of a role matrix in memory per character of its text.
_MATRIX_BYTES_PER_CHARACTER = 200


class DiscourseReader:
    """Parser of texts or analysed sentences of a language into role matrices, with a cache."""

    def __init__(self, session: Session, lang: str) -> None:
        self.parser: DiscourseParser = session.once(load_discourse, lang)
        self._matrices = TextCache[RoleMatrix](session.memory, _MATRIX_BYTES_PER_CHARACTER)

    @property
    def analysis_names(self) -> dict[str, str]:
        """Return the names of the analyser and of the discourse parser, as in signatures."""
        return self.parser.names

    def build_signature_fields(self, analysed: bool) -> list[tuple[str, str]]:
        """Return the fields of a signature; `analysed` tells if the input is analysed sentences."""
        names = self.analysis_names
        if analysed:
            names = names | {"analyzer": "given"}
        return list(names.items())

    def compute_matrices(self, segments: Sequence[Segment]) -> list[RoleMatrix]:
        """Return one role matrix per segment."""
        if isinstance(segments[0], str):
            return self._matrices.get_all(cast(Sequence[str], segments), self._build_matrices)
        return self._build_matrices(cast(Sequence[Sentence], segments))

    def parse(self, segments: Sequence[Segment]) -> list[Parsed]:
        """Parse texts into documents with discourse relations; paragraphs are ignored.

        Error messages quote the text, because callers number segments differently.
        """
        parser = self.parser
        return [
            parser.read(parser.document(segment).without_paragraphs(), _quote_text(segment))
            for segment in segments
        ]

    def _build_matrices(self, segments: Sequence[Segment]) -> list[RoleMatrix]:
        return [build_role_matrix(*parsed) for parsed in self.parse(segments)]


def _quote_text(segment: Segment) -> str:
    return f"the text {textwrap.shorten(get_text(segment), 60, placeholder='…')!r}"


def get_discourse_reader(session: Session, lang: str) -> DiscourseReader:
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
        MODEL_HELP,
        metavar="FILE",
        example="a file of 'tesla train dicomer'",
        model="dicomer",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_language(self.lang)

    def open_in(self, session: Session, references: ReferencesFactory | None) -> "DicomerScorer":
        lang = parse_language(self.lang)
        path = self.model or str(shipped_dicomer(lang))
        model = session.of_file(read_dicomer, path)
        if model.language != lang:
            raise UsageError(
                f"{path} is a model for {model.language!r}, but the texts are {lang!r}: give one "
                f"that was trained on texts of {lang!r}"
            )
        reader = get_discourse_reader(session, lang)
        warn_about_analysis(path, model.analysis, reader.analysis_names)
        return DicomerScorer(self, session, model, reader)

    def explain_text(self, scorer: SegmentScorer, hypothesis: Segment) -> TextCoherence:
        assert isinstance(scorer, DicomerScorer)
        (parsed,) = scorer.reader.parse([hypothesis])
        return explain_coherence(*parsed, scorer.model.coherence_model)


class DicomerScorer(SegmentScorer):
    """Scorer of DICOMER, with its model and the reader that parses texts into role matrices."""

    def __init__(
        self, metric: Dicomer, session: Session, model: DicomerModel, reader: DiscourseReader
    ) -> None:
        self.model, self.reader = model, reader
        super().__init__(
            metric, session, CoherenceComparer(model.coherence_model, reader), _get_first_column,
            partial(_build_signature_fields, model, reader),
        )  # fmt: skip


class CoherenceComparer(Comparer):
    """Comparer that computes the coherence of each candidate and ignores references."""

    columns = ("coherence",)

    def __init__(self, coherence_model: CoherenceModel, reader: DiscourseReader) -> None:
        self.coherence_model, self.reader = coherence_model, reader

    @property
    def threaded(self) -> bool:
        return False  # Threads do not help, since most of the work is plain Python.

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        matrices = self.reader.compute_matrices(pairs.candidates)
        scores = np.array([self.coherence_model.score(matrix) for matrix in matrices])
        return scores[pairs.candidate_indices, None]


def _get_first_column(columns: Rows) -> Rows:
    return columns[:, 0]


def _build_signature_fields(
    model: DicomerModel, reader: DiscourseReader, references: int, analysed: bool
) -> SignatureFields:
    del references
    return [
        ("lang", model.language),
        *reader.build_signature_fields(analysed),
        ("features", model.coherence_model.feature_kind.name),
        ("model", model.short_hash),
        ("version", __version__),
    ]
