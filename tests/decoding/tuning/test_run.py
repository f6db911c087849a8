"""The loop with a real program: it gets better, scores once, and goes on where it was."""

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from toy_decoder import candidates
from toy_loops import FEATURES, REFERENCE, SOURCE, calls, python, run_in, toy, write_config

from tesla_metrics import Chrf, Metric, TeslaM, translate
from tesla_metrics.decoding.nbest.weights import read_weights
from tesla_metrics.decoding.tuning.loop import LoopResult, _has_gained, tune_decoder
from tesla_metrics.decoding.tuning.loop_config import read_config
from tesla_metrics.decoding.tuning.loop_state import Iteration
from tesla_metrics.errors import InputError, TeslaError, UsageError
from tesla_metrics.files.locking import hold_output_lock


def translated(weights: Path) -> list[str]:
    """What the decoder makes of the source with these weights."""
    values = read_weights(str(weights)).of(("tm_0", "lm_0", "wp_0"))
    found = []
    for line in SOURCE.splitlines():
        scored = candidates(line)
        found.append(max(scored, key=lambda text: float(values @ scored[text])))
    return found


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, LoopResult]:
    """A run that came to its end, and its folder."""
    folder = tmp_path_factory.mktemp("first")
    return folder, run_in(folder)


@pytest.fixture
def again(first: tuple[Path, LoopResult], tmp_path: Path) -> Path:
    """A copy of the folder, to go on in."""
    shutil.copytree(first[0], tmp_path, dirs_exist_ok=True)
    return tmp_path


def test_the_written_weights_translate_better_and_as_well_as_is_said(
    first: tuple[Path, LoopResult],
) -> None:
    folder, result = first
    assert result.value > result.start + 5
    fresh = Chrf().score(translated(folder / "tune.weights"), REFERENCE.splitlines())
    assert abs(fresh.score - result.value) <= 1e-9
    assert read_weights(str(folder / "tune.weights")) == result.weights
    assert abs(sum(map(abs, result.weights.values)) - 1) <= 1e-12


def test_a_metric_of_which_less_is_better_gets_less(tmp_path: Path) -> None:
    result = run_in(tmp_path, metric="ter")
    assert result.value < result.start


def test_the_same_run_gives_the_same(first: tuple[Path, LoopResult], tmp_path: Path) -> None:
    assert run_in(tmp_path) == first[1]


def test_it_ends_when_nothing_is_new(tmp_path: Path) -> None:
    result = run_in(tmp_path, nbest=1000)  # all that there are
    assert result.reason == "no new candidates"
    assert result.iterations[-1].new == 0


@pytest.mark.parametrize(
    ("metric", "before", "tuned", "gained"),
    [
        (Chrf(), 0.5, 0.505, False),  # of 100, however low the value
        (Chrf(), 60.0, 60.009, False),
        (Chrf(), 60.0, 60.011, True),
        (TeslaM(lang="en"), 0.5, 0.5002, True),
        (TeslaM(lang="en"), 0.5, 0.50009, False),
    ],
)
def test_a_gain_is_measured_by_the_metrics_scale(
    metric: Metric[Any], before: float, tuned: float, gained: bool
) -> None:
    last = Iteration(0, ("a",), (1.0,), before, before, tuned, 1, 1, (1.0,))
    assert _has_gained(last, metric) == gained


def test_candidates_are_scored_once(first: tuple[Path, LoopResult]) -> None:
    folder, result = first
    lists = (folder / "tune.work").glob("*/nbest.jsonl")
    rows = [json.loads(line) for one in lists for line in one.read_text("utf-8").splitlines()]
    found = [(row["id"], text) for row in rows for text in row["hypotheses"]]
    assert len(found) > result.scored
    assert result.scored == len(set(found))


def test_a_finished_run_is_read_again_without_any_work(
    first: tuple[Path, LoopResult], again: Path
) -> None:
    result = run_in(again)
    assert calls(again) == calls(first[0])
    assert result == replace(first[1], scored=0)


