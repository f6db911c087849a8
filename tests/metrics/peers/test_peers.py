"""Peers give what sacreBLEU's public functions give, whatever options are chosen."""

import json
import logging
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import sacrebleu
from app.cli.running import refused, run, score, write
from sacrebleu.metrics.base import Metric as SacreMetric
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER

from tesla_metrics import (
    Bleu,
    Chrf,
    ChrfPlusPlus,
    Metric,
    Sentence,
    Ter,
    TeslaWarning,
    Token,
    UsageError,
    make_metric,
)

HYP = [
    "The ferry leaves the harbour at nine.",
    "",
    "rain",
    "Seagulls follow the ferry, the ferry follows the coast.",
]
REF = [
    "The ferry departs from the harbour at nine o'clock.",
    "Nobody waits.",
    "It rains",
    "Gulls follow the ferry along the coast.",
]
OTHER = [
    "At nine the ferry leaves the harbour.",
    "There is no one waiting.",
    "rain",
    "The ferry, followed by seagulls, follows the coast.",
]
# Case, punctuation, escapes, white space, scripts; a line with nothing in common.
ODD_HYP = [
    "THE HARBOUR's gate (No. 3) WAS &quot;open&quot;, 24-7!",
    "fog",
    "渡轮 在 9:30 离开港口，No Delay。",
    "Grüße aus  Åland;   Größe 4,5",
    " trailing blanks   ",
]
ODD_SETS = [
    [
        'The harbour\'s gate (no. 3) was "open" 24-7.',
        "It clears up.",
        "渡轮九点半驶离港口，没有延误。",
        "grüsse aus Åland; Grösse 4.5",
        "Trailing Blanks",
    ],
    [
        "Gate No. 3 of the harbour stood open day and night!",
        "Fog",
        "渡輪 9:30 離開了港口, no delay.",
        "Greetings from Åland, size 4,5",
        "trailing",
    ],
    ["open gate", "fog fog fog fog fog", "渡轮离开", "Aus Åland grüßt man.", "blanks trailing"],
]
TEXTS = {
    "ferry-1": (HYP, [REF]),
    "ferry-3": (HYP, [REF, OTHER, REF[::-1]]),
    "odd-1": (ODD_HYP, ODD_SETS[:1]),
    "odd-3": (ODD_HYP, ODD_SETS),
}
SMOOTHINGS: list[dict[str, Any]] = [
    {"smooth_method": "exp"},
    {"smooth_method": "none"},
    {"smooth_method": "floor"},
    {"smooth_method": "floor", "smooth_value": 0.25},
    {"smooth_method": "add-k"},
    {"smooth_method": "add-k", "smooth_value": 2.0},
]


def crossed(**values: Sequence[Any]) -> list[dict[str, Any]]:
    """Every choice of the one with every choice of the others."""
    return [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]


def named(options: dict[str, Any]) -> str:
    return ",".join(f"{name}={value}" for name, value in options.items())


def check(ours: Metric[Any], system: SacreMetric, segment: SacreMetric) -> None:
    """The same scores to the last digits that matter, and the same signature."""
    for hypotheses, sets in TEXTS.values():
        found = ours.score(hypotheses, sets)
        expected = system.corpus_score(hypotheses, sets)
        assert found.score == pytest.approx(expected.score, rel=0, abs=1e-9)
        assert f"{ours.name}|{system.get_signature().format()}" in str(found.signature)
        for own, hypothesis, *references in zip(found.segments, hypotheses, *sets, strict=True):
            one = segment.sentence_score(hypothesis, references).score
            assert own == pytest.approx(one, rel=0, abs=1e-9)
        for name, value in found.details.items():
            assert getattr(expected, name) == pytest.approx(value, rel=0, abs=1e-9)


@pytest.mark.parametrize("smoothing", SMOOTHINGS, ids=named)
@pytest.mark.parametrize(
    "options",
    crossed(
        tokenize=["none", "zh", "13a", "intl", "char"],
        lowercase=[False, True],
        max_ngram_order=[1, 4, 6],
        force=[False, True],
    ),
    ids=named,
)
def test_bleu_with_every_option(options: dict[str, Any], smoothing: dict[str, Any]) -> None:
    given = options | smoothing
    check(Bleu(**given), BLEU(**given), BLEU(**given, effective_order=True))


@pytest.mark.parametrize(
    "options",
    crossed(
        char_order=[1, 6],
        word_order=[0, 1, 2],
        beta=[0, 1, 2, 3],
        lowercase=[False, True],
        whitespace=[False, True],
        eps_smoothing=[False, True],
    ),
    ids=named,
)
def test_chrf_with_every_option(options: dict[str, Any]) -> None:
    for kind in (Chrf, ChrfPlusPlus):
        check(kind(**options), CHRF(**options), CHRF(**options))


