"""The work folder belongs to one run; what another left is kept if it serves, else it goes."""

import os
import subprocess
import sys
import threading
from pathlib import Path
from unittest.mock import patch

import pytest

from pivot.toy_bitext import write_bitext
from tesla_metrics.errors import TeslaError
from tesla_metrics.pivot import build
from tesla_metrics.pivot.bitext import find_bitexts
from tesla_metrics.pivot.numbering import number_chunks
from tesla_metrics.pivot.settings import TableSettings
from tesla_metrics.pivot.work import WorkFolder, fingerprint


def opened(output: Path, **identity: str) -> WorkFolder:
    work = WorkFolder(output, identity)
    work.open()
    return work


def test_a_run_finds_what_the_same_one_left(tmp_path: Path) -> None:
    first = opened(tmp_path / "x", text="a")
    (first.folder("step") / "done").write_text("1")
    second = opened(tmp_path / "x", text="a")
    assert (second.folder("step") / "done").read_text() == "1"
    second.remove()
    assert list(tmp_path.iterdir()) == []


def test_a_process_of_an_earlier_run_writes_nothing_into_a_later_one(tmp_path: Path) -> None:
    for text in ("a", "b"):
        first = opened(tmp_path / "x", text="a")
        earlier = first.folder("step")
        later = opened(tmp_path / "x", text=text)
        with pytest.raises(FileNotFoundError):
            (earlier / "late").write_text("")
        with pytest.raises(FileNotFoundError):
            first.folder("other")
        later.remove()


def test_what_could_not_be_removed_is_not_taken_for_ours(tmp_path: Path) -> None:
    (opened(tmp_path / "x", text="a").folder("step") / "done").write_text("a")
    with patch.object(WorkFolder, "remove"):
        work = opened(tmp_path / "x", text="b")
    assert list(work.folder("step").iterdir()) == []
    assert len(list((tmp_path / "x.work").glob("run-*"))) == 1


@pytest.mark.skipif(os.name != "posix", reason="no links here")
def test_a_link_has_the_folder_of_what_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("x")
    opened(tmp_path / "link", text="a")
    assert (tmp_path / "x.work").is_dir()


def test_what_is_piped_in_is_never_the_same(tmp_path: Path) -> None:
    assert fingerprint(["-"]) != fingerprint(["-"])
    # Neither is what is no file, such as a pipe with a name.
    assert fingerprint([str(tmp_path)]) != fingerprint([str(tmp_path)])


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
    assert "being made already" in str(refusals[0])
    assert both.read_bytes() == alone.read_bytes()
    assert len(list(tmp_path.iterdir())) == 3


_SHARE = """
import time
from tesla_metrics.processes import shared

if __name__ == "__main__":
    for _ in shared(time.sleep, [0, 600, 600], 2):
        print("begun", flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="no signals")
def test_processes_end_with_the_one_that_was_killed(tmp_path: Path) -> None:
    (tmp_path / "share.py").write_text(_SHARE)
    with subprocess.Popen(
        [sys.executable, tmp_path / "share.py"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n"
        process.kill()
        # Who lives on has it open still, and there is no end.
        process.communicate(timeout=100)