STEPS = ("done.json", "statistics", "nbest.jsonl")


@pytest.mark.parametrize("gone", STEPS)
def test_an_interrupted_iteration_is_taken_up_where_it_was(
    first: tuple[Path, LoopResult], again: Path, gone: str
) -> None:
    last = first[1].iterations[-1]
    for name in STEPS[: STEPS.index(gone) + 1]:
        (again / "tune.work" / str(last.number) / name).unlink(missing_ok=True)
    result = run_in(again)
    assert calls(again) == calls(first[0]) + (gone == "nbest.jsonl")
    assert result == replace(first[1], scored=0 if gone == "done.json" else last.new)


def test_a_decoder_that_fails_leaves_what_was_done(tmp_path: Path) -> None:
    good = toy(tmp_path / "calls")
    (tmp_path / "once.py").write_text(
        "import pathlib, subprocess, sys\n"
        "if pathlib.Path('calls').exists() and not pathlib.Path('mended').exists():\n"
        "    sys.exit('the model is gone')\n"
        "sys.exit(subprocess.call([sys.executable, *sys.argv[1:]]))\n",
        encoding="utf-8",
    )
    words = good.split(" ", 1)[1]
    with pytest.raises(TeslaError, match="failed with exit code 1: the model is gone"):
        run_in(tmp_path, f"{python(tmp_path / 'once.py')} {words}")
    (tmp_path / "mended").touch()
    result = run_in(tmp_path, f"{python(tmp_path / 'once.py')} {words}")
    assert calls(tmp_path) == len(result.iterations)  # the first list was not made again


def test_other_settings_are_refused_unless_one_begins_anew(again: Path) -> None:
    with pytest.raises(UsageError, match="started with another nbest: give --restart"):
        run_in(again, nbest=4)
    assert run_in(again, nbest=4, restart=True).iterations[0].candidates > 3 * 4


def test_more_iterations_go_on(tmp_path: Path) -> None:
    first = run_in(tmp_path, iterations=1)
    assert first.reason == "all iterations are done"
    assert len(first.iterations) == 2
    more = run_in(tmp_path, iterations=9)
    assert more.reason != first.reason
    assert more.iterations[:2] == first.iterations  # the last is tuned as all others are
    assert len(more.iterations) > len(first.iterations)
    assert more.iterations[len(first.iterations)].new > 0


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "tune.work").mkdir()
    (tmp_path / "tune.work" / "thesis.txt").write_text("x")
    for restart in (False, True):
        with pytest.raises(InputError, match="cannot be the work folder"):
            run_in(tmp_path, restart=restart)
    assert (tmp_path / "tune.work" / "thesis.txt").exists()


@pytest.mark.parametrize("name", ["run.json", *(f"0/{name}" for name in STEPS)])
@pytest.mark.parametrize("content", [b"{", b""])
def test_a_damaged_file_is_named(again: Path, name: str, content: bytes) -> None:
    (again / "tune.work" / name).write_bytes(content)
    with pytest.raises(TeslaError, match="--restart"):
        run_in(again)


@pytest.mark.parametrize("change", ["cut", "value", "other lists"])
def test_statistics_that_are_not_those_of_the_lists_are_refused(again: Path, change: str) -> None:
    file = again / "tune.work" / "0" / "statistics"
    content = file.read_bytes()
    if change == "other lists":
        lists = file.with_name("nbest.jsonl")
        lists.write_text(lists.read_text("utf-8").replace("chat", "cats"), encoding="utf-8")
    else:
        last = content[-1] ^ 1
        file.write_bytes(content[:-8] if change == "cut" else content[:-1] + bytes([last]))
    with pytest.raises(TeslaError, match=r"statistics cannot be used .*: give --restart"):
        run_in(again)


def test_a_list_that_is_decoded_anew_is_scored_anew(
    first: tuple[Path, LoopResult], again: Path
) -> None:
    for name in ("nbest.jsonl", "done.json"):
        (again / "tune.work" / "0" / name).unlink()
    assert run_in(again).iterations == first[1].iterations