@pytest.mark.parametrize(
    "options",
    crossed(
        normalized=[False, True],
        no_punct=[False, True],
        asian_support=[False, True],
        case_sensitive=[False, True],
    ),
    ids=named,
)
def test_ter_with_every_option(options: dict[str, Any]) -> None:
    check(Ter(**options), TER(**options), TER(**options))


def test_defaults() -> None:
    check(Bleu(), BLEU(), BLEU(effective_order=True))
    check(Bleu(lang="zh"), BLEU(trg_lang="zh"), BLEU(trg_lang="zh", effective_order=True))
    check(Chrf(), CHRF(), CHRF())
    check(ChrfPlusPlus(), CHRF(word_order=2), CHRF(word_order=2))
    check(Ter(), TER(), TER())


# The options as one types them, and as sacreBLEU's classes have them.
TYPED: list[tuple[str, str, type[SacreMetric], dict[str, Any]]] = [
    ("bleu", "--tokenize intl --lowercase", BLEU, {"tokenize": "intl", "lowercase": True}),
    ("bleu", "-tok char -lc", BLEU, {"tokenize": "char", "lowercase": True}),
    (
        "bleu",
        "--smooth-method floor -sv 0.2",
        BLEU,
        {"smooth_method": "floor", "smooth_value": 0.2},
    ),
    ("bleu", "--smooth-method add-k --force", BLEU, {"smooth_method": "add-k", "force": True}),
    ("bleu", "--max-ngram-order 2", BLEU, {"max_ngram_order": 2}),
    ("chrf", "-cc 4 --chrf-lowercase", CHRF, {"char_order": 4, "lowercase": True}),
    ("chrf++", "--chrf-lowercase", CHRF, {"word_order": 2, "lowercase": True}),
    ("chrf", "-cc 3 -cw 1", CHRF, {"char_order": 3, "word_order": 1}),
    ("chrf++", "--chrf-beta 3", CHRF, {"word_order": 2, "beta": 3}),
    ("chrf++", "--chrf-word-order 1", CHRF, {"word_order": 1}),
    ("chrf", "--chrf-whitespace", CHRF, {"whitespace": True}),
    ("chrf", "--chrf-eps-smoothing", CHRF, {"eps_smoothing": True}),
    ("ter", "--ter-case-sensitive", TER, {"case_sensitive": True}),
    (
        "ter",
        "--ter-normalized --ter-asian-support",
        TER,
        {"normalized": True, "asian_support": True},
    ),
    ("ter", "--ter-no-punct", TER, {"no_punct": True}),
]


@pytest.mark.parametrize(("name", "typed", "kind", "options"), TYPED)
def test_options_as_typed(
    tmp_path: Path, name: str, typed: str, kind: type[SacreMetric], options: dict[str, Any]
) -> None:
    hyp = write(tmp_path / "hyp", ODD_HYP)
    references = [write(tmp_path / f"ref{n}", column) for n, column in enumerate(ODD_SETS)]
    sets = [argument for path in references for argument in ("-r", path)]
    (record,) = score(hyp, *sets, "-l", "en", "-m", name, *typed.split())
    system = kind(**options)
    assert record["score"] == pytest.approx(system.corpus_score(ODD_HYP, ODD_SETS).score, abs=1e-9)
    assert system.get_signature().format() in record["signature"]


@pytest.mark.parametrize(
    ("typed", "lowered"),
    [
        ("-lc", {"tesla-x", "bleu"}),
        ("--chrf-lowercase", {"chrf", "chrf++"}),
        ("--lowercase --chrf-lowercase", {"tesla-x", "bleu", "chrf", "chrf++"}),
    ],
)
def test_who_is_lower_cased_is_as_in_sacrebleu(
    tmp_path: Path, typed: str, lowered: set[str]
) -> None:
    hyp, ref = write(tmp_path / "hyp", ODD_HYP), write(tmp_path / "ref", ODD_SETS[0])
    names = ("tesla-x", "bleu", "chrf", "chrf++", "ter")
    records = score(hyp, "-r", ref, "-l", "en", "-m", *names, *typed.split())
    assert [record["metric"] for record in records] == list(names)
    for record in records:
        name = record["metric"]
        options = {"lowercase": True} if name in lowered else {}
        own = make_metric(name, lang="en", **options).score(ODD_HYP, ODD_SETS[0])
        assert (record["score"], record["signature"]) == (own.score, str(own.signature))


