"""Mistakes of users in files and arguments: which of them the commands notice.

    python benchmarks/slips.py [--only NAME ...] [--lang LANG ...] [--json FILE] [--markdown FILE]

The modules of benchmarks/slips/ make 40 slips out of clean corpora of five target languages, such
as lines in another order or columns swapped. Each slip runs without and with --strict, and so does
the same command with clean files, the control. The table has, per language: the score of tesla-x
with clean files and with the slip (none for commands that print no score), whether the slip was
noticed, and the exit codes without and with --strict.

A slip is noticed in a language if the run without --strict writes a line to stderr that no control
of the same command writes, whatever the numbers in it; a crash is not a notice. A slip is noticed
as a whole if it is noticed in at least 4 of its 5 languages (two slips change nothing in Chinese:
in at least 3 of 4). The texts were written for this script, and the slips without looking at the
checks of the package.

Clean files should give no warning and exit code 0, also with --strict; controls for which this is
not so are printed to stderr.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "slips"))
# The modules register their slips when they are imported.
import slip_markup as slip_markup
import slip_order as slip_order
import slip_roles as slip_roles
import slip_text as slip_text
from slip_corpus import LANGUAGES, SLIPS, Corpus, Preparation, Slip, read_corpus

ROOT = Path(__file__).resolve().parents[1]
TIMEOUT = 600
CRASH = "Traceback (most recent call last)"


@dataclass(frozen=True)
class Run:
    """What a command did; score is None if it printed none."""

    exit_code: int
    strict_exit_code: int
    score: float | None
    lines: list[str]


@dataclass(frozen=True)
class Outcome:
    """A slip in one language."""

    clean: Run
    slip: Run
    notices: list[str]


@dataclass(frozen=True)
class Result:
    """A slip in all of its languages."""

    slip: Slip
    outcomes: dict[str, Outcome]

    @property
    def noticed_in(self) -> int:
        return sum(bool(outcome.notices) for outcome in self.outcomes.values())

    @property
    def noticed(self) -> bool:
        return 4 * self.noticed_in >= 3 * len(self.outcomes)


def run(prepare: Preparation, corpus: Corpus) -> Run:
    """Run a command without and with --strict, in a temporary folder each."""
    done = execute(prepare, corpus)
    strict = execute(prepare, corpus, "--strict")
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    return Run(done.returncode, strict.returncode, read_score(done.stdout), lines)


def execute(
    prepare: Preparation, corpus: Corpus, *options: str
) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as name:
        arguments = prepare(corpus, Path(name))
        return subprocess.run(
            [sys.executable, "-m", "tesla_metrics", *arguments, *options],
            cwd=name,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=TIMEOUT,
        )


def read_score(printed: str) -> float | None:
    """The first score in the output of tesla score -f json."""
    try:
        rows = json.loads(printed)
    except ValueError:
        return None
    if not isinstance(rows, list) or not rows or rows[0].get("metric") != "tesla-x":
        return None
    found = rows[0].get("score")
    return found if isinstance(found, float) else None


def evaluate(slips: Sequence[Slip], languages: Sequence[str], jobs: int) -> list[Result]:
    corpora = {language: read_corpus(language) for language in languages}
    with ThreadPoolExecutor(jobs) as pool:
        futures: dict[tuple[Preparation, str], Future[Run]] = {}
        for slip in slips:
            for language in languages:
                own = [slip.prepare] if language in slip.languages else []
                for prepare in (slip.control, *own):
                    if (prepare, language) not in futures:
                        future = pool.submit(run, prepare, corpora[language])
                        futures[prepare, language] = future
        runs = {key: future.result() for key, future in futures.items()}
    report_controls(slips, languages, runs)
    return [
        Result(
            slip, {lang: judge(slip, lang, runs) for lang in languages if lang in slip.languages}
        )
        for slip in slips
    ]


def judge(slip: Slip, language: str, runs: dict[tuple[Preparation, str], Run]) -> Outcome:
    usual = {
        mask_numbers(line)
        for (prepare, _), control in runs.items()
        if prepare == slip.control
        for line in control.lines
    }
    found = runs[slip.prepare, language]
    notices = [line for line in found.lines if mask_numbers(line) not in usual]
    if any(CRASH in line for line in notices):
        notices = []
    return Outcome(runs[slip.control, language], found, notices)


def mask_numbers(line: str) -> str:
    return re.sub(r"\d+", "0", line)


def report_controls(
    slips: Sequence[Slip], languages: Sequence[str], runs: dict[tuple[Preparation, str], Run]
) -> None:
    """Print what clean files give that they should not."""
    for control in dict.fromkeys(slip.control for slip in slips):
        for language in languages:
            found = runs[control, language]
            warnings = [line for line in found.lines if re.search("warning|error", line)]
            if warnings or found.exit_code or found.strict_exit_code:
                codes = f"exit codes {found.exit_code}/{found.strict_exit_code}"
                print(
                    "\n    ".join([f"{control.__name__} {language}: {codes}", *warnings]),
                    file=sys.stderr,
                )


def render(results: Sequence[Result], languages: Sequence[str]) -> Iterator[str]:
    """Lines of a Markdown table."""
    yield f"| slip | {' | '.join(languages)} | noticed |"
    yield "| --- |" + " --- |" * (len(languages) + 1)
    for result in results:
        cells = [render_cell(result.outcomes.get(language)) for language in languages]
        count = f"{result.noticed_in} of {len(result.outcomes)}"
        verdict = f"{'**yes**' if result.noticed else 'no'}, {count}"
        yield f"| {result.slip.name} | {' | '.join(cells)} | {verdict} |"
    everywhere = sum(result.noticed_in == len(result.outcomes) for result in results)
    in_three = sum(result.noticed_in >= 3 for result in results)
    nowhere = sum(result.noticed_in == 0 for result in results)
    noticed = sum(result.noticed for result in results)
    by_language = [
        f"{sum(bool(r.outcomes[lang].notices) for r in results if lang in r.outcomes)}"
        f" of {sum(lang in r.outcomes for r in results)}"
        for lang in languages
    ]
    yield (
        f"| noticed in all languages {everywhere} / in at least three {in_three} / none {nowhere} "
        f"| {' | '.join(by_language)} | {noticed} of {len(results)} |"
    )


def render_cell(outcome: Outcome | None) -> str:
    if outcome is None:
        return "-"
    scores = " → ".join(
        "-" if one.score is None else f"{one.score:.3f}" for one in (outcome.clean, outcome.slip)
    )
    noticed = "yes" if outcome.notices else "no"
    return f"{scores} {noticed} {outcome.slip.exit_code}/{outcome.slip.strict_exit_code}"


def to_json(results: Sequence[Result]) -> str:
    rows = [
        {
            "slip": result.slip.name,
            "description": result.slip.description,
            "noticed": result.noticed,
            "languages": {lang: asdict(outcome) for lang, outcome in result.outcomes.items()},
        }
        for result in results
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    names = [slip.name for slip in SLIPS]
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", nargs="+", choices=names, metavar="NAME", default=names)
    parser.add_argument("--lang", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--list", action="store_true", help="print the slips and end")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--markdown", type=Path, metavar="FILE")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    args = parser.parse_args()
    slips = [slip for slip in SLIPS if slip.name in args.only]
    if args.list:
        print("\n".join(f"{slip.name:28}{slip.description}" for slip in slips))
        return
    results = evaluate(slips, args.lang, args.jobs)
    table = "\n".join(render(results, args.lang)) + "\n"
    print(table, end="")
    if args.markdown:
        args.markdown.write_text(table, "utf-8")
    if args.json:
        args.json.write_text(to_json(results), "utf-8")


if __name__ == "__main__":
    main()
