"""Cost of the input checks, as a share of the CPU time of `tesla score`.

    python benchmarks/input_checks.py HYP REF -l LANG [--rounds N]

The command and the checks of the same texts run alternately, each in a new process. The checks are
timed in a process that has scored one segment, and include loading the table of languages.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

_TIMED_CHECKS = """
import sys, time
import tesla_metrics
lang, *paths = sys.argv[1:]
tesla_metrics.TeslaX(lang=lang).score(["a"], ["b"])
from tesla_metrics.text.input_checks import InputChecker
outputs, references = [open(path, encoding="utf-8").read().splitlines() for path in paths]
start = time.process_time()
checker = InputChecker(lang, ["references"])
checker.update("outputs", outputs, [references])
for message in checker.generate_messages():
    print(message, file=sys.stderr)
print(time.process_time() - start)
"""


def main() -> None:
    """Print the median times and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hypotheses", type=Path)
    parser.add_argument("references", type=Path)
    parser.add_argument("-l", "--lang", required=True)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    texts = [str(args.hypotheses), str(args.references)]
    command = [sys.executable, "-m", "tesla_metrics", "score", texts[0], "-r", texts[1]]
    run_times, check_times = [], []
    for _ in range(args.rounds):
        before = os.times()
        subprocess.run([*command, "-l", args.lang], check=True, capture_output=True)
        after = os.times()
        run_times.append(
            after.children_user + after.children_system
            - before.children_user - before.children_system
        )  # fmt: skip
        result = subprocess.run(
            [sys.executable, "-c", _TIMED_CHECKS, args.lang, *texts],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        check_times.append(float(result.stdout))
    run_time, check_time = median(run_times), median(check_times)
    print(f"tesla score, CPU        {run_time * 1000:8.1f} ms")
    print(f"input checks, CPU       {check_time * 1000:8.1f} ms")
    print(f"share of the run        {check_time / run_time:8.1%}")


if __name__ == "__main__":
    main()
