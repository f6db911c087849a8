"""The work folder belongs to one run; what another left is kept if it serves, else it goes."""

import os
import threading
from pathlib import Path
from unittest.mock import patch

import pytest
from resources.pivot.toy_bitext import write_bitext

from tesla_metrics.errors import InputError, TeslaError
from tesla_metrics.files.long_runs import WorkFolder, fingerprint_files
from tesla_metrics.resources.pivot import build
from tesla_metrics.resources.pivot.bitext import find_bitexts
from tesla_metrics.resources.pivot.corpus import number_chunks
from tesla_metrics.resources.pivot.table_writing import TableSettings


def opened(output: Path, **identity: str) -> WorkFolder:
    work = WorkFolder(output, identity)
    work.open()
    return work


def test_a_run_finds_what_the_same_one_left(tmp_path: Path) -> None:
    first = opened(tmp_path / "x", text="a")
    (first.create_step_folder("step") / "done").write_text("1")
    second = opened(tmp_path / "x", text="a")
    assert (second.create_step_folder("step") / "done").read_text() == "1"
    second.remove()
    assert list(tmp_path.iterdir()) == []


def test_a_process_of_an_earlier_run_writes_nothing_into_a_later_one(tmp_path: Path) -> None:
    for text in ("a", "b"):
        first = opened(tmp_path / "x", text="a")
        earlier = first.create_step_folder("step")
        later = opened(tmp_path / "x", text=text)
        with pytest.raises(FileNotFoundError):
            (earlier / "late").write_text("")
        with pytest.raises(FileNotFoundError):
            first.create_step_folder("other")
        later.remove()


def test_what_could_not_be_removed_is_not_taken_for_ours(tmp_path: Path) -> None:
    (opened(tmp_path / "x", text="a").create_step_folder("step") / "done").write_text("a")
    with patch.object(WorkFolder, "remove"):
        work = opened(tmp_path / "x", text="b")
    assert list(work.create_step_folder("step").iterdir()) == []
    assert len(list((tmp_path / "x.work").glob("run-*"))) == 1


@pytest.mark.parametrize(
    "left", [[], [".made-from.json.abcdefgh.tesla"], ["run-0123456789abcdef-01234567/step"]]
)
def test_what_a_kill_leaves_is_ours(tmp_path: Path, left: list[str]) -> None:
    (tmp_path / "x.work").mkdir()
    for name in left:
        (tmp_path / "x.work" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "x.work" / name).write_text("half")
    work = opened(tmp_path / "x", text="a")
    assert sorted(tmp_path.glob("x.work/*")) == [tmp_path / "x.work" / "made-from.json", work.path]


@pytest.mark.parametrize("name", ["run-0", "thesis", ".made-from.json.abcdefgh"])
def test_what_others_left_is_not(tmp_path: Path, name: str) -> None:
    (tmp_path / "x.work").mkdir()
    (tmp_path / "x.work" / name).write_text("mine")
    with pytest.raises(InputError, match="contains something else"):
        opened(tmp_path / "x", text="a")
    assert (tmp_path / "x.work" / name).read_text() == "mine"


def test_what_is_half_removed_serves_nobody(tmp_path: Path) -> None:
    work = opened(tmp_path / "x", text="a")
    for name in ("done", "data"):
        (work.create_step_folder("step") / name).write_text("1")
    with patch("shutil.rmtree", side_effect=KeyboardInterrupt), pytest.raises(KeyboardInterrupt):
        work.remove()
    again = opened(tmp_path / "x", text="a")
    assert list(again.create_step_folder("step").iterdir()) == []
    again.remove()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="no links here")
def test_a_link_has_the_folder_of_what_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("x")
    opened(tmp_path / "link", text="a")
    assert (tmp_path / "x.work").is_dir()


def test_what_is_piped_in_is_never_the_same(tmp_path: Path) -> None:
    assert fingerprint_files(["-"]) != fingerprint_files(["-"])
    # Neither is what is no file, such as a pipe with a name.
    assert fingerprint_files([str(tmp_path)]) != fingerprint_files([str(tmp_path)])


def test_two_threads_do_not_make_one_table(tmp_path: Path) -> None:
    """The second is refused, and the first one's table is what it would be alone."""
    bitexts = find_bitexts([str(write_bitext(tmp_path / "toy.tsv"))], "en", "fr")
    settings = TableSettings("en", "fr")
    alone, both = tmp_path / "alone", tmp_path / "both"
    build.build_phrase_table(bitexts, alone, settings)
    refusals: list[TeslaError] = []

    def second() -> None:
        try:
            build.build_phrase_table(bitexts, both, TableSettings("en", "fr", max_phrase=2))
        except TeslaError as error:
            refusals.append(error)

    def meanwhile(*arguments: object) -> object:
        thread = threading.Thread(target=second)
        thread.start()
        thread.join()
        return number_chunks(*arguments)  # type: ignore[arg-type]

    with patch.object(build, "number_chunks", meanwhile):
        build.build_phrase_table(bitexts, both, settings)
    assert "already being written" in str(refusals[0])
    assert both.read_bytes() == alone.read_bytes()
    assert len(list(tmp_path.iterdir())) == 3
