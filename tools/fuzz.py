"""Throws odd texts, damaged files and odd CoNLL-U at the library and looks at what comes back.

    python tools/fuzz.py [--minutes 10] [--seed N]

Texts must score the same natively and in plain Python, within [0,1]; a damaged resource must be
refused with ResourceError; bytes read as CoNLL-U must give sentences or InputError. The work is
done in a child process, so that a crash is seen too. Each round has a seed of its own, which is
printed where something is found; `--seed N --minutes 0` runs that round alone.
"""

import argparse
import hashlib
import os
import random
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import tesla_metrics
from tesla_metrics import InputError, MaxSim, ResourceError, Sentence, TeslaM, TeslaWarning
from tesla_metrics.analysis.compounds import load_counts
from tesla_metrics.analysis.conllu import read_conllu
from tesla_metrics.analysis.synonyms.compiled import load_compiled
from tesla_metrics.analysis.tagging import Tagger
from tesla_metrics.encoding.session import Session
from tesla_metrics.files.lines import iterate_lines
from tesla_metrics.files.resource import MAGIC, Resource, encode_resource, read_resource
from tesla_metrics.metrics.analysed import AnalysedMetric

DATA = Path(tesla_metrics.__file__).parent / "data"
LANGUAGES = "en de fr es cs ar ja zh th ru hi ko und".split()
WORDS = (
    "the farmer sold cows isn't l'homme aujourd'hui Weihnachtsgeldzahlung Milchkühe dámelo "
    "abychom 牛を買った ชาวนา किसान ٣٫٥ 1,200.50 $5 e.g. — … “x” 👩‍👩‍👧 İstanbul ß ﬁ "
    "e\u0301 x|y a_b http://a.b/c?d=e @me #tag \u200b \ufeff"
).split()
SPACES = " \t\n\x0b\x0c\r\x1c\x1f\x85\xa0\u1680\u2003\u2028\u2029\u202f\u205f\u3000"
# A child is replaced after so many seconds: what it has cached grows.
_CHILD_SECONDS = 60


class FoundError(AssertionError):
    """Something that must not be."""


def random_text(rng: random.Random) -> str:
    kind = rng.randrange(7)
    length = rng.choice([0, 1, 3, 10, 40, 150])
    if kind == 0:
        return rng.randbytes(length).decode("utf-8", "replace")
    if kind == 1:
        return rng.randbytes(length).decode("utf-8", "surrogateescape")
    if kind == 2:
        codes = (rng.choice([0x80, 0x800, 0x3000, 0xD800, 0x110000]) for _ in range(length))
        return "".join(chr(rng.randrange(code)) for code in codes)
    if kind == 3:  # long runs
        return "".join(rng.choice([*WORDS, *SPACES, "a", "."]) * rng.randint(1, 60) for _ in "abc")
    text = " ".join(rng.choices(WORDS, k=length))
    if kind == 4:
        text = "".join(rng.choice(SPACES) if char == " " else char for char in text)
    if kind == 5 and text:
        raw = damaged(rng, text.encode("utf-8", "surrogatepass"))
        return raw.decode("utf-8", rng.choice(["replace", "ignore", "surrogateescape"]))
    return text


def damaged(rng: random.Random, content: bytes) -> bytes:
    """Cut off, or with a few bytes changed; never the same as before."""
    if rng.random() < 0.3:
        return content[: rng.randrange(len(content))]
    changed = bytearray(content)
    for _ in range(rng.randint(1, 4)):
        changed[rng.randrange(len(changed))] ^= rng.randint(1, 255)
    return bytes(changed) if changed != content else content[:-1]


NATIVE, PYTHON = Session(), Session(core="python")


