"""The phrase tables and the language model that PEM is given, or those that ship."""

from collections.abc import Sequence
from pathlib import Path

from ...encoding.session import Session
from ...errors import ResourceError, UsageError
from ...files.distinct import check_distinct
from ...lm.model import LanguageModel, load_language_model
from ...pivot.table import PhraseTable, open_phrase_table

_SHIPPED = Path(__file__).parents[2] / "data" / "pem"


def table_files(lang: str, given: Sequence[str]) -> tuple[str, ...]:
    """Those that are given, else those that ship, if there are some."""
    return tuple(given) or _shipped(lang, "table")


def lm_file(lang: str, given: str) -> str:
    """The one that is given, else the one that ships, if there is one."""
    return given or "".join(_shipped(lang, "lm"))


def load_tables(lang: str, given: Sequence[str], session: Session) -> tuple[PhraseTable, ...]:
    """Of this language, with stems and punctuation."""
    paths = table_files(lang, given)
    tables = tuple(session.of_file(open_phrase_table, path) for path in paths)
    for path, table in zip(paths, tables, strict=True):
        _check_table(path, table, lang)
    check_distinct("phrase table", paths, [table.digest for table in tables])
    return tables


def load_lm(lang: str, given: str, session: Session) -> LanguageModel:
    """Of this language, as far as it says so."""
    path = lm_file(lang, given)
    model = session.of_file(load_language_model, path)
    if model.text.language not in (None, lang):
        raise UsageError(
            f"{path} is a language model of {model.text.language!r}, but the texts are {lang!r}: "
            f"make one with '{_build_lm(lang)}'"
        )
    return model


def _shipped(lang: str, kind: str) -> tuple[str, ...]:
    return tuple(map(str, sorted((_SHIPPED / lang).glob(f"*.{kind}"))))


def check_there(lang: str, tables: Sequence[str], lm: str) -> None:
    """Whether tables and a language model are given or ship; one line names all that is missing."""
    lacking = []
    if not table_files(lang, tables):
        made = f"--table FILE, made by '{_build_table(lang, 'LANG')}'"
        lacking.append(("phrase table", made))
    if not lm_file(lang, lm):
        lacking.append(("language model", f"--lm FILE, made by '{_build_lm(lang)}'"))
    if lacking:
        whats, mends = zip(*lacking, strict=True)
        raise ResourceError(
            f"pem has no {' and '.join(whats)} for {lang!r}, English alone ships: give "
            f"{', and '.join(mends)}"
        )


def _check_table(path: str, table: PhraseTable, lang: str) -> None:
    facts = table.settings
    if table.target != lang:
        what = f"is a phrase table of {table.target!r}, but the texts are {lang!r}"
    elif facts["key"] != "stem":
        what = f"was built with --key {facts['key']}, but pem looks phrases up by their stems"
    elif facts.get("punctuation") is not True:
        what = "was built without punctuation, which pem keeps"
    else:
        return
    raise UsageError(f"{path} {what}: make one with '{_build_table(lang, table.pivot)}'")


def _build_table(lang: str, pivot: str) -> str:
    return (
        f"tesla build phrase-table BITEXT --target {lang} --pivot {pivot} --key stem "
        "--keep-punctuation -o FILE"
    )


def _build_lm(lang: str) -> str:
    return f"tesla build lm TEXT -l {lang} -n 4 -o FILE.arpa"
