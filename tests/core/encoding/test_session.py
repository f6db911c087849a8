"""What a session keeps, and for how long."""

import os
import sys
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from cores import using

from tesla_metrics import ResourceError, TeslaM, TeslaX, UsageError
from tesla_metrics.core.encoding.celab_tokens import TokenEncoder
from tesla_metrics.core.encoding.session import Session
from tesla_metrics.native import load_native

TEXTS = ["the captain sold three boats", "nobody wanted to sail", "grey clouds over islands"]


def test_one_thing_for_a_key() -> None:
    session = Session()
    made: list[int] = []

    def make(number: int) -> list[int]:
        made.append(number)
        return [number]

    assert session.once(make, 1) is session.once(make, 1)
    for number in range(2, 12):
        session.once(make, number)
    assert session.once(make, 11) == [11]
    session.once(make, 1)  # the oldest was forgotten
    assert made == [*range(1, 12), 1]


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    session, path = Session(), tmp_path / "file"
    path.write_text("one", "utf-8")
    assert session.of_file(Path.read_text, path) == "one"
    assert session.of_file(Path.read_text, path) is session.of_file(Path.read_text, path)
    path.write_text("another", "utf-8")
    assert session.of_file(Path.read_text, path) == "another"


def test_choices_that_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="core 'gpu'"):
        Session(core="gpu")
    with pytest.raises(UsageError, match="memory 0"):
        Session(memory=0)
    monkeypatch.setitem(sys.modules, "tesla_metrics._native", None)
    monkeypatch.delattr("tesla_metrics._native", raising=False)
    assert Session().core == "python"
    with pytest.raises(ResourceError, match="native core"):
        Session(core="native")


def test_constants_share_the_codes() -> None:
    with using(Session()) as session:
        metrics = [TeslaX(lang="en", lemma=value / 10) for value in range(9)]
        scores = {metric.score(TEXTS, TEXTS[::-1]).score for metric in metrics}
        encoders = {id(metric.open(session).comparer.encoder) for metric in metrics}  # type: ignore[attr-defined]
    assert len(encoders) == 1
    assert scores


def test_files_are_looked_at_once_a_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "synonyms.tsv"
    path.write_text("captain\tskipper\n", "utf-8")
    metric = TeslaM(lang="en", synonyms=str(path))
    metric.score(TEXTS, TEXTS)
    asked: list[str] = []
    real = os.stat

    def stat(name: Any, *more: Any, **options: Any) -> Any:
        asked.append(str(name))
        return real(name, *more, **options)

    monkeypatch.setattr(os, "stat", stat)
    metric.score(TEXTS, TEXTS)
    assert len([name for name in asked if name == str(path)]) <= 1


def test_sessions_know_nothing_of_each_other() -> None:
    metric = TeslaX(lang="en")
    cores = ["python", "python"] if load_native() is None else ["python", "native"]
    one, two = (metric.score(TEXTS, TEXTS[::-1], session=Session(core=core)) for core in cores)
    assert one.segments == pytest.approx(two.segments, rel=0, abs=1e-9)
    assert [one.signature.core, two.signature.core] == cores


def test_threads_share_a_session() -> None:
    session, metric = Session(memory=200_000), TeslaX(lang="en")
    texts = [[f"{word} {n} boats {n % 7}" for n in range(40)] for word in ("a", "b", "c", "d")]
    alone = [metric.score(own, TEXTS[:1] * 40, session=Session()).segments for own in texts]
    found: dict[int, bool] = {}

    def work(number: int) -> None:
        found[number] = all(
            metric.score(texts[number], TEXTS[:1] * 40, session=session).segments == alone[number]
            for _ in range(5)
        )

    threads = [Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == dict.fromkeys(range(4), True)


def test_a_class_may_be_asked_for_what_its_objects_load() -> None:
    assert vars(TokenEncoder)["tokenizer"] is TokenEncoder.tokenizer
    assert (
        TokenEncoder.tokenizer.__doc__
        == "The tokeniser into characters, words or parts of compounds."
    )