def test_who_has_another_lowercase_names_it(tmp_path: Path) -> None:
    path = write(tmp_path / "a", ["A boat."])
    usual = ["score", path, "-r", path]
    refused(run(*usual, "-m", "chrf", "ter", "-lc"), 2, "no option --lowercase: chrf has --chrf-l")
    refused(run(*usual, "-m", "bleu", "--chrf-lowercase"), 2, "bleu has --lowercase")
    refused(run(*usual, "-m", "ter", "--chrf-lowercase"), 2, "chrf, chrf++ would accept it")


def test_what_sacrebleu_leaves_out_of_signatures() -> None:
    def fields(metric: Metric[Any]) -> dict[str, str]:
        return dict(metric.signature(1).fields)

    assert "max_ngram_order" not in fields(Bleu())
    assert fields(Bleu(max_ngram_order=3))["max_ngram_order"] == "3"
    floors = [Bleu(smooth_method="floor", smooth_value=value) for value in (0.001, 0.002, 0.25)]
    assert [fields(one)["smooth"] for one in floors] == [
        "floor[0.00]",
        "floor[0.00]",
        "floor[0.25]",
    ]
    assert [fields(one).get("smooth_value") for one in floors] == ["0.001", "0.002", None]
    assert fields(Chrf(beta=3))["beta"] == "3"
    assert "beta" not in fields(Chrf())


def test_a_value_of_no_smoothing_that_has_one() -> None:
    for method in ("exp", "none"):
        with pytest.raises(UsageError, match=r"^smooth_value has no effect with smooth_method"):
            Bleu(smooth_method=method, smooth_value=0.1)


def test_sacrebleu_logs_nothing(caplog: pytest.LogCaptureFixture) -> None:
    # It would say three lines for every hundred that end like these.
    lines, references = ["The ferry leaves ."] * 450, ["The ferry has left ."] * 450
    with caplog.at_level(logging.DEBUG):
        with pytest.warns(TeslaWarning, match="looks tokenised"):  # our own line, once
            Bleu(lang="en").score(lines, references)
        metric = Bleu(lang="en", force=True)
        assert metric.system._force
        metric.score(lines, references)
        metric.matrix(lines[:150], lines[:2])
    assert not caplog.records


def test_details(tmp_path: Path) -> None:
    expected = BLEU().corpus_score(HYP, [REF])
    names = ["precisions", "bp", "ratio", "sys_len", "ref_len", "counts", "totals"]
    found = Bleu(lang="en").score(HYP, REF)
    assert list(found.details) == names
    assert found.details == {name: getattr(expected, name) for name in names}
    record = found.to_dict()
    assert list(record) == [
        "metric", "score", "higher_is_better", "signature", *names, "segments",
    ]  # fmt: skip
    assert json.loads(json.dumps(record)) == record
    assert list(found.to_dict(segments=False)) == list(record)[:-1]
    hyp, ref = write(tmp_path / "hyp", HYP), write(tmp_path / "ref", REF)
    (shown,) = score(hyp, "-r", ref, "-l", "en", "-m", "bleu")
    del shown["items"]  # the texts
    assert shown == {"system": "hyp", **record}
    ter = Ter().score(HYP, REF)
    assert ter.details["num_edits"] / ter.details["ref_length"] == pytest.approx(ter.score / 100)
    assert Chrf().score(HYP, REF).details == {}
    assert hash(found) == hash(Bleu(lang="en").score(HYP, REF))


def test_verbose(tmp_path: Path) -> None:
    hyp, ref = write(tmp_path / "hyp", HYP), write(tmp_path / "ref", REF)
    usual = ("-r", ref, "-l", "en", "-m", "tesla-m", "-m", "bleu")
    said = f"{BLEU().corpus_score(HYP, [REF]).format(width=1)}\n"
    plain, verbose = run("score", hyp, *usual).out, run("score", hyp, *usual, "-v").out
    assert verbose == f"{plain}\n{said}"
    both = run("score", hyp, ref, *usual, "--verbose").out.splitlines()
    assert both[-2] == f"hyp: {said.rstrip()}"
    assert both[-1].startswith("ref: BLEU = 100.0 100.0/100.0/100.0/100.0 (BP = 1.000 ")
    for style in ("json", "tsv"):
        assert (
            run("score", hyp, *usual, "-v", "-f", style).out
            == run("score", hyp, *usual, "-f", style).out
        )
    assert "BLEU" not in run("score", hyp, "-r", ref, "-l", "en", "-m", "chrf", "-v").out


