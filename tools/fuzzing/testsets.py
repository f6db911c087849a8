"""Test sets written in every format: read again they have the same texts."""

import bz2
import gzip
import lzma
import random
from collections.abc import Callable

from tesla_metrics import InputError, Testset, UsageError, read_testset

from .faults import check, refusal
from .formats import WRITERS, Written, as_sgml
from .place import Place
from .texts import random_text

_PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes, ".gz": gzip.compress, ".xz": lzma.compress, ".bz2": bz2.compress,
}  # fmt: skip
_SUFFIXES = {"tsv": ".tsv", "csv": ".csv", "jsonl": ".jsonl", "sgml": ".sgm", "wmt-xml": ".xml"}


def fuzz_testsets(rng: random.Random, place: Place) -> None:
    """What was written, or a refusal; now and then packed."""
    form = rng.choice((*WRITERS, "text"))
    written = _written(rng, rng.choice(place.languages), form)
    packing = rng.choice(("", "", "", ".gz", ".xz", ".bz2"))
    place.watchdog.again()
    testset, error = refusal(lambda: _read(place, form, written, packing), InputError, UsageError)
    if testset is not None:
        wanted = list(written.references.values())
        check(testset.keys() == written.systems.keys(), f"{form}: systems {list(testset)}")
        for system, (outputs, references) in testset.items():
            _same(form, system, outputs, written.systems[system])
            check(len(references) == len(wanted), f"{form}: {len(references)} references")
            for one, two in zip(references, wanted, strict=True):
                _same(form, "a reference", one, two)
    place.count(f"testsets/{form}{' refused' if error else ''}")


def _same(form: str, what: str, found: list[str], wanted: list[str]) -> None:
    if form in ("sgml", "wmt-xml"):  # white space in markup is for layout
        found, wanted = ([" ".join(text.split()) for text in side] for side in (found, wanted))
    elif form != "text":  # that around a cell is none of the text
        found, wanted = ([text.strip() for text in side] for side in (found, wanted))
    check(found == wanted, f"{form}: {what} is {found!r}, not {wanted!r}")


def _written(rng: random.Random, lang: str, form: str) -> Written:
    size = rng.choice((1, 2, 5))
    names = ["one", "two", "three"][: 1 if form == "text" else rng.randint(1, 3)]
    references = ["A", "B"][: rng.randint(1, 2)]

    def column() -> list[str]:
        return [_text(rng, lang, form) for _ in range(size)]

    return Written({name: column() for name in names}, {name: column() for name in references})


def _text(rng: random.Random, lang: str, form: str) -> str:
    """What the format can hold: lines have no line ends, TSV no tabs, XML no control characters."""
    text = random_text(rng, lang).replace("\ufeff", "")
    text = text.encode("utf-8", "replace").decode()
    # A segment is one line, wherever it comes from, and what ends given sentences is a space too.
    for end in "\r\n\x1e":
        text = text.replace(end, " ")
    if form == "tsv":
        text = text.replace("\t", " ")
    if form in ("sgml", "wmt-xml"):
        text = "".join(char for char in text if char >= " " and char not in "\ufffe\uffff")
    return text


_Found = dict[str, tuple[list[str], list[list[str]]]]


def _read(place: Place, form: str, written: Written, packing: str) -> _Found:
    pack = _PACKERS[packing]

    def put(content: bytes, suffix: str) -> str:
        path = place.path(suffix + packing)
        path.write_bytes(pack(content))
        return str(path)

    testset = _open(form, written, put)
    found: _Found = {}
    for system in testset.systems:
        outputs, references = testset.read(system)
        # One system of lines or of a table is called by its file.
        alone = form in ("text", "tsv", "csv") and len(testset.systems) == 1
        name = "one" if alone else system
        found[name] = list(map(str, outputs)), [list(map(str, one)) for one in references]
    return found


def _open(form: str, written: Written, put: Callable[[bytes, str], str]) -> Testset:
    if form == "text":
        sides = [*written.systems.values(), *written.references.values()]
        paths = [put("".join(f"{text}\n" for text in side).encode(), ".txt") for side in sides]
        return read_testset(paths[:1], paths[1:], kind="text")
    path = put(WRITERS[form](written), _SUFFIXES[form])
    if form == "sgml":
        beside = put(as_sgml(written, references=True), ".sgm")
        return read_testset([path], [beside], kind="sgml")
    if form in ("tsv", "csv"):
        systems = [f"hyp={name}" for name in written.systems]
        columns = ",".join([*systems, *(f"ref={name}" for name in written.references)])
        return read_testset([path], kind=form, columns=columns)
    return read_testset([path], kind=form)
