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
from ..files.compression import strip_compression_suffix
from ..files.resource import TRAINING_SCHEMA, compute_checksum, read_json_model, write_json_model
from ..files.schema import LANGUAGE, integer, mapping_of, number, record, text
from ..resources.learning.kernel_regression import (
    KernelRegression,
    RbfKernel,
    build_regression,
    build_regression_schema,
    describe_regression,
)
from ..resources.lm.loading import LanguageModel, load_language_model
from ..resources.pivot.phrase_table import PhraseTable, open_phrase_table
from .analysed_metric import MAX_NGRAM_ORDER
from .pem_parts import PART_NAMES, PemParts, PemSettings, find_lm_file, find_table_files, open_parts
from .tesla_f_model import (
    USED_FILES_SCHEMA,
    UsedFile,
    find_used_file,
    make_unique_labels,
    warn_about_analysis,
)

MODEL_KIND, MODEL_VERSION = "pem", 1
_TRAIN_COMMAND = "'tesla train pem'"
_MODEL_SCHEMA = record(
    {
        "language": LANGUAGE,
        "settings": record(
            {
                "lang": LANGUAGE,
                "analyzer": text(),
                "compounds": text(),
                "order": integer(1, MAX_NGRAM_ORDER),
                "prune": number(0.0, 1.0, exclusive_maximum=True),
                "least": number(0.0, 1.0),
            }
        ),
        "analysis": mapping_of(text()),
        "tables": USED_FILES_SCHEMA,
        "language_models": USED_FILES_SCHEMA,
        "regression": build_regression_schema(len(PART_NAMES)),
        "training": TRAINING_SCHEMA,
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

    def compute_slopes(self, parts: Floats) -> Floats:
        """Return the partial derivatives of the score of one pair with respect to its parts.

        They are 0 if the score is clipped.
        """
        (score,) = self.regression.predict(parts[None, :]).tolist()
        slopes: Floats = self.regression.compute_slopes(parts) * (0.0 < score < 1.0)
        return slopes

    @property
    def name(self) -> str:
        """Return the name that signatures print."""
        return self.short_hash

    def build_content(self) -> dict[str, Any]:
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
        return compute_checksum(self.build_content())[:8]


def write_pem(path: Path, model: PemModel) -> None:
    """Write a model file atomically."""
    write_json_model(path, MODEL_KIND, MODEL_VERSION, model.build_content())


def read_pem(path: Path) -> PemModel:
    """Read a model file; raise a ResourceError if it is damaged."""
    content = read_json_model(path, MODEL_KIND, MODEL_VERSION, _TRAIN_COMMAND, _MODEL_SCHEMA)
    if not content["tables"] or len(content["language_models"]) != 1:
        raise ResourceError(
            f"{path} is malformed (it names {len(content['tables'])} phrase tables and "
            f"{len(content['language_models'])} language models): make it again with "
            f"{_TRAIN_COMMAND}"
        )
    return PemModel(
        PemSettings(**content["settings"]),
        build_regression(content["regression"], RbfKernel),
        content["analysis"],
        tuple(UsedFile(**used) for used in content["tables"]),
        UsedFile(**content["language_models"][0]),
        content["training"],
        content["made_by"],
    )


# Prefix of the recorded names of files that are included in the package; their path is not
# recorded, since it depends on the installation.
_SHIPPED_PREFIX = "shipped/"


def describe_used_files(
    parts: PemParts, tables: Sequence[str], lm: str
) -> tuple[tuple[UsedFile, ...], UsedFile]:
    """Return the records of the phrase tables and the language model for a model file.

    `tables` and `lm` are the paths given by the user; empty for the included files.
    """
    lang = parts.settings.lang
    table_paths = [
        path if tables else _build_shipped_name(path) for path in find_table_files(lang, tables)
    ]
    labels = make_unique_labels([table.pivot for table in parts.tables])
    lm_path = find_lm_file(lang, lm) if lm else _build_shipped_name(find_lm_file(lang, lm))
    return (
        tuple(map(UsedFile, labels, table_paths, [table.digest for table in parts.tables])),
        UsedFile(
            Path(strip_compression_suffix(lm_path)).stem or "lm",
            lm_path,
            parts.language_model.digest,
        ),
    )


def open_trained_model(
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

    model_path, recorded_lm = Path(path), model.language_model
    table_paths = [
        find_used_file(
            model_path,
            table,
            _list_candidate_paths(table, tables, lang),
            load_table,
            "phrase table",
            "--table",
        )[0]
        for table in model.tables
    ]
    lm = find_used_file(
        model_path,
        recorded_lm,
        _list_candidate_paths(recorded_lm, lms, lang),
        load_lm,
        "language model",
        "--lm",
    )[0]
    needed_paths = select_needed_files(model, tables, lms, session)
    _check_all_needed(path, model.tables, tables, needed_paths[0], "phrase table")
    _check_all_needed(path, [recorded_lm], lms, needed_paths[1], "language model")
    parts = open_parts(model.settings, table_paths, lm, session)
    warn_about_analysis(path, model.analysis, get_analysis_names(parts))
    return model, parts


def select_needed_files(
    model: PemModel, tables: Sequence[str], lms: Sequence[str], session: Session
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the paths of the tables, and of the language models, that the model needs."""

    def select(
        paths: Sequence[str], load: Callable[..., Any], recorded_files: Sequence[UsedFile]
    ) -> Any:
        hashes = {item.sha256 for item in recorded_files}
        return tuple(path for path in paths if session.of_file(load, path).digest in hashes)

    return (
        select(tables, open_phrase_table, model.tables),
        select(lms, load_language_model, [model.language_model]),
    )


def _check_all_needed(
    model_path: str,
    recorded_files: Sequence[UsedFile],
    user_paths: Sequence[str],
    needed_paths: Sequence[str],
    description: str,
) -> None:
    """Refuse files of the user that the model does not use, since they would have no effect."""
    for file in user_paths:
        if file not in needed_paths:
            raise UsageError(
                f"{file} is not a {description} that {model_path} was trained with "
                f"({', '.join(item.file for item in recorded_files)}): leave it out, or train again"
            )


def get_analysis_names(parts: PemParts) -> dict[str, str]:
    """Return the name of the tokeniser, as in signatures, by the key "analyzer".

    PEM uses no other part of the analysis.
    """
    return {"analyzer": parts.analysis.signature_names["analyzer"]}


def _build_shipped_name(path: str) -> str:
    return _SHIPPED_PREFIX + Path(path).name


def _list_candidate_paths(
    recorded_file: UsedFile, user_paths: Sequence[str], lang: str
) -> list[str]:
    """Return the paths to search first for a recorded file.

    These are the paths given by the user and, if an included file was recorded, its path.
    """
    if not recorded_file.file.startswith(_SHIPPED_PREFIX):
        return list(user_paths)
    shipped = [*find_table_files(lang, ()), find_lm_file(lang, "")]
    return [
        *user_paths,
        *(path for path in shipped if path and _build_shipped_name(path) == recorded_file.file),
    ]