def compare(metric: AnalysedMetric, xs: Sequence[Any], ys: Sequence[Any], jobs: int) -> None:
    found = metric.score(xs, ys, jobs=jobs, session=NATIVE).segments
    expected = metric.score(xs, ys, session=PYTHON).segments
    for one, two, x, y in zip(found, expected, xs, ys, strict=True):
        if not (abs(one - two) <= 1e-12 and -1e-12 <= one <= 1 + 1e-12):
            raise FoundError(f"{metric}: {one!r} is not {two!r} for {x!r} against {y!r}")


class Place(NamedTuple):
    """What a round works with: few languages, since only so many stay loaded."""

    folder: Path
    languages: list[str]


def fuzz_texts(rng: random.Random, place: Place) -> None:
    kind = rng.choice([TeslaM, TeslaM, MaxSim])
    metric = kind(lang=rng.choice(place.languages), order=rng.choice([1, 2, 3, 3, 4]))
    size = rng.choice([1, 2, 5, 40])
    xs = [random_text(rng) for _ in range(size)]
    ys = [rng.choice([*xs, random_text(rng)]) for _ in range(size)]
    if rng.random() < 0.8:
        # One lone surrogate sends all of a batch the Python way.
        xs, ys = ([t.encode("utf-8", "replace").decode() for t in texts] for texts in (xs, ys))
    compare(metric, xs, ys, rng.randint(1, 4))


LOADERS: dict[str, Callable[[Path], object]] = {
    "taggers": Tagger.load,
    "synonyms": load_compiled,
    "counts": load_counts,
}


def fuzz_resource(rng: random.Random, place: Place) -> None:
    """Any damage is noticed by the checksum."""
    source = rng.choice(sorted(DATA.glob("*/*.*")))
    path = place.folder / "damaged"
    path.write_bytes(damaged(rng, source.read_bytes()))
    expect(ResourceError, LOADERS[source.parent.name], path)


def fuzz_signed_resource(rng: random.Random, place: Place) -> None:
    """Damage with a checksum that fits: refused, or as good natively as in plain Python."""
    source = rng.choice(sorted(DATA.glob("*/*.*")))
    kind = source.parent.name
    path = place.folder / f"signed{rng.randrange(10**9)}"
    if rng.random() < 0.3:
        _, _, rest = source.read_bytes().partition(b"\n")
        rest = damaged(rng, rest[:2000]) + rest[2000:]
        path.write_bytes(MAGIC + hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest)
        expect((ResourceError, None), LOADERS[kind], path)
    else:
        name = kind.removesuffix("s") if kind == "taggers" else kind
        whole = read_resource(source, name, 1)
        head, tail = whole.body[:20_000], whole.body[20_000:]
        if kind == "taggers" and rng.random() < 0.5:
            at = whole.body.index(b"\n\n")
            head, tail = whole.body[: at + 2000], whole.body[at + 2000 :]
        body = damaged(rng, head) + (tail if rng.random() < 0.8 else b"")
        path.write_bytes(encode_resource(Resource(name, 1, whole.settings, body)))
        if expect((ResourceError, None), LOADERS[kind], path) and kind == "taggers":
            metric = TeslaM(lang=source.stem, analyzer=f"builtin:{path}", synonyms="none")
            texts = [" ".join(rng.choices(WORDS, k=9)) for _ in range(4)]
            compare(metric, texts, texts[::-1], 1)
    path.unlink()


def expect(errors: Any, function: Callable[[Path], object], path: Path) -> bool:
    """Whether it went well; None among the errors says that it may."""
    wanted = errors if isinstance(errors, tuple) else (errors,)
    try:
        function(path)
    except tuple(error for error in wanted if error is not None):
        return False
    if None not in wanted:
        raise FoundError(f"{function.__qualname__} took a damaged file")
    return True


