"""Accuracy and CPU time of language identification, compared with py3langid and lingua.

    python benchmarks/language_identification.py [DATA] [--samples N] [--lines N ...]

Needs `pip install py3langid lingua-language-detector` for the comparison; packages that are not
installed are left out. Samples are consecutive lines of the texts in the folders mt, parallel,
bitext and tagging. The time is the CPU time of a new process for importing, loading and
identifying one text of 1,000 lines; numpy is imported before. The minimum of five runs is printed.

The package has a table of its own because the checks of input files may take 3 % of the time of a
run, about 15 ms: loading alone takes longer for the other packages. It also has to say that there
is too little evidence, and which lines are in another language, which they do not.
"""

import argparse
import gzip
import lzma
import random
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from tesla_metrics.text.languages.identification import compare_languages, identify_language

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
SIZES = [10, 20, 50, 200]
MAX_LINES = 30_000


class Text(NamedTuple):
    """The lines of a file in one language."""

    kind: str
    language: str
    lines: list[str]


def read_mt(folder: Path) -> Iterator[Text]:
    """Yield references, sources and system outputs."""
    for pair in sorted(path for path in folder.glob("*/*") if path.is_dir()):
        source, target = pair.name.split("-")
        for path in sorted(pair.rglob("*.txt")):
            kind = "outputs" if path.parent.name == "systems" else "references and sources"
            language = source if path.name == "src.txt" else target
            yield Text(kind, language, path.read_text("utf-8").splitlines())


def read_parallel(folder: Path) -> Iterator[Text]:
    """Yield the columns of parallel and bitext files."""
    for path in sorted((folder / "parallel").glob("*.xz")):
        lines = defaultdict(list)
        with lzma.open(path, "rt", encoding="utf-8") as stream:
            for line in stream:
                language, _, text = line.rstrip("\n").partition("\t")
                lines[language].append(text)
        for language, texts in lines.items():
            yield Text(path.name.partition(".")[0], language, texts[:MAX_LINES])
    for path in sorted((folder / "bitext").glob("*.tsv.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as stream:
            languages = next(stream).rstrip("\n").split("\t")
            rows = [line.rstrip("\n").split("\t") for line in islice(stream, MAX_LINES)]
        for index, language in enumerate(languages):
            if len(language) == 2:
                yield Text(path.name.partition(".")[0], language, [row[index] for row in rows])


def read_treebanks(folder: Path) -> Iterator[Text]:
    """Yield the sentences of treebanks."""
    for path in sorted(folder.glob("*.conllu.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as stream:
            lines = [line[9:].strip() for line in stream if line.startswith("# text = ")]
        yield Text("treebanks", path.name[:2], lines)


def identify_own(lines: Sequence[str]) -> str:
    """Identify the language with this package."""
    guess = identify_language(lines)
    return "" if guess is None else guess.language


def identify_py3langid(lines: Sequence[str]) -> str:
    """Identify the language with py3langid."""
    import py3langid

    return str(py3langid.classify("\n".join(lines))[0])


@cache
def _load_lingua() -> Callable[[str], object]:
    from lingua import LanguageDetectorBuilder

    detector = LanguageDetectorBuilder.from_all_languages().build()
    return detector.detect_language_of  # type: ignore[no-any-return]


def identify_lingua(lines: Sequence[str]) -> str:
    """Identify the language with lingua."""
    language = _load_lingua()("\n".join(lines))
    return "" if language is None else language.iso_code_639_1.name.lower()  # type: ignore[attr-defined]


IDENTIFIERS = {
    "tesla_metrics": identify_own,
    "py3langid": identify_py3langid,
    "lingua": identify_lingua,
}


def draw_samples(texts: Sequence[Text], size: int, count: int) -> Iterator[Text]:
    """Draw samples of consecutive lines; one of each system output."""
    generator = random.Random(size)
    for text in texts:
        for _ in range(1 if text.kind == "outputs" else count):
            start = generator.randrange(max(1, len(text.lines) - size + 1))
            yield text._replace(lines=text.lines[start : start + size])


def print_accuracy(
    names: Sequence[str], texts: Sequence[Text], sizes: Sequence[int], count: int
) -> None:
    """Print the accuracy for each kind of text and size of samples, and the false alarms."""
    print("lines", "kind", "samples", *names, "false alarms", sep="\t")
    for size in sizes:
        right: dict[str, list[int]] = defaultdict(lambda: [0] * (len(names) + 2))
        for sample in draw_samples(texts, size, count):
            comparison = compare_languages(sample.lines, sample.language)
            row = [1, *(IDENTIFIERS[name](sample.lines) == sample.language for name in names)]
            row.append(comparison is not None and comparison.is_other)
            for kind in (sample.kind, "all"):
                right[kind] = [total + item for total, item in zip(right[kind], row, strict=True)]
        for kind, (total, *counts, alarms) in sorted(right.items()):
            shares = (f"{100 * item / total:.2f}" for item in counts)
            print(size, kind, total, *shares, alarms, sep="\t", flush=True)


_TIMING = """
import sys, time, numpy
sys.path[:0] = {path!r}
lines = open({file!r}, encoding="utf-8").read().splitlines()[:1000]
if {name!r} == "tesla_metrics":
    import tesla_metrics.files.resource, tesla_metrics.text.languages.scripts
    import tesla_metrics.arrays
start = time.process_time()
if {name!r} == "tesla_metrics":
    from tesla_metrics.text.languages.identification import compare_languages
    compare_languages(lines, "en")
elif {name!r} == "py3langid":
    import py3langid
    py3langid.classify("\\n".join(lines))
else:
    from lingua import LanguageDetectorBuilder
    LanguageDetectorBuilder.from_all_languages().build().detect_language_of("\\n".join(lines))
print(time.process_time() - start)
"""


def measure_time(name: str, file: Path) -> float:
    """Return the CPU time of a new process in ms, without the imports that every run has."""
    code = _TIMING.format(name=name, file=str(file), path=sys.path)
    run = [sys.executable, "-c", code]
    times = [float(subprocess.check_output(run)) for _ in range(5)]
    return 1000 * min(times)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", nargs="?", type=Path, default=DATA)
    parser.add_argument("--samples", type=int, default=5, help="samples of each text")
    parser.add_argument("--lines", type=int, nargs="+", default=SIZES, help="lines per sample")
    args = parser.parse_args()
    names = [name for name in IDENTIFIERS if find_spec(name)]
    file = args.data / "mt" / "wmt12" / "de-en" / "ref.A.txt"
    times = {name: measure_time(name, file) for name in names}
    for name, milliseconds in times.items():
        ratio = milliseconds / times["tesla_metrics"]
        print(f"{name}: {milliseconds:.1f} ms, {ratio:.1f} times tesla_metrics", flush=True)
    texts = [*read_mt(args.data / "mt"), *read_parallel(args.data)]
    texts += read_treebanks(args.data / "tagging")
    print_accuracy(names, texts, args.lines, args.samples)


if __name__ == "__main__":
    main()
