"""Trained models of PEM, and the phrase tables and language models that they were trained with."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from .._version import __version__
from ..arrays import Floats
from ..core.comparing.comparer import Rows
from ..core.encoding.session import Session
from ..errors import ResourceError, UsageError
from ..files.compression import uncompressed_name
from ..files.resource import TRAINING, checksum, read_json_model, write_json_model
from ..files.schema import LANGUAGE, integer, mapping_of, number, record, text
from ..resources.learning.kernel_regression import (
    KernelRegression,
    RbfKernel,
    describe_regression,
    regression_from,
    regression_schema,
)
from ..resources.lm.loading import LanguageModel, load_language_model
from ..resources.pivot.phrase_table import PhraseTable, open_phrase_table
from .analysed_metric import MAX_ORDER
from .pem_parts import PARTS, PemParts, PemSettings, lm_file, open_parts, table_files
from .tesla_f_model import USED_FILES, UsedFile, compare_analysis, find_used_file, unique_labels

KIND, VERSION = "pem", 1
_COMMAND = "'tesla train pem'"
_CONTENT = record(
    {
        "language": LANGUAGE,
        "settings": record(
            {
                "lang": LANGUAGE,
                "analyzer": text(),
                "compounds": text(),
                "order": integer(1, MAX_ORDER),
                "prune": number(0.0, 1.0, exclusive_maximum=True),
                "least": number(0.0, 1.0),
            }
        ),
        "analysis": mapping_of(text()),
        "tables": USED_FILES,
        "language_models": USED_FILES,
        "regression": regression_schema(len(PARTS)),
        "training": TRAINING,
        "made_by": text(),
    }
)


@dataclass(frozen=True, eq=False)
class PemModel:
    """A trained model of PEM, which maps adequacy, fluency and dissimilarity to a score.

    analysis
        The names and hashes of the analysers, as in signatures.
    """

    settings: PemSettings
    regression: KernelRegression
    analysis: Mapping[str, str]
    tables: tuple[UsedFile, ...]
    language_model: UsedFile
    training: Mapping[str, Any] = field(default_factory=dict)
    made_by: str = f"tesla-metrics {__version__}"

    def combine(self, parts: Rows) -> Rows:
        """Return scores in [0,1]; `parts` has one row of the three parts per pair."""
        return self.regression.predict(parts).clip(0.0, 1.0)

    def slopes(self, parts: Floats) -> Floats:
        """Return the partial derivatives of the score of one pair with respect to its parts.

        They are 0 if the score is clipped.
        """
        (score,) = self.regression.predict(parts[None, :]).tolist()
        inside: Floats = self.regression.slopes(parts) * (0.0 < score < 1.0)
        return inside

    @property
    def name(self) -> str:
        """Return the name that signatures print."""
        return self.short_hash

    def content(self) -> dict[str, Any]:
        """Return the content of the model file."""
        return {
            "language": self.settings.lang,
            "settings": self.settings.to_dict(),
            "analysis": dict(self.analysis),
            "tables": [asdict(used) for used in self.tables],
            "language_models": [asdict(self.language_model)],
            "regression": describe_regression(self.regression),
            "training": dict(self.training),
            "made_by": self.made_by,
        }

    @property
    def short_hash(self) -> str:
        """Return the start of the checksum of the content."""
        return checksum(self.content())[:8]


def write_pem(path: Path, model: PemModel) -> None:
    """Write a model file atomically."""
    write_json_model(path, KIND, VERSION, model.content())


def read_pem(path: Path) -> PemModel:
    """Read a model file; raise a ResourceError if it is damaged."""
    content = read_json_model(path, KIND, VERSION, _COMMAND, _CONTENT)
    if not content["tables"] or len(content["language_models"]) != 1:
        raise ResourceError(
            f"{path} is malformed (it names {len(content['tables'])} phrase tables and "
            f"{len(content['language_models'])} language models): make it again with {_COMMAND}"
        )
    return PemModel(
        PemSettings(**content["settings"]),
        regression_from(content["regression"], RbfKernel),
        content["analysis"],
        tuple(UsedFile(**used) for used in content["tables"]),
        UsedFile(**content["language_models"][0]),
        content["training"],
        content["made_by"],
    )


# Prefix of the recorded names of files that are included in the package; their path is not
# recorded, since it depends on the installation.
_SHIPPED = "shipped/"


def used_files(
    parts: PemParts, tables: Sequence[str], lm: str
) -> tuple[tuple[UsedFile, ...], UsedFile]:
    """Return the records of the phrase tables and the language model for a model file.

    `tables` and `lm` are the paths given by the user; empty for the included files.
    """
    lang = parts.settings.lang
    files = [path if tables else _shipped_name(path) for path in table_files(lang, tables)]
    labels = unique_labels([table.pivot for table in parts.tables])
    model = lm_file(lang, lm) if lm else _shipped_name(lm_file(lang, lm))
    return (
        tuple(map(UsedFile, labels, files, [table.digest for table in parts.tables])),
        UsedFile(Path(uncompressed_name(model)).stem or "lm", model, parts.model.digest),
    )


def open_trained(
    path: str, lang: str, tables: Sequence[str], lms: Sequence[str], session: Session
) -> tuple[PemModel, PemParts]:
    """Return a model, and its parts opened with the files that it was trained with.

    `tables` and `lms` are the paths given by the user. Files are identified by their hash.
    """
    model = session.of_file(read_pem, path)
    if model.settings.lang != lang:
        raise UsageError(
            f"{path} is a model for {model.settings.lang!r}, but the texts are {lang!r}: give one "
            f"that was trained on ratings of {lang!r}"
        )

    def load_table(file: str) -> PhraseTable:
        return session.of_file(open_phrase_table, file)

    def load_lm(file: str) -> LanguageModel:
        return session.of_file(load_language_model, file)

    model_path, used = Path(path), model.language_model
    table_paths = [
        find_used_file(
            model_path,
            table,
            _candidate_paths(table, tables, lang),
            load_table,
            "phrase table",
            "--table",
        )[0]
        for table in model.tables
    ]
    lm = find_used_file(
        model_path, used, _candidate_paths(used, lms, lang), load_lm, "language model", "--lm"
    )[0]
    needed = needed_files(model, tables, lms, session)
    _check_needed(path, model.tables, tables, needed[0], "phrase table")
    _check_needed(path, [used], lms, needed[1], "language model")
    parts = open_parts(model.settings, table_paths, lm, session)
    compare_analysis(path, model.analysis, analysis_names(parts))
    return model, parts


def needed_files(
    model: PemModel, tables: Sequence[str], lms: Sequence[str], session: Session
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the paths of the tables, and of the language models, that the model needs."""

    def select(paths: Sequence[str], load: Callable[..., Any], used: Sequence[UsedFile]) -> Any:
        hashes = {item.sha256 for item in used}
        return tuple(path for path in paths if session.of_file(load, path).digest in hashes)

    return (
        select(tables, open_phrase_table, model.tables),
        select(lms, load_language_model, [model.language_model]),
    )


def _check_needed(
    path: str, used: Sequence[UsedFile], paths: Sequence[str], needed: Sequence[str], what: str
) -> None:
    """Refuse files of the user that the model does not use, since they would have no effect."""
    for file in paths:
        if file not in needed:
            raise UsageError(
                f"{file} is not a {what} that {path} was trained with "
                f"({', '.join(item.file for item in used)}): leave it out, or train again"
            )


def analysis_names(parts: PemParts) -> dict[str, str]:
    """Return the name of the tokeniser, as in signatures, by the key "analyzer".

    PEM uses no other part of the analysis.
    """
    return {"analyzer": parts.analysis.names["analyzer"]}


def _shipped_name(path: str) -> str:
    return _SHIPPED + Path(path).name


def _candidate_paths(used: UsedFile, files: Sequence[str], lang: str) -> list[str]:
    """Return the paths to search first for a recorded file.

    These are the paths given by the user and, if an included file was recorded, its path.
    """
    if not used.file.startswith(_SHIPPED):
        return list(files)
    shipped = [*table_files(lang, ()), lm_file(lang, "")]
    return [*files, *(path for path in shipped if path and _shipped_name(path) == used.file)]
