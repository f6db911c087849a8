"""A trained PEM with the phrase tables and the language model that it was trained with."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ...encoding.session import Session
from ...errors import UsageError
from ...files.packed import unpacked_name
from ...lm.model import LanguageModel, load_language_model
from ...pivot.table import PhraseTable, open_phrase_table
from ..tesla_f_model import Used, compare_analysis, find_used, labelled
from .model import PemModel, read_pem
from .parts import PemParts, open_parts
from .resources import lm_file, table_files

# Before the name of a file that came with the package, wherever that is now.
_SHIPPED = "shipped/"


def used_files(parts: PemParts, tables: Sequence[str], lm: str) -> tuple[tuple[Used, ...], Used]:
    """What a model records of the files that its parts were computed with."""
    lang = parts.settings.lang
    files = [path if tables else _shipped(path) for path in table_files(lang, tables)]
    labels = labelled([table.pivot for table in parts.tables])
    model = lm_file(lang, lm) if lm else _shipped(lm_file(lang, lm))
    return (
        tuple(map(Used, labels, files, [table.digest for table in parts.tables])),
        Used(Path(unpacked_name(model)).stem or "lm", model, parts.model.digest),
    )


def open_trained(
    path: str, lang: str, tables: Sequence[str], lms: Sequence[str], session: Session
) -> tuple[PemModel, PemParts]:
    """The model, and its parts by files of the hashes that it names."""
    model = session.of_file(read_pem, path)
    if model.settings.lang != lang:
        raise UsageError(
            f"{path} is a model of {model.settings.lang!r}, but the texts are {lang!r}: give one "
            f"that was trained on ratings of {lang!r}"
        )

    def load_table(file: str) -> PhraseTable:
        return session.of_file(open_phrase_table, file)

    def load_lm(file: str) -> LanguageModel:
        return session.of_file(load_language_model, file)

    place, used = Path(path), model.language_model
    found = [
        find_used(place, one, _given(one, tables, lang), load_table, "phrase table", "--table")[0]
        for one in model.tables
    ]
    lm = find_used(place, used, _given(used, lms, lang), load_lm, "language model", "--lm")[0]
    kept = own_files(model, tables, lms, session)
    _check_needed(path, model.tables, tables, kept[0], "phrase table")
    _check_needed(path, [used], lms, kept[1], "language model")
    parts = open_parts(model.settings, found, lm, session)
    compare_analysis(path, model.analysis, analysis_names(parts))
    return model, parts


def own_files(
    model: PemModel, tables: Sequence[str], lms: Sequence[str], session: Session
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Those of these tables and language models that the model needs."""

    def kept(files: Sequence[str], load: Callable[..., Any], used: Sequence[Used]) -> Any:
        hashes = {one.sha256 for one in used}
        return tuple(file for file in files if session.of_file(load, file).digest in hashes)

    return (
        kept(tables, open_phrase_table, model.tables),
        kept(lms, load_language_model, [model.language_model]),
    )


def _check_needed(
    path: str, used: Sequence[Used], given: Sequence[str], kept: Sequence[str], what: str
) -> None:
    """What a model does not need would do nothing, and who gives it thinks otherwise."""
    for file in given:
        if file not in kept:
            raise UsageError(
                f"{file} is no {what} that {path} was trained with "
                f"({', '.join(one.file for one in used)}): leave it out, or train again"
            )


def analysis_names(parts: PemParts) -> dict[str, str]:
    """What cuts texts into words, as signatures print it; nothing else of the analysis matters."""
    return {"analyzer": parts.analysis.names["analyzer"]}


def _shipped(path: str) -> str:
    return _SHIPPED + Path(path).name


def _given(used: Used, files: Sequence[str], lang: str) -> list[str]:
    """Where to look first: what is given, and what ships where that was used."""
    if not used.file.startswith(_SHIPPED):
        return list(files)
    own = [*table_files(lang, ()), lm_file(lang, "")]
    return [*files, *(path for path in own if path and _shipped(path) == used.file)]
