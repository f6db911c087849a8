"""CREMER (Lin, Liu, Ng & Kan 2012): content and coherence of a summary."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from .._version import __version__
from ..arrays import Floats
from ..core.comparing.comparer import Comparer, Rows
from ..core.encoding.pairs import Pairs
from ..core.encoding.session import Session
from ..errors import ResourceError, UsageError
from ..explanation.attribution import ExplainedColumn, distribute_by_weight
from ..explanation.coherence_values import TextCoherence
from ..explanation.columns import CombinedPart, explain_columns, explain_combined, split_sides
from ..explanation.explanation import ReferenceComparison
from ..explanation.sides import TextSides
from ..files.item import ReferenceSet, Segment
from ..files.resource import TRAINING_SCHEMA, compute_checksum, read_json_model, write_json_model
from ..files.schema import LANGUAGE, SHA256, mapping_of, number, one_of, record, text, tuple_of
from ..resources.learning.kernel_regression import (
    KERNELS,
    KernelRegression,
    build_regression,
    build_regression_schema,
    describe_regression,
)
from ..text.languages import parse_language
from .base import Progress, ReferencesFactory
from .dicomer import Dicomer, DicomerModel, read_dicomer, shipped_dicomer
from .options import option
from .segment_metric import SegmentMetric, SegmentScorer, SignatureFields
from .tesla_f_model import UsedFile, find_used_file, warn_about_analysis
from .tesla_s import TeslaS
from .tesla_x import MODEL_HELP

PART_NAMES = ("content", "coherence")
# Recorded in place of the path if a model uses the DICOMER model of the package.
_SHIPPED_MARK = "shipped"


class CremerParts(Comparer):
    """Comparer that computes content (TESLA-S with default settings) and coherence (DICOMER)."""

    columns = PART_NAMES

    def __init__(self, session: Session, lang: str, dicomer: str) -> None:
        self.content = TeslaS(lang=lang).open(session)
        self.coherence = Dicomer(lang=lang, model=dicomer).open_in(session, None)

    @property
    def threaded(self) -> bool:
        return self.content.comparer.threaded and self.coherence.comparer.threaded

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        content = self.content.pair_rows(pairs, threads)[:, 0]
        return np.column_stack([content, self.coherence.comparer.compare(pairs, threads)[:, 0]])

    def compute_best_parts(
        self,
        texts: Sequence[Segment],
        references: Sequence[ReferenceSet],
        jobs: int,
        progress: Progress | None,
    ) -> Rows:
        """Return content and coherence of each text, an array of shape (n_texts, 2).

        Content is computed against the reference with the highest content.
        """
        content = self.content.statistics(texts, references, jobs)
        coherence = self.coherence.statistics(texts, [], jobs, progress)
        return np.column_stack([[row[0] for row in content], [row[0] for row in coherence]])

    @property
    def analysis_names(self) -> dict[str, str]:
        """Return the name of the tokeniser of TESLA-S, by the key "analyzer".

        The DICOMER model records its analysis in its own file.
        """
        return {"analyzer": dict(self.content.signature(1).fields)["analyzer"]}

    def build_signature_fields(self, references: int, analysed: bool) -> SignatureFields:
        """Return the fields of the signatures of both parts, without duplicates."""
        fields = dict(self.content.signature(references, analysed).fields)
        coherence_fields = dict(self.coherence.signature(0, analysed).fields)
        features, model = coherence_fields.pop("features"), coherence_fields.pop("model")
        fields |= coherence_fields
        fields["dicomer"] = f"{features}@{model}"
        del fields["version"]
        return list(fields.items())


def describe_used_dicomer(user_path: str, lang: str, session: Session) -> UsedFile:
    """Return the record of the DICOMER model for a CREMER model that is trained with it.

    `user_path` is the path given by the user; empty for the included model.
    """
    path = user_path or str(shipped_dicomer(lang))
    model = session.of_file(read_dicomer, path)
    return UsedFile(
        model.coherence_model.feature_kind.name, user_path or _SHIPPED_MARK, model.digest
    )


def find_dicomer(
    path: str, recorded_file: UsedFile, user_path: str, lang: str, session: Session
) -> str:
    """Return the path of the DICOMER model that a CREMER model was trained with.

    `path` is the file of the CREMER model, `recorded_file` its record of the DICOMER model, and
    `user_path` the path given by the user, or "". The result is "" for the included model.
    """

    def load(file: str) -> DicomerModel:
        return session.of_file(read_dicomer, file)

    shipped = ""
    if recorded_file.file == _SHIPPED_MARK:
        shipped = str(shipped_dicomer(lang))
        _check_shipped_dicomer(path, recorded_file, user_path, load(shipped).digest)
    candidates = list(filter(None, (user_path, shipped)))
    found_path, _ = find_used_file(
        Path(path), recorded_file, candidates, load, "dicomer model", "--dicomer"
    )
    if user_path and found_path != user_path:
        raise UsageError(
            f"{user_path} is not the dicomer model that {path} was trained with "
            f"({recorded_file.file}): "
            "leave it out, or train again"
        )
    return "" if found_path == shipped else found_path


def _check_shipped_dicomer(
    path: str, recorded_file: UsedFile, user_path: str, shipped_hash: str
) -> None:
    """Raise an error if the included DICOMER model is not the recorded one.

    The user cannot get the model of another version of this package.
    """
    if not user_path and shipped_hash != recorded_file.sha256:
        raise ResourceError(
            f"{path} was trained with the dicomer model of hash {recorded_file.sha256[:8]} of "
            "another "
            f"version of tesla-metrics, but this version includes {shipped_hash[:8]}: train again"
        )


MODEL_KIND, MODEL_VERSION = "cremer", 1
_TRAIN_COMMAND = "'tesla train cremer'"
_SHARE_SCHEMA = number(0.0, 1.0)
_MODEL_SCHEMA = record(
    {
        "language": LANGUAGE,
        "analysis": mapping_of(text()),
        "dicomer": record({"label": text(), "file": text(), "sha256": SHA256}),
        "kernel": one_of(*KERNELS),
        "regression": build_regression_schema(len(PART_NAMES)),
        # Minimum and maximum of each part.
        "seen": tuple_of(*[tuple_of(_SHARE_SCHEMA, _SHARE_SCHEMA)] * len(PART_NAMES)),
        "training": TRAINING_SCHEMA,
        "made_by": text(),
    }
)


@dataclass(frozen=True, eq=False)
class CremerModel:
    """A trained model of CREMER, which maps content and coherence to a score.

    ranges
        The minimum and maximum of each part in the training data, an array of shape (2, 2). Parts
        are clipped to their range, because a kernel is unreliable outside it: an RBF kernel returns
        to its intercept, a polynomial can take any value.
    analysis
        The names and hashes of the analyser of TESLA-S, as in signatures.
    """

    language: str
    regression: KernelRegression
    ranges: Floats
    analysis: Mapping[str, str]
    dicomer: UsedFile
    training: Mapping[str, Any] = field(default_factory=dict)
    made_by: str = f"tesla-metrics {__version__}"

    def combine(self, parts: Rows) -> Rows:
        """Return scores in [0,1]; `parts` has one row of content and coherence per text."""
        return self.regression.predict(parts.clip(*self.ranges.T)).clip(0.0, 1.0)

    def compute_slopes(self, parts: Floats) -> Floats:
        """Return the partial derivatives of the score of one text with respect to its parts.

        A derivative is 0 if the score or the part is clipped.
        """
        low, high = self.ranges.T
        clipped = parts.clip(low, high)
        (score,) = self.regression.predict(clipped[None, :]).tolist()
        is_inside = (low <= parts) & (parts < high) & (0.0 < score < 1.0)
        slopes: Floats = self.regression.compute_slopes(clipped) * is_inside
        return slopes

    def build_content(self) -> dict[str, Any]:
        """Return the content of the model file."""
        return {
            "language": self.language,
            "analysis": dict(self.analysis),
            "dicomer": asdict(self.dicomer),
            "kernel": self.regression.kernel.name,
            "regression": describe_regression(self.regression),
            "seen": self.ranges.tolist(),
            "training": dict(self.training),
            "made_by": self.made_by,
        }

    @property
    def short_hash(self) -> str:
        """Return the hash that signatures print."""
        return compute_checksum(self.build_content())[:8]


def write_cremer(path: Path, model: CremerModel) -> None:
    """Write a model file atomically."""
    write_json_model(path, MODEL_KIND, MODEL_VERSION, model.build_content())


def read_cremer(path: Path) -> CremerModel:
    """Read a model file; raise a ResourceError if it is damaged."""
    content = read_json_model(path, MODEL_KIND, MODEL_VERSION, _TRAIN_COMMAND, _MODEL_SCHEMA)
    return CremerModel(
        content["language"],
        build_regression(content["regression"], KERNELS[content["kernel"]]),
        np.array(content["seen"], dtype=np.float64),
        content["analysis"],
        UsedFile(**content["dicomer"]),
        content["training"],
        content["made_by"],
    )


def explain_summary(
    parts: CremerParts, model: CremerModel, reference: Segment, summary: Segment
) -> ReferenceComparison:
    """Explain one summary against one reference.

    The cost of content is distributed over words as in TESLA-S. The cost of coherence is
    distributed over all words of the summary by their weight.
    """
    comparer, combine = parts.content.comparer, parts.content.combine
    sides = split_sides(comparer, reference, summary)
    columns = explain_columns(comparer, reference, summary, sides)
    factors = combine(np.eye(len(columns))).tolist()
    (values,) = parts.compare(Pairs.from_lines([summary], [reference]))
    slopes = model.compute_slopes(values).tolist()
    content, coherence = values.tolist()
    coherence_column = _build_coherence_column(coherence, sides)
    return explain_combined(
        [
            CombinedPart(content, 1.0, slopes[0], columns, factors),
            CombinedPart(coherence, 1.0, slopes[1], [coherence_column], [1.0]),
        ],
        model.combine,
        sides,
    )


def _build_coherence_column(value: float, sides: TextSides) -> ExplainedColumn:
    _, name = PART_NAMES
    # Without words of the reference, only words of the summary have costs.
    summary_only = TextSides(sides.reference._replace(words=()), sides.hypothesis)
    _, costs = distribute_by_weight(1 - value, summary_only)
    no_reference_costs = np.zeros(len(sides.reference.words))
    return ExplainedColumn(name, name, 0, value, 1.0, (), (), (), no_reference_costs, costs)


@dataclass(frozen=True, kw_only=True)
class Cremer(SegmentMetric):
    """CREMER: support vector regression on TESLA-S (content) and DICOMER (coherence) of a summary.

    A summary is a text of several sentences, and line breaks end sentences. If there are several
    references, the score against the reference with the highest content counts.

    Parameters
    ----------
    lang : str
        Language of the texts (ISO 639): English.
    model : str
        File made by `tesla train cremer`.
    dicomer : str
        File of the DICOMER model that it was trained with, if it is not the included model and was
        moved.
    lowercase : bool
        Whether both sides are lower-cased first.
    """

    name: ClassVar[str] = "cremer"
    parts: ClassVar[tuple[str, ...]] = PART_NAMES
    of_documents: ClassVar[bool] = True
    required_script_language: ClassVar[str] = "en"
    lang: str
    model: str = option(
        "",
        "file",
        MODEL_HELP,
        metavar="FILE",
        example="a file of 'tesla train cremer'",
        model="cremer",
    )
    dicomer: str = option(
        "",
        "file",
        "dicomer model that the cremer model was trained with",
        metavar="FILE",
        example="a file of 'tesla train dicomer'",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_language(self.lang)

    def open_in(self, session: Session, references: ReferencesFactory | None) -> "CremerScorer":
        lang = parse_language(self.lang)
        if not self.model:
            shipped_dicomer(lang)  # Raises an error first if the language is not supported.
            raise ResourceError(
                "cremer includes no model, because human preferences differ: give --model FILE, "
                f"made by 'tesla train cremer --judgments FILE --human KIND -l {lang} -o FILE'"
            )
        model = session.of_file(read_cremer, self.model)
        if model.language != lang:
            raise UsageError(
                f"{self.model} is a model for {model.language!r}, but the texts are {lang!r}: give "
                f"one that was trained on summaries of {lang!r}"
            )
        dicomer = find_dicomer(self.model, model.dicomer, self.dicomer, lang, session)
        parts = CremerParts(session, lang, dicomer)
        warn_about_analysis(self.model, model.analysis, parts.analysis_names)
        return CremerScorer(self, session, model, parts)

    def explain_pair(
        self, scorer: SegmentScorer, reference: Segment, hypothesis: Segment
    ) -> ReferenceComparison:
        assert isinstance(scorer, CremerScorer)
        return explain_summary(scorer.parts, scorer.model, reference, hypothesis)

    def explain_text(self, scorer: SegmentScorer, hypothesis: Segment) -> TextCoherence | None:
        assert isinstance(scorer, CremerScorer)
        coherence = scorer.parts.coherence
        return coherence.metric.explain_text(coherence, hypothesis)


class CremerScorer(SegmentScorer):
    """Scorer of CREMER, with the comparer of the two parts and the model that combines them."""

    # The best reference has the highest content (column 1), not the highest score: coherence is
    # the same for all references, and the score need not increase with content.
    deciding_column: ClassVar[int] = 1

    def __init__(
        self, metric: Cremer, session: Session, model: CremerModel, parts: CremerParts
    ) -> None:
        self.parts, self.model = parts, model
        super().__init__(
            metric,
            session,
            parts,
            model.combine,
            partial(_build_signature_fields, parts, model),
            "max",
        )


def _build_signature_fields(
    parts: CremerParts, model: CremerModel, references: int, analysed: bool
) -> SignatureFields:
    return [
        *parts.build_signature_fields(references, analysed),
        ("kernel", model.regression.kernel.name),
        ("model", model.short_hash),
        ("version", __version__),
    ]