CHINESE = ["渡轮离开港口了"], ["渡轮驶离港口了"]


def test_ter_of_chinese_is_as_sacrebleus_and_warns() -> None:
    with pytest.warns(TeslaWarning, match=r"ter splits words .*\(--ter-normalized"):
        assert Ter(lang="zh").score(*CHINESE).score == 100
    cut = Ter(lang="zh", normalized=True, asian_support=True).score(*CHINESE)
    assert 0 < cut.score < 50
    with pytest.warns(TeslaWarning, match="use chrf"):
        Ter(lang="th").signature(1)
    with pytest.warns(TeslaWarning, match=r"bleu splits .*tokenize='char' \(--tokenize char\)"):
        Bleu(lang="yue").signature(1)


pytestmark = pytest.mark.filterwarnings("ignore:.*are empty:tesla_metrics.TeslaWarning")


@pytest.mark.parametrize("sets", [[REF], [REF, OTHER]], ids=["one", "two"])
def test_bleu(sets: list[list[str]]) -> None:
    score = Bleu(lang="en").score(HYP, sets)
    assert score.score == sacrebleu.corpus_bleu(HYP, sets).score
    for found, hypothesis, *references in zip(score.segments, HYP, *sets, strict=True):
        expected = sacrebleu.sentence_bleu(hypothesis, references, use_effective_order=True)
        assert found == expected.score


@pytest.mark.parametrize("sets", [[REF], [REF, OTHER]], ids=["one", "two"])
@pytest.mark.parametrize(("metric", "order"), [(Chrf(), 0), (ChrfPlusPlus(), 2)])
def test_chrf(metric: Chrf, order: int, sets: list[list[str]]) -> None:
    score = metric.score(HYP, sets)
    assert score.score == sacrebleu.corpus_chrf(HYP, sets, word_order=order).score
    for found, hypothesis, *references in zip(score.segments, HYP, *sets, strict=True):
        assert found == sacrebleu.sentence_chrf(hypothesis, references, word_order=order).score


@pytest.mark.parametrize("sets", [[REF], [REF, OTHER]], ids=["one", "two"])
def test_ter(sets: list[list[str]]) -> None:
    score = Ter().score(HYP, sets)
    assert score.score == sacrebleu.corpus_ter(HYP, sets).score
    for found, hypothesis, *references in zip(score.segments, HYP, *sets, strict=True):
        assert found == sacrebleu.sentence_ter(hypothesis, references).score


def test_lower_ter_is_better() -> None:
    better, worse = (Ter().score([text], ["the ferry leaves"]) for text in ("the ferry", "a cow"))
    assert better.score < worse.score
    assert not Ter.higher_is_better
    assert not better.higher_is_better
    assert all(metric.higher_is_better for metric in (Bleu, Chrf, ChrfPlusPlus))


def test_scales_are_their_own() -> None:
    text = ["the ferry leaves the harbour"]
    assert Bleu(lang="en").score(text, text).score == pytest.approx(100)
    assert Chrf().score(text, text).score == pytest.approx(100)
    assert Ter().score(text, text).score == 0


@pytest.mark.filterwarnings("ignore:.*does not have the length")
def test_many_segments_in_steps() -> None:
    hypotheses = [f"{HYP[i % 4]} {i}" for i in range(230)]
    references = [f"{REF[i % 4]} {i}" for i in range(230)]
    heard: list[int] = []
    score = Bleu(lang="en").score(hypotheses, references, progress=heard.append)
    assert score.score == sacrebleu.corpus_bleu(hypotheses, [references]).score
    assert len(score.segments) == sum(heard) == 230
    assert len(heard) > 1


def test_scoring_changes_nothing() -> None:
    metric = Bleu(lang="en")
    before = metric.score(HYP, [REF, OTHER])
    metric.score(HYP, REF)
    assert metric.score(HYP, [REF, OTHER]) == before


def test_chinese_is_cut_into_characters() -> None:
    score = Bleu(lang="zh").score(["渡轮离开港口了"], ["渡轮驶离港口了"])
    assert (
        score.score
        == sacrebleu.corpus_bleu(["渡轮离开港口了"], [["渡轮驶离港口了"]], tokenize="zh").score
    )
    assert score.score > 0


def test_analysed_sentences_are_read_as_text() -> None:
    hyp = Sentence("rain fell", (Token("x", "x"),))
    score = Chrf().score([hyp], [Sentence("rain falls", ())])
    assert score.score == Chrf().score(["rain fell"], ["rain falls"]).score