def test_a_changed_file_of_the_metric_is_another_metric(tmp_path: Path) -> None:
    options = "[metric_options]\nsynonyms = 'syn.tsv'\n" + FEATURES
    told: dict[str, Any] = {"metric": "tesla-m", "lang": "en", "features": options}
    (tmp_path / "syn.tsv").write_text("dog\thound\n", encoding="utf-8")
    first = run_in(tmp_path, **told)
    (tmp_path / "syn.tsv").write_text("dog\thound\ncat\tchat\n", encoding="utf-8")
    with pytest.raises(UsageError, match="started with another signature: give --restart"):
        run_in(tmp_path, **told)
    second = run_in(tmp_path, restart=True, **told)
    assert second.signature != first.signature


def test_any_text_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "rows.py").write_text(
        "import json\n"
        "for i in range(4):\n"
        "    print(json.dumps({'id': i, 'hypotheses': ['the ||| cat', 'a dog'],\n"
        "        'features': [{'a': 1, 'c': 2}, {'a': 2, 'c': 1}]}))\n",
        encoding="utf-8",
    )
    command = python("rows.py") + " {weights}"
    for _ in range(2):  # kept, and read again
        result = run_in(tmp_path, command, features="[features]\na = 1\nc = 0.5\n")
        assert result.iterations[0].candidates == 8


def test_references_must_be_as_many_as_sentences(tmp_path: Path) -> None:
    path = write_config(tmp_path)
    (tmp_path / "dev.en").write_text("the cat sleeps\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"has 1 lines and .* has 4"):
        tune_decoder(read_config(path))


def test_bounds_at_0_leave_the_scale_free(tmp_path: Path) -> None:
    features = "[features]\ntm_0 = {start = 1, low = 0}\nlm_0 = 0.01\nwp_0 = 0\n"
    result = run_in(tmp_path, features=features)
    assert sum(map(abs, result.iterations[0].after)) == pytest.approx(1)


def test_a_second_run_is_refused_with_what_can_be_done(tmp_path: Path) -> None:
    config = write_config(tmp_path)
    with ThreadPoolExecutor(1) as other, hold_output_lock(tmp_path / "tune.weights"):
        refused = other.submit(tune_decoder, config).exception()
    assert isinstance(refused, TeslaError)
    assert "already being written" in str(refused)
    assert str(refused).endswith("or choose another output")  # not -o, which is no option here


def test_weights_keep_to_their_bounds(tmp_path: Path) -> None:
    features = "[features]\ntm_0 = {start = 1, low = 1, high = 2}\nlm_0 = 0.01\nwp_0 = 0\n"
    for iteration in run_in(tmp_path, features=features).iterations:
        assert 1 <= iteration.weights[0] <= 2


def test_weights_for_moses_are_written_as_moses_takes_them(tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text(
        "import pathlib, subprocess, sys\n"
        "program, source, weights, *more = sys.argv[1:]\n"
        "lines = pathlib.Path(weights).read_text().splitlines()\n"
        "plain = pathlib.Path(weights + '.plain')\n"
        "plain.write_text(''.join(line.replace('= ', '_0 ') + chr(10) for line in lines))\n"
        "sys.exit(subprocess.call([sys.executable, program, source, str(plain), *more]))\n",
        encoding="utf-8",
    )
    command = f"{python(tmp_path / 'plain.py')} {toy().split(' ', 1)[1]}"
    result = run_in(tmp_path, command, decoder="weights_format = 'moses'\n")
    lines = (tmp_path / "tune.weights").read_text("utf-8").splitlines()
    assert [line.split()[0] for line in lines] == ["tm=", "lm=", "wp="]
    assert read_weights(str(tmp_path / "tune.weights")) == result.weights
    assert len(translate(tmp_path / "tune.toml", tmp_path / "dev.fr")) == 4