def fuzz_conllu(rng: random.Random, place: Place) -> None:
    def column(position: int) -> str:
        if position == 0 and rng.random() < 0.9:
            return rng.choice(["1", "2", "3-4", "5.1", "٣", "9" * rng.choice([3, 5000]), "²"])
        return rng.choice([*WORDS, "_", "NOUN", "", "SpaceAfter=No", random_text(rng)[:9]])

    lines = []
    for _ in range(rng.randint(0, 12)):
        count = rng.choice([10, 10, 10, 10, 9, 1])
        row = "\t".join(column(position) for position in range(count))
        lines.append(rng.choice([row, row, row, "", f"# text = {row}", "#"]))
    content = "\n".join(lines).encode("utf-8", "surrogatepass")
    if content and rng.random() < 0.5:
        content = damaged(rng, content)
    path = place.folder / "odd.conllu"
    path.write_bytes(content)
    try:
        read_conllu(iterate_lines(str(path)), "odd")
        sentences = read_conllu(content.decode("utf-8", "surrogateescape").split("\n"), "odd")
    except InputError:
        return
    if not all(isinstance(sentence, Sentence) for sentence in sentences):
        raise FoundError("something else than sentences")
    if sentences:
        compare(TeslaM(lang="en"), sentences, sentences[::-1], 2)


ROUND: list[tuple[Callable[[random.Random, Place], None], int]] = [
    (fuzz_texts, 12),
    (fuzz_conllu, 10),
    (fuzz_resource, 2),
    (fuzz_signed_resource, 1),
]


def run_round(seed: int, folder: Path) -> None:
    """All kinds, each from a state of its own: one that fails does not hide the others."""
    languages = random.Random(f"{seed // 50} languages").sample(LANGUAGES, 4)
    place = Place(folder, ["en", *languages])
    for function, times in ROUND:
        rng = random.Random(f"{seed} {function.__name__}")
        for _ in range(times):
            try:
                function(rng, place)
            except Exception as error:
                frames = traceback.extract_tb(error.__traceback__)
                where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}"
                message = f"{function.__name__} {type(error).__name__} at {where}: {error}"
                print("found", seed, message.replace("\n", " ")[:600], flush=True)


def child(seed: int, seconds: float) -> None:
    warnings.simplefilter("ignore", TeslaWarning)
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        while True:
            print("round", seed, flush=True)
            run_round(seed, Path(folder))
            seed += 1
            if time.monotonic() >= end:
                break
    print("end", seed, flush=True)


def watch(seed: int, minutes: float) -> int:
    """Children one after another; the number of different things found."""
    end = time.monotonic() + 60 * minutes
    seen: dict[str, int] = {}
    first = seed
    while True:
        seconds = max(0.0, min(_CHILD_SECONDS, end - time.monotonic()))
        command = [sys.executable, __file__, "--child", "--seed", str(seed)]
        command += ["--minutes", str(seconds / 60)]
        done = subprocess.run(command, capture_output=True, text=True, errors="backslashreplace")
        for line in done.stdout.splitlines():
            what, number, *rest = line.split(" ", 2)
            seed = int(number)
            if what == "found":
                # The same place again is the same fault.
                report(seen, rest[0].partition(": ")[0], seed, rest[0])
        if done.returncode or "end " not in done.stdout:
            tail = done.stderr[-3000:]
            report(seen, f"crash {tail[:200]}", seed, f"ended with {done.returncode}\n{tail}")
            seed += 1
        if time.monotonic() >= end:
            break
    print(f"{seed - first} rounds, {len(seen)} different faults")
    for key, count in seen.items():
        print(f"  {count} x {key.splitlines()[0]}")
    return len(seen)


def report(seen: dict[str, int], key: str, seed: int, message: str) -> None:
    if key not in seen:
        print(f"seed {seed}: {message}", flush=True)
    seen[key] = seen.get(key, 0) + 1


def main() -> int:
    parser = argparse.ArgumentParser(description="Random input for the library.")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=zlib.crc32(os.urandom(8)))
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        child(args.seed, 60 * args.minutes)
        return 0
    core = "native against plain Python" if NATIVE.native else "plain Python only"
    print(f"seed {args.seed}, {core}", flush=True)
    return 1 if watch(args.seed, args.minutes) else 0


if __name__ == "__main__":
    sys.exit(main())
