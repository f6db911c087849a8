"""The same numbers as the command line, and questions that cannot be answered."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from alone import wordy
from served import PAIR, WHY, Served, serving

from app.cli.running import run, score, write
from tesla_metrics import TeslaX
from tesla_metrics.app.serving.limits import ServerLimits
from tesla_metrics.app.serving.reply import RefusedError, Reply
from tesla_metrics.app.serving.routes import ReportStore

HYPOTHESES = ["The boat drifts past the mill.", "", "Seven geese <b>crossed</b> the road & left."]
OTHERS = ["A boat drifted by.", "Nothing.", "Geese crossed a road."]
REFERENCES = ["A boat is drifting past the old mill.", "Nobody.", "Seven geese crossed the road."]
SECOND = ["The boat floats by the mill.", "No one.", "The seven geese went over the road."]


@pytest.mark.parametrize("metrics", [["tesla-x"], ["tesla-m", "bleu", "ter"]])
def test_as_the_command_line_has_it(tmp_path: Path, server: Served, metrics: list[str]) -> None:
    names = "a.txt", "b.txt", "r.txt", "s.txt"
    texts = HYPOTHESES, OTHERS, REFERENCES, SECOND
    a, b, r, s = (write(tmp_path / n, own) for n, own in zip(names, texts, strict=True))
    question = {
        "metrics": metrics,
        "lang": "en",
        "systems": {"a.txt": HYPOTHESES, "b.txt": OTHERS},
        "references": [REFERENCES, SECOND],
        "references_by": "set",
        "segments": True,
    }
    answer = server.post("/score", question)
    assert answer.status == 200, answer
    records = answer.json
    told = [record.pop("warnings", []) for record in records]
    assert records == score(a, b, "-r", r, s, "-l", "en", "-m", *metrics, "-q")
    empty = "a.txt: 1 of 3 segments are empty, the first is segment 2; check the file"
    assert told == [[empty]] * len(metrics) + [[]] * len(metrics)


def test_warns_of_what_is_doubtful(server: Served) -> None:
    """As the command line does on stderr."""
    for question in (PAIR, {**PAIR, "hypotheses": ["Лодка плывёт мимо мельницы."]}):
        (record,) = server.post("/score", question).json
        why = {"lang": "en", "references": PAIR["references"]}
        explained = server.post("/explain", {**why, "hypothesis": question["hypotheses"][0]}).json
        if question is PAIR:
            assert "warnings" not in record
            assert "warnings" not in explained
        else:
            (told,) = record["warnings"]
            assert told.startswith("not in the script of 'en': hypotheses (")
            assert explained["warnings"] == [told.replace("hypotheses", "hypothesis")]


def test_explains_against_sources_as_it_scores(server: Served) -> None:
    beside = {"lang": "en", "metric": "pem", "sources": PAIR["references"]}
    (record,) = server.post("/score", {**beside, "hypotheses": PAIR["hypotheses"]}).json
    explained = server.post("/explain", {**beside, "hypothesis": PAIR["hypotheses"][0]})
    assert explained.status == 200, explained
    assert (explained.json["held"], explained.json["score"]) == ("source", record["score"])
    both = {**beside, "hypothesis": PAIR["hypotheses"][0], "references": ["Something else."]}
    assert server.post("/explain", both).json == explained.json


def test_without_segments_there_are_none(server: Served) -> None:
    (record,) = server.post("/score", PAIR).json
    assert sorted(record) == ["higher_is_better", "metric", "score", "signature", "system"]
    assert record["system"] == "hypotheses"


def test_options_as_python_has_them(server: Served) -> None:
    options = {"synonyms": "none", "lowercase": True, "lemma": 0.5}
    (record,) = server.post("/score", {**PAIR, "options": options}).json
    own = TeslaX(lang="en", synonyms="none", lowercase=True, lemma=0.5)
    found = own.score(PAIR["hypotheses"], PAIR["references"])
    assert (record["score"], record["signature"]) == (found.score, str(found.signature))


def test_a_language_whose_frequencies_are_the_references(server: Served) -> None:
    """What was learnt from one request is not used for the next."""
    for references in (["o barco desce o rio", "a casa"], ["um gato dorme", "a porta"]):
        hypotheses = ["o barco sobe o rio", "a casa velha"]
        question = {"lang": "pt", "hypotheses": hypotheses, "references": references}
        (record,) = server.post("/score", question).json
        assert record["score"] == TeslaX(lang="pt").score(hypotheses, references).score


def test_paraphrases_against_their_source(server: Served) -> None:
    question = {**PAIR, "metric": "pem", "sources": PAIR["references"], "segments": True}
    del question["references"]
    (record,) = server.post("/score", question).json
    assert record["items"][0]["source"] == PAIR["references"][0]


@pytest.mark.parametrize("metric", ["tesla-x", "tesla-m"])
def test_explains_as_the_command_line_does(server: Served, metric: str) -> None:
    references = [*PAIR["references"], "By the old mill floats a boat."]
    question = {**WHY, "metric": metric, "references": references}
    texts = PAIR["hypotheses"][0], *references
    result = run("explain", *texts, "-l", "en", "-m", metric, "-f", "json", "-q")
    assert [server.post("/explain", question).json] == json.loads(result.out), result


@pytest.mark.parametrize(
    ("change", "fact"),
    [
        ({"metric": "tesla-xx"}, "did you mean tesla-x?"),
        ({"metric": "comet"}, "unknown metric"),
        ({"lang": "../../etc"}, "lang is '../../etc', expected a language code"),
        ({"lang": "qq"}, "qq"),
        ({"references": ["a", "b"]}, "1 hypotheses but the references have 2"),
        ({"references": []}, "expected"),
        ({"references": [None]}, "segment 1 has no reference"),
        ({"hypotheses": []}, "a list of 1 or more"),
        ({"hypotheses": "a text"}, "expected a list"),
        ({"hypotheses": [1]}, "hypotheses[0] is 1, expected a text"),
        ({"hypotheses": ["a" * 2001]}, "2001 characters: give at most 2000"),
        ({"systems": {"a": ["b"]}}, "not both"),
        ({"metrics": ["bleu"], "metric": "bleu"}, "not both"),
        ({"hypothesis": "a"}, "did you mean hypotheses?"),
        ({"options": {"nothing": 1}}, "no option 'nothing'"),
        ({"options": {"order": 10**6}}, "order 1000000"),
        ({"options": {"lemma": "high"}}, "lemma"),
        ({"options": {"synonyms": "/etc/passwd"}}, "must not name a file on a server"),
        ({"options": {"analyzer": "spacy:some/where"}}, "must not name a file on a server"),
        ({"options": {"frequencies": "../x"}}, "must not name a file on a server"),
        ({"options": {"model": "x.model"}}, "must not name a file on a server"),
        ({"options": {"synonyms": ["none"]}}, "must not name a file on a server"),
        ({"options": {"synonyms": {}}}, "must not name a file on a server"),
        ({"metric": "tesla-b", "options": {"tables": ["/etc/passwd"]}}, "must not name a file"),
        ({"metric": "bleu", "options": {"tokenize": "flores200"}}, "must not name a file"),
    ],
)
def test_questions_that_cannot_be_answered(
    server: Served, change: dict[str, Any], fact: str
) -> None:
    answer = server.post("/score", {**PAIR, **change})
    assert answer.status == 422, answer
    assert fact in answer.json["error"]
    assert "\n" not in answer.json["error"]


@pytest.mark.parametrize(
    ("change", "fact"),
    [
        ({"metric": "bleu"}, "bleu does not explain its scores"),
        ({"hypothesis": None}, "hypothesis is null"),
        ({"references": "a"}, "references is"),
        ({"segments": True}, "unknown"),
        ({"references": None}, "references is null"),
    ],
)
def test_what_cannot_be_explained(server: Served, change: dict[str, Any], fact: str) -> None:
    answer = server.post("/explain", {**WHY, **change})
    assert answer.status == 422, answer
    assert fact in answer.json["error"]


@pytest.mark.parametrize(("metric", "wanted"), [("pem", "sources"), ("tesla-x", "references")])
def test_nothing_to_explain_against(server: Served, metric: str, wanted: str) -> None:
    question = {"lang": "en", "metric": metric, "hypothesis": "One boat."}
    sources = {} if metric == "pem" else {"sources": ["Two boats."]}
    answer = server.post("/explain", {**question, **sources})
    assert answer.status == 422
    assert f"give {wanted}, a list of texts" in answer.json["error"]


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"{", b"\xff", b'{"a": NaN}', b'{"lang": "en", "lang": "de"}', b"[" * 10_000),
        *(b'{"hypotheses": ["\\ud800"]}', b"1e999", b"9" * 5000, b'{"a": ' * 30 + b"1" + b"}" * 30),
    ],
)
def test_no_json(server: Served, body: bytes) -> None:
    answer = server.ask("POST", "/score", body, Content_Type="application/json")
    assert answer.status == 400, answer
    assert answer.json["error"].startswith("the body: ")


def test_too_many_segments(server: Served) -> None:
    many = ["a"] * 30
    question = {"metrics": ["bleu", "chrf"], "hypotheses": many, "references": many}
    answer = server.post("/score", question)
    assert answer.status == 413
    assert "60 segments" in answer.json["error"]


def test_what_takes_too_long_is_given_up() -> None:
    with serving(ServerLimits(seconds=0.3)) as slow:
        texts = ["one two three four five six seven eight nine ten " * 4] * 400
        others = ["ten nine eight seven six five four three two one " * 4] * 400
        answer = slow.post("/score", {"metric": "ter", "hypotheses": texts, "references": others})
        assert answer.status == 503
        assert "longer than 0.3 s" in answer.json["error"]
        assert slow.ask("GET", "/healthz").status == 200


def test_the_command_says_what_is_wrong() -> None:
    result = run("serve", "--max-body", "0")
    assert (result.code, result.out) == (2, "")
    assert "body 0: give a number above 0" in result.err


@pytest.mark.filterwarnings("ignore::tesla_metrics.errors.TeslaWarning")
def test_reports_of_one_system_and_of_two(server: Served) -> None:
    systems = {"a.txt": HYPOTHESES, "<script>b": OTHERS}
    common = {"lang": "en", "references": [REFERENCES], "references_by": "set"}
    for asked in (systems, {"a.txt": HYPOTHESES}):
        made = server.post("/report", {**common, "systems": asked})
        assert made.status == 200, made
        (empty,) = made.json["warnings"]
        assert empty.startswith("a.txt: 1 of 3 segments are empty")
        page = server.ask("GET", made.json["path"])
        assert page.headers["Content-Type"] == "text/html; charset=utf-8"
        assert page.body.startswith(b"<!DOCTYPE html>")
        assert b"<script>b" not in page.body
    assert server.ask("GET", "/reports/guessed").status == 404
    assert server.post("/report", {**common, "systems": {"a": ["one"]}}).status == 422


def test_square_references_need_an_orientation(server: Served) -> None:
    square = [["a mill", "the mill"], ["a boat", "the boat"]]
    question = {"metric": "chrf", "hypotheses": ["the mill", "a boat"], "references": square}
    answer = server.post("/score", question)
    assert answer.status == 422
    assert "give references_by='set' for reference sets" in answer.json["error"]
    (record,) = server.post("/score", {**question, "references_by": "segment"}).json
    assert record["score"] == 100
    (record,) = server.post("/score", {**question, "references_by": "set"}).json
    assert record["score"] < 100
    report = {"metric": "chrf", "systems": {"a": ["the mill", "a boat"]}, "references": square}
    assert server.post("/report", report).status == 422


def test_only_so_many_reports_are_kept() -> None:
    shelf = ReportStore()
    paths = [shelf.put(Reply(200, b"page")) for _ in range(20)]
    assert shelf.get(paths[-1]).body == b"page"
    with pytest.raises(RefusedError):
        shelf.get(paths[0])
    large = shelf.put(Reply(200, bytes(150 << 20)))
    assert shelf.get(large).status == 200
    with pytest.raises(RefusedError):
        shelf.get(paths[-1])


def test_what_the_docs_ask(server: Served) -> None:
    page = (Path(__file__).parents[3] / "docs" / "serve.md").read_text("utf-8")
    asked = re.findall(r"8080(/\w+) -H .*? -d '\n(.*?)'\n```", page, re.DOTALL)
    answers = [server.post(path, json.loads(question)) for path, question in asked]
    assert [answer.status for answer in answers] == [200, 200]
    (shown,) = re.findall(r"^```json\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    (record,) = answers[0].json
    score = pytest.approx(record["score"], rel=1e-9)  # its last digits depend on the machine
    assert json.loads(shown) == [{**record, "score": score, "signature": "tesla-x|lang:en|…"}]


def test_texts_that_stand_alone_need_no_references(server: Served) -> None:
    with wordy():
        (record,) = server.post("/score", {"metric": "wordy", "hypotheses": ["One two."]}).json
        assert record["score"] == pytest.approx(0.02)
        both = {"metrics": ["wordy", "bleu"], "hypotheses": ["One two."], "segments": True}
        (first, _) = server.post("/score", {**both, "references": ["One."]}).json
        assert first["segments"] == [pytest.approx(0.02)]
        wanting = server.post("/score", both)
        assert (wanting.status, b"bleu compares texts with" in wanting.body) == (422, True)
        unlike = {"a": ["One."], "b": ["One.", "Two."]}
        for path in ("/score", "/report"):
            odd = server.post(path, {"metric": "wordy", "systems": unlike, "references": ["One."]})
            assert (odd.status, b"systems.b has 2 texts" in odd.body) == (422, True)
        of_files = server.post("/score", {**PAIR, "metric": "cremer"})
        assert (of_files.status, b"which the server does not read" in of_files.body) == (422, True)
        many = {"metric": "wordy", "hypotheses": ["One two.", "One."] * 10}
        assert server.post("/report", many).status == 200
