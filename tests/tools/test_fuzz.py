"""The fuzzer: it makes the same of a seed, passes what is right, and sees what is wrong."""

import random
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tesla_metrics import ResourceError
from tesla_metrics.files.resource import Resource, encode_resource, read_resource, write_json_model
from tesla_metrics.metrics.segment_metric import SegmentScorer
from tesla_metrics.metrics.tesla_x_model import read_constants
from tesla_metrics.native import load_native

TOOLS = Path(__file__).parents[2] / "tools"

# Odd texts are meant to be odd.
pytestmark = pytest.mark.filterwarnings("ignore::tesla_metrics.TeslaWarning")


@pytest.fixture(scope="module")
def part() -> Iterator[Any]:
    """A module of the tool, by name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(TOOLS)
        yield lambda name: import_module(f"fuzzing.{name}")


@pytest.fixture(scope="module")
def place(part: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    shop = part("workshop").Workshop(tmp_path_factory.mktemp("workshop"))
    return part("place").Place(tmp_path_factory.mktemp("place"), shop, ["en", "zh"])


@pytest.fixture
def bags(part: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Metrics that need no files."""
    names = ("tesla-m", "maxsim", "tesla-celab-")
    chosen = part("choices").random_metric
    monkeypatch.setattr(
        part("scores"),
        "random_metric",
        lambda rng, place, name="": chosen(rng, place, rng.choice(names)),
    )


@pytest.mark.parametrize("kind", ["texts", "references", "peers", "conllu", "testsets"])
def test_rounds_find_nothing_and_are_the_same_again(
    part: Any, place: Any, kind: str, bags: None
) -> None:
    for number in range(3):
        told = []
        for _ in range(2):
            assert part("child").run_unit(kind, 15, number, place) is None
            told.append(dict(place.tally))
        assert told[0] == told[1]
        assert sum(told[0].values()) > 0


def test_a_wrong_core_is_seen(
    part: Any, place: Any, bags: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if load_native() is None:
        pytest.skip("there is one core only")
    right = SegmentScorer.pair_rows

    def wrong(self: SegmentScorer, *args: Any) -> Any:
        return right(self, *args) * (1 - 1e-8 * (self.session.core == "native"))

    monkeypatch.setattr(SegmentScorer, "pair_rows", wrong)
    fault = part("child").run_unit("texts", 15, 0, place)
    assert "native" in fault.message
    assert "texts FoundError at scores.py" in fault.key


def test_a_reader_that_raises_is_seen(
    part: Any, place: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert part("child").run_unit("files.lines", 1, 0, place) is None

    def reader(*args: Any, **options: Any) -> Any:
        raise KeyError("zod")

    monkeypatch.setattr(part("readers"), "read_testset", reader)
    fault = part("child").run_unit("files.lines", 1, 0, place)
    assert fault.key.startswith("files.lines KeyError")
    assert place.tally["files/lines/none/fault"] == 1


def test_a_damaged_file_that_is_taken_is_seen(
    part: Any, place: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert part("child").run_unit("files.synonyms", 1, 0, place) is None
    kinds = part("files").FILES
    lax = part("files").FileKind(
        kinds["synonyms"].source,
        lambda place, path: path.read_bytes(),
        ".synonyms",
        lambda rng, x: x,
    )
    monkeypatch.setitem(kinds, "synonyms", lax)
    assert "took a damaged file" in part("child").run_unit("files.synonyms", 1, 0, place).message


@pytest.mark.parametrize("message", ["one\ntwo", "one\rtwo", " "])
def test_a_message_that_is_not_one_line_is_seen(part: Any, message: str) -> None:
    with pytest.raises(part("faults").FoundError):
        part("faults").check_message(message)


def test_hangs_and_crashes_are_seen() -> None:
    names = ["drill-wrong", "drill-hang", "drill-spin", "drill-crash"]
    drills = ["--kinds", *names, "--rounds", "1"]
    command = [sys.executable, str(TOOLS / "fuzz.py"), *drills, "--limit", "0.3", "--seed", "3"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1, done.stderr
    assert "4 different faults" in done.stdout
    for what in (
        "this is a drill",
        "hangs in kinds.py _hang",
        "hangs in kinds.py _spin",
        "ends with 77",
    ):
        assert what in done.stdout
    assert "again: --seed 3 --rounds 1 --kinds drill-crash" in done.stdout


def test_damage_is_damage(part: Any) -> None:
    content = b"one line\nand another\n"
    for seed in range(200):
        assert part("damage").damaged(random.Random(seed), content) != content


def test_mended_checksums_fit(part: Any, tmp_path: Path) -> None:
    """Whatever the library says of such a file, it is not that its checksum is wrong."""
    whole = encode_resource(Resource("counts", 1, {"language": "de"}, b"3\tboot schiff\n"))
    model = tmp_path / "model"
    write_json_model(model, "tesla-x", 1, {"constants": {"lemma": 0.5}})
    described = model.read_bytes()
    for seed in range(60):
        rng, path = random.Random(seed), tmp_path / str(seed)
        path.write_bytes(part("containers").mended_resource(rng, whole))
        assert "checksum does not match" not in _said(partial(read_resource, path, "counts", 1))
        path.write_bytes(part("containers").mended_model(rng, described))
        assert "checksum does not match" not in _said(partial(read_constants, path))


def _said(read: Any) -> str:
    try:
        read()
    except ResourceError as error:
        return str(error)
    return ""


def test_tables_of_what_was_done(part: Any) -> None:
    tally = {"files/arpa/none/refused": 3, "files/arpa/none/fault": 1, "texts/tesla-x": 2000}
    assert list(part("tables").tally_table(tally)) == [
        "files                4  fault 1, refused 3",
        "texts            2,000  tesla-x 2,000",
    ]
    assert list(part("tables").file_table({"files/arpa/none/refused": 3}))[1].split() == [
        *("arpa", "none", "3", "3", "0", "0"),
    ]
