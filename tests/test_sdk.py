"""The SDK, and metrics and analysers of other packages that entry points name."""

import ast
import inspect
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

import tesla_metrics
from tesla_metrics import sdk
from tesla_metrics.errors import ExitCode

ROOT = Path(__file__).parents[1]
SOURCES = Path(tesla_metrics.__file__).parents[1]
PYTHON_BLOCKS = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


# The module.


def test_all_names_are_listed_once_and_sorted() -> None:
    tree = ast.parse(Path(sdk.__file__).read_text("utf-8"))
    imported = [
        alias.asname
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    assert sorted(imported, key=str) == sdk.__all__


def test_no_name_is_in_both_public_modules() -> None:
    """One name has one home: what users need is in the package, everything else in the SDK."""
    assert set(sdk.__all__) & set(dir(tesla_metrics)) == set()


def test_the_table_of_the_docstring_names_everything() -> None:
    assert set(re.findall(r"`(\w+)`", sdk.__doc__ or "")) >= set(sdk.__all__)


@pytest.mark.parametrize("name", sdk.__all__)
def test_every_name_has_a_numpydoc_docstring(name: str) -> None:
    value = getattr(sdk, name)
    own = vars(value).get("__doc__") if inspect.isclass(value) else value.__doc__
    text = inspect.cleandoc(own or "")
    summary, *_ = text.split("\n")
    assert summary.endswith("."), summary
    missing = constructor_parameters(value) - documented(text)
    if inspect.isclass(value):
        missing -= documented_fields(value)
    else:
        assert ("Returns\n-------" in text) or ("Yields\n------" in text)
    assert missing == set()


def constructor_parameters(value: Any) -> set[str]:
    """Return the names of the parameters; protocols and other classes without a constructor: none.

    What a protocol has are methods, which another test checks.
    """
    is_bare = inspect.isclass(value) and value.__init__ is object.__init__
    if getattr(value, "_is_protocol", False) or (is_bare and not issubclass(value, tuple)):
        return set()
    return set(inspect.signature(value).parameters)


@pytest.mark.parametrize(
    "method",
    [sdk.Comparer.compare, sdk.Synonyms.synsets, sdk.TreeSource.trees],
    ids=lambda method: str(method.__qualname__),
)
def test_methods_to_implement_have_numpydoc_docstrings(method: Any) -> None:
    text = inspect.cleandoc(method.__doc__ or "")
    assert set(inspect.signature(method).parameters) - {"self"} == documented(text)
    assert "Returns\n-------" in text


def documented(text: str) -> set[str]:
    """Return the names in the section of parameters."""
    _, _, section = text.partition("Parameters\n----------\n")
    section = re.split(r"\n\n\w+\n-+\n", section)[0]
    lines = re.findall(r"^(\*{0,2}\w[\w, ]*)(?: :.*)?$", section, re.MULTILINE)
    return {name.strip(" *") for line in lines for name in line.split(",")}


def documented_fields(kind: type) -> set[str]:
    """Return the fields of a class that have a docstring of their own below them."""
    body = ast.parse(inspect.getsource(kind)).body[0]
    assert isinstance(body, ast.ClassDef)
    return {
        node.target.id
        for node, following in zip(body.body, body.body[1:], strict=False)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
    }


def test_examples_import_only_public_modules() -> None:
    blocks = PYTHON_BLOCKS.findall((ROOT / "docs" / "extend.md").read_text("utf-8"))
    imported: set[str] = set()
    for node in (node for block in blocks for node in ast.walk(ast.parse(block))):
        if isinstance(node, ast.ImportFrom):
            imported.add(node.module or "")
        elif isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
    assert {name for name in imported if name.startswith("tesla_metrics")} == {
        "tesla_metrics",
        "tesla_metrics.sdk",
    }


# Packages that provide metrics and analysers.

METRIC = """
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tesla_metrics.sdk import Comparer, SegmentMetric, SegmentScorer, option, get_text


class LengthComparer(Comparer):
    columns = ("length",)
    threaded = False

    def compare(self, pairs, threads=1):
        x = np.array([len(get_text(text)) for text in pairs.references])[pairs.reference_indices]
        y = np.array([len(get_text(text)) for text in pairs.candidates])[pairs.candidate_indices]
        return (np.minimum(x, y) / np.maximum(x, y)).reshape(-1, 1)


@dataclass(frozen=True, kw_only=True)
class LengthRatio(SegmentMetric):
    name: ClassVar[str] = "length-ratio"
    power: float = option(1.0, "number", "exponent of the ratio", maximum=10, metavar="P")

    def open_in(self, session, references):
        return SegmentScorer(self, session, LengthComparer(), self.combine, self.fields)

    def combine(self, columns):
        return columns[:, 0] ** self.power

    def fields(self, references, analysed):
        return [("refs", str(references)), ("power", str(self.power))]
"""

ANALYZER = '''
from tesla_metrics import Sentence, Token, UsageError


class Initials:
    """Lemmas are first letters."""

    name = "initials-1"
    preferred_tags = "upos"

    def __init__(self, lang):
        if lang == "de":
            raise UsageError("initials cannot analyse 'de'")

    def analyze(self, texts):
        return [
            Sentence(text, tuple(Token(word, word[0], "X") for word in text.split()))
            for text in texts
        ]
'''

FAULTY = """
from dataclasses import dataclass
from typing import ClassVar

from tesla_metrics.sdk import SegmentMetric


@dataclass(frozen=True, kw_only=True)
class Unfinished(SegmentMetric):
    name: ClassVar[str] = "unfinished"


class Renamed(Unfinished):
    name = "another"
    open_in = None


def fails(lang):
    raise KeyError(lang)


def returns_nothing(lang):
    return None


number = 3
"""

METRICS, ANALYZERS = "tesla_metrics.metrics", "tesla_metrics.analyzers"


@dataclass(frozen=True)
class Package:
    """A distribution with one module and its entry points: lines by group."""

    name: str
    code: str
    entry_points: dict[str, list[str]]

    def write_wheel(self, folder: Path) -> Path:
        """Write a wheel, which pip installs without a build backend."""
        info = f"{self.name}-1.0.dist-info"
        groups = ("\n".join([f"[{group}]", *lines]) for group, lines in self.entry_points.items())
        path = folder / f"{self.name}-1.0-py3-none-any.whl"
        with ZipFile(path, "w") as wheel:
            wheel.writestr(f"{self.name}.py", self.code)
            wheel.writestr(
                f"{info}/METADATA",
                f"Metadata-Version: 2.1\nName: {self.name.replace('_', '-')}\nVersion: 1.0\n",
            )
            wheel.writestr(
                f"{info}/WHEEL",
                "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            )
            wheel.writestr(f"{info}/entry_points.txt", "\n".join(groups) + "\n")
            wheel.writestr(f"{info}/RECORD", "")
        return path


GOOD = Package(
    "good_package",
    METRIC + ANALYZER,
    {
        METRICS: ["length-ratio = good_package:LengthRatio"],
        ANALYZERS: ["initials = good_package:Initials"],
    },
)
BROKEN = Package(
    "broken_package",
    "import no_such_module\n",
    {METRICS: ["broken = broken_package:Metric"], ANALYZERS: ["broken = broken_package:Analyzer"]},
)
WRONG = Package(
    "faulty_package",
    FAULTY,
    {
        METRICS: [
            "number = faulty_package:number",
            "missing = faulty_package:missing",
            "unfinished = faulty_package:Unfinished",
            "renamed = faulty_package:Renamed",
        ],
        ANALYZERS: ["fails = faulty_package:fails", "nothing = faulty_package:returns_nothing"],
    },
)
CLASH = Package(
    "clash_package",
    METRIC + ANALYZER,
    {
        METRICS: ["bleu = clash_package:LengthRatio", "Odd.Name = clash_package:LengthRatio"],
        ANALYZERS: ["builtin = clash_package:Initials"],
    },
)
RIVAL = Package("rival_package", METRIC, {METRICS: ["length-ratio = rival_package:LengthRatio"]})


class Installation:
    """Packages in a folder of their own, and commands that find them there."""

    def __init__(self, folder: Path, *packages: Package) -> None:
        self.folder, wheels = folder / "site", folder / "wheels"
        wheels.mkdir()
        paths = [package.write_wheel(wheels) for package in packages]
        if find_spec("pip") is None:
            for path in paths:
                with ZipFile(path) as wheel:
                    wheel.extractall(self.folder)
            return
        options = "--no-deps --no-index --no-compile --disable-pip-version-check --quiet --target"
        command = [sys.executable, "-m", "pip", "install", *options.split(), str(self.folder)]
        subprocess.run([*command, *map(str, paths)], check=True, capture_output=True)

    def run(self, *arguments: str, check: bool = True) -> "subprocess.CompletedProcess[str]":
        path = os.pathsep.join([str(SOURCES), str(self.folder)])
        environment = {**os.environ, "PYTHONPATH": path, "COLUMNS": "300"}
        result = subprocess.run(
            [sys.executable, *arguments],
            env=environment, cwd=self.folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if check:
            assert result.returncode == 0, result.stderr
        return result

    def tesla(self, command: str, check: bool = True) -> "subprocess.CompletedProcess[str]":
        return self.run("-m", "tesla_metrics", *command.split(), check=check)

    def python(self, code: str) -> str:
        return self.run("-W", "error", "-c", code).stdout

    def error(self, command: str, code: ExitCode) -> str:
        """Return the only line of stderr of a command that fails with this exit code."""
        result = self.tesla(command, check=False)
        assert (result.returncode, result.stdout) == (code, ""), result.stderr
        (line,) = result.stderr.splitlines()
        assert line.startswith("tesla: error: ")
        return line


def write_texts(folder: Path) -> None:
    (folder / "hyp.txt").write_text("ab\nabcd\n" * 20)
    (folder / "ref.txt").write_text("abcd\nabcd\n" * 20)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    installation = Installation(tmp_path_factory.mktemp("good"), GOOD)
    write_texts(installation.folder)
    return installation


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """With broken packages next to a good one."""
    folder = tmp_path_factory.mktemp("faulty")
    installation = Installation(folder, GOOD, BROKEN, WRONG, CLASH)
    write_texts(installation.folder)
    return installation


SCORE = "score hyp.txt -r ref.txt -f tsv"


def test_the_command_scores_with_a_metric_of_another_package(good: Installation) -> None:
    assert "0.75" in good.tesla(f"{SCORE} -m length-ratio").stdout
    assert "0.625" in good.tesla(f"{SCORE} -m bleu Length-Ratio --power 2").stdout
    assert "0.625" in good.tesla(f"{SCORE} -mlength-ratio --power=2 -j 2").stdout


def test_python_scores_with_a_metric_of_another_package(good: Installation) -> None:
    code = """
from tesla_metrics import make_metric, metric_names, score
assert metric_names()[-1] == "length-ratio" and metric_names().count("length-ratio") == 1
texts = ["ab"] * 30, ["abcd"] * 30
print(score(*texts, metric="length-ratio", power=2.0).score)
metric = make_metric("Length-Ratio")
print(metric.score(*texts, jobs=2).signature)
"""
    value, signature = good.python(code).split()
    assert value == "0.25"
    assert signature.startswith("length-ratio|refs:1|power:1.0")


def test_an_analyser_of_another_package_is_used_by_name(good: Installation) -> None:
    result = good.tesla(f"{SCORE} -l en -m tesla-m --analyzer initials -j 2")
    assert "analyzer:initials-1" in result.stdout
    built_in = good.tesla(f"{SCORE} -l en -m tesla-m")
    assert result.stdout.split("\n")[1] != built_in.stdout.split("\n")[1]
    code = """
from tesla_metrics import TeslaM, load_analyzer
print(load_analyzer("la", "initials").name)
print(TeslaM(lang="la", analyzer="initials").score(["ab"], ["ad"]).score)
"""
    assert good.python(code).split() == ["initials-1", "1.0"]
    line = good.error(f"{SCORE} -l de --analyzer initials", ExitCode.USAGE)
    assert "initials cannot analyse 'de'" in line
    line = good.error(f"{SCORE} -l en --analyzer nonsense", ExitCode.USAGE)
    assert "initials" in line


def test_help_lists_other_packages(good: Installation) -> None:
    text = good.tesla("score --help").stdout
    assert "rouge-l, length-ratio" in text
    assert "--power P" in text
    assert "or fugashi (Japanese), or initials" in text
    assert "length-ratio" in good.error(f"{SCORE} -m lenght-ratio", ExitCode.USAGE)


def test_other_packages_are_searched_only_when_needed(good: Installation) -> None:
    """Nothing of them, not even the list of installed packages, is read for built-in metrics."""
    code = """
import sys
from tesla_metrics.app.cli.main import main
from tesla_metrics.optional import find_plugins
try:
    main(["--help"])
except SystemExit:
    print("importlib.metadata" in sys.modules)
main("SCORE -l en --alpha 0.5".split())
main("SCORE -l en -m tesla-m bleu hyp.txt --analyzer builtin".split())
print("good_package" in sys.modules, find_plugins.cache_info().misses)
"""
    lines = good.python(code.replace("SCORE", SCORE)).splitlines()
    assert lines.count("False") == 1
    assert lines[-1] == "False 0"


FAULTS = [
    ("make_metric('broken')", "broken-package", "ModuleNotFoundError: No module named 'no_such_m"),
    ("make_metric('number')", "faulty-package", "is not a dataclass that derives from Metric"),
    ("make_metric('missing')", "faulty-package", "AttributeError"),
    ("make_metric('unfinished')", "faulty-package", "has no open_in"),
    ("make_metric('renamed')", "faulty-package", "has another name in its class, 'another'"),
    ("load_analyzer('en', 'broken')", "broken-package", "ModuleNotFoundError"),
    ("load_analyzer('en', 'fails')", "faulty-package", "KeyError: 'en'"),
    ("load_analyzer('en', 'nothing')", "faulty-package", "NoneType is not an analyser"),
]


def test_a_broken_package_is_an_error_that_names_it(faulty: Installation) -> None:
    code = """
import warnings
from tesla_metrics import ResourceError, load_analyzer, make_metric
warnings.simplefilter("ignore")
for call in CALLS:
    try:
        eval(call)
    except ResourceError as error:
        print(error)
"""
    calls = [call for call, _, _ in FAULTS]
    lines = faulty.python(code.replace("CALLS", repr(calls))).splitlines()
    for (_, package, fault), line in zip(FAULTS, lines, strict=True):
        assert fault in line
        assert f"of the installed package {package} " in line
        assert line.endswith(f": update or uninstall {package}")


@pytest.mark.parametrize(
    "options", ["-m broken --its-option 3", "-m bleu broken", "-l en --analyzer broken"]
)
def test_a_broken_package_gives_one_line_and_exit_code_4(
    options: str, faulty: Installation
) -> None:
    result = faulty.tesla(f"{SCORE} {options}", check=False)
    *warnings, line = result.stderr.splitlines()
    assert (result.returncode, result.stdout) == (ExitCode.MISSING_RESOURCE, "")
    assert all("clash-package" in warning for warning in warnings)
    assert line.startswith("tesla: error: ")
    assert line.endswith(": update or uninstall broken-package")


def test_a_broken_package_does_not_affect_others(faulty: Installation) -> None:
    result = faulty.tesla(f"{SCORE} -l en -m tesla-x bleu --alpha 0.5")
    assert result.stderr == ""
    assert "0.75" in faulty.tesla(f"{SCORE} -m length-ratio").stdout
    text = faulty.tesla("score --help").stdout
    assert "rouge-l, length-ratio; several" in text
    code = """
import warnings
from tesla_metrics import metric_names, make_metric
warnings.simplefilter("ignore")
print({"broken", "length-ratio"} <= set(metric_names()), make_metric("bleu").name)
"""
    assert faulty.python(code).split() == ["True", "bleu"]


def test_a_built_in_name_is_not_replaced(faulty: Installation) -> None:
    code = """
import warnings
from tesla_metrics import Bleu, load_analyzer, make_metric, metric_names
assert type(make_metric("bleu")) is Bleu
for search in (metric_names, lambda: load_analyzer("en", "initials")):
    for _ in range(2):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            search()
        print(*(f"{warning.category.__name__}: {warning.message}" for warning in caught), sep=";")
assert metric_names().count("bleu") == 1
assert load_analyzer("en").name.startswith("builtin")
"""
    assert faulty.python(code).splitlines() == [
        "TeslaWarning: the metric 'bleu' of the installed package clash-package has the name of a "
        "built-in metric, which is used instead;"
        "TeslaWarning: the metric 'Odd.Name' of the installed package clash-package is ignored: a "
        "name has only lower-case letters, digits, '-', '_' and '+'",
        "",
        "TeslaWarning: the analyser 'builtin' of the installed package clash-package has the name "
        "of a built-in analyser, which is used instead",
        "",
    ]


def test_two_packages_with_one_name_are_refused(tmp_path: Path) -> None:
    rivals = Installation(tmp_path, GOOD, RIVAL)
    write_texts(rivals.folder)
    line = rivals.error(f"{SCORE} -m length-ratio", ExitCode.MISSING_RESOURCE)
    assert "provide the metric 'length-ratio': uninstall one of them" in line
    assert "good-package" in line
    assert "rival-package" in line


def test_unreadable_entry_points_are_reported(tmp_path: Path) -> None:
    damaged = Installation(tmp_path, GOOD)
    write_texts(damaged.folder)
    (path,) = damaged.folder.glob("*.dist-info/entry_points.txt")
    path.write_text(f"[{METRICS}]\nlength-ratio\n")
    result = damaged.tesla(f"{SCORE} -m length-ratio", check=False)
    warning, error = result.stderr.splitlines()
    assert result.returncode == ExitCode.USAGE
    assert "the entry points of the installed package good-package cannot be read" in warning
    assert "unknown metric 'length-ratio'" in error
