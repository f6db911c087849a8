"""Sends signals to commands at every moment of their run, and counts what they do about it.

    python tools/interrupt.py [--to MS] [--step MS] [--only TEXT]

Each command must end with one line and the code of the signal, or be done. A signal that comes
before the command itself runs finds the interpreter: it ends by the signal, or with a traceback
that has no line of ours. These are counted apart.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

SAID = {signal.SIGINT: b"tesla: interrupted\n", signal.SIGTERM: b"tesla: terminated\n"}
TESLA = [
    sys.executable, "-c",
    "import sys; from tesla_metrics.__main__ import main; sys.exit(main())",
]  # fmt: skip  # what the console script does
HANGS = 60  # seconds
# How a command is told: the process alone, twice, or all of its group, as a terminal does it.
TO = ("process", "twice", "group")


def outcome(
    command: Sequence[str],
    number: signal.Signals,
    after: float,
    to: str,
    environment: dict[str, str],
) -> str:
    """What came of one run, in a word or two; what begins with BAD should not be."""
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        env=os.environ | environment, start_new_session=True,
    )  # fmt: skip
    time.sleep(after)
    for _ in range(2 if to == "twice" else 1):
        if process.poll() is None:
            (os.killpg if to == "group" else os.kill)(process.pid, number)
            time.sleep(0.01 if to == "twice" else 0)
    try:
        complaint = process.communicate(timeout=HANGS)[1]  # its processes have it open too
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return "BAD: hangs, or leaves a process behind"
    return judged(process.returncode, complaint, number)


def judged(code: int, complaint: bytes, number: signal.Signals) -> str:
    """Of an exit code and what was said on standard error."""
    noise = any(word in complaint for word in (b"Traceback", b"Exception ignored", b"leaked"))
    if code == 128 + number and complaint.endswith(SAID[number]) and not noise:
        return "one line"  # last, after what was said before
    if code == 0 and not noise and SAID[number] not in complaint:
        return "done before"
    if code == -number and not complaint:
        return "by the signal, before Python heeds it"
    if b"KeyboardInterrupt" in complaint and b"tesla_metrics" not in complaint:
        return "while Python itself starts"
    return f"BAD: code {code}: {complaint.decode(errors='replace')}"


def commands(folder: Path) -> dict[str, tuple[list[str], dict[str, str]]]:
    """By name: what is run, with which environment."""
    lines = [f"The old captain sold boat number {n} to a doctor yesterday.\n" for n in range(3000)]
    text, short = folder / "text.txt", folder / "short.txt"
    text.write_text("".join(lines))
    short.write_text("".join(lines[:600]))
    bitext = folder / "bitext.tsv"
    bitext.write_text(
        "".join(f"the boat {n % 50} is red\tle bateau {n % 50} est rouge\n" for n in range(3000))
    )
    judgments = Path(__file__).parents[1] / "examples" / "judged"
    other = folder / "other.txt"
    other.write_text("".join(line.replace("sold", "gave") for line in lines[:600]))
    score = ["score", str(other), "-r", str(short), "-l", "en", "-m"]
    lm, table, model = (str(folder / f"x.{kind}") for kind in ("arpa", "table", "model"))
    pure = {"TESLA_PURE": "1"}
    return {
        "version": (["--version"], {}),
        "score native": ([*score, "tesla-x", "tesla-m", "bleu"], {}),
        "score pure": ([*score, "tesla-m"], pure),
        "score pure -j 3": ([*score, "tesla-m", "-j", "3"], pure),
        "build lm": (["build", "lm", str(text), "-l", "en", "--discount-fallback", "-o", lm], {}),
        "build phrase-table -j 2": (
            ["build", "phrase-table", str(bitext), "--target", "en", "--pivot", "fr", "-j", "2",
             "-o", table], {},
        ),
        "train": (["train", "tesla-f", "--judgments", str(judgments), "-o", model], {}),
    }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--to", type=int, default=400, help="the latest moment, in ms")
    parser.add_argument("--step", type=int, default=5, help="between moments, in ms")
    parser.add_argument("--only", default="", help="commands with this in their names")
    args = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, (options, environment) in commands(Path(folder)).items():
            if args.only not in name:
                continue
            for number in SAID:
                found = Counter(
                    outcome([*TESLA, *options], number, ms / 1000, TO[place % 3], environment)
                    for place, ms in enumerate(range(0, args.to + 1, args.step))
                )
                bad += sum(count for what, count in found.items() if what.startswith("BAD"))
                print(f"{name}, {number.name}: {dict(found)}", flush=True)
        left = [path.name for path in Path(folder).iterdir() if path.name.startswith(".")]
    print(f"{bad} bad; left behind: {left}")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
