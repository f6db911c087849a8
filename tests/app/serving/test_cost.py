"""No question keeps a thread for longer than seconds, and none keeps others waiting."""

import threading
from typing import Any

import pytest
from served import PAIR, WHY, Served, serving

from tesla_metrics.app.serving.limits import ServerLimits, check_cost, explain_cost, score_cost
from tesla_metrics.metrics.peers.ter import Ter

LONG = " ".join(f"w{number}" for number in range(400))


@pytest.mark.parametrize(
    ("path", "question"),
    [
        ("/score", {"references": [[LONG]] * 10, "references_by": "set", "hypotheses": [LONG]}),
        ("/score", {"metric": "ter", "hypotheses": ["a b " * 400], "references": ["b c " * 400]}),
        ("/score", {"metric": "ter", "hypotheses": [LONG[:490]], "references": [LONG]}),
        ("/score", {"metric": "rouge-l", "hypotheses": ["a " * 1500], "references": ["a " * 1500]}),
        ("/score", {"lang": "zh", "hypotheses": ["雨" * 1999], "references": ["伞" * 1999]}),
        ("/score", {"metric": "chrf", "hypotheses": ["a" * 9999], "references": ["b" * 9999]}),
        ("/report", {"metric": "ter", "hypotheses": [LONG[:490]], "references": [LONG]}),
        ("/explain", {"references": [LONG] * 40, "hypothesis": LONG}),
        ("/explain", {"metric": "tesla-m", "references": ["a " * 999], "hypothesis": LONG * 3}),
    ],
)
def test_too_much_work_for_one_segment(path: str, question: dict[str, Any]) -> None:
    """Each of these texts is short enough by itself."""
    with serving(ServerLimits(work=2_000_000)) as server:
        answer = server.post(path, {"lang": "en", **question})
        assert answer.status == 413, answer
        assert "send shorter texts or fewer references" in answer.json["error"]
        assert server.post("/score", PAIR).status == 200


def test_references_count(server: Served) -> None:
    for by, references in (("set", [["a"] * 20] * 3), ("segment", [["a"] * 3] * 20)):
        question = {"hypotheses": ["a"] * 20, "references": references, "references_by": by}
        answer = server.post("/score", {"metric": "bleu", **question})
        assert answer.status == 413
        assert "60 segments" in answer.json["error"]


def test_all_texts_that_people_write_are_cheap() -> None:
    """A paragraph against four others, a page against another; twice that is explained, too."""
    bounds = ServerLimits()
    check_cost(["word " * 300], [["word " * 300]] * 4, explain_cost, bounds)
    check_cost(["word " * 1300], [["word " * 1300]], explain_cost, bounds)
    check_cost(["word " * 2000], [["word " * 2000], [None]], score_cost, bounds)


def test_scripts_without_spaces_count_by_characters() -> None:
    for text, count in (
        ("a cat.", 3),
        ("雨伞ab了", 4),
        ("ประตู", 5),
        ("", 1),
        ("a" * 100, 20),
        ("문을 열다", 2),
    ):
        (found,) = check_cost([text], [["x"]], lambda left, right: left, ServerLimits())
        assert found == count, text


def test_who_asks_little_does_not_wait_for_who_asks_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread of each kind, and that for large questions is busy."""
    inside, go_on = threading.Event(), threading.Event()
    ready = Ter.open

    def wait(*args: Any) -> Any:
        inside.set()
        assert go_on.wait(30)
        return ready(*args)

    monkeypatch.setattr(Ter, "open", wait)
    with serving(ServerLimits(seconds=0.5)) as busy:
        large = {**PAIR, "metric": "ter", "hypotheses": ["a b c"] * 900, "references": ["d"] * 900}
        statuses: list[int] = []
        asking = threading.Thread(target=lambda: statuses.append(busy.post("/score", large).status))
        asking.start()
        assert inside.wait(30)
        assert busy.post("/score", PAIR).status == 200
        assert busy.post("/explain", WHY).status == 200
        refused = busy.post("/score", large)
        assert (refused.status, refused.headers["Retry-After"]) == (503, "1")
        assert "no thread was free" in refused.json["error"]
        go_on.set()
        asking.join(30)
        assert statuses == [503]


def test_ter_looks_at_the_clock_after_each_segment() -> None:
    done: list[int] = []
    Ter().open().statistics(["a b", "c", "d"], [["a", "c", "e"]], 1, done.append)
    assert done == [1, 1, 1]
