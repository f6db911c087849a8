"""Outputs that do not fit their references."""

import random
import re
import warnings
from collections.abc import Sequence
from itertools import pairwise

import pytest

from tesla_metrics.text.input_checks import InputChecker
from tesla_metrics.text.input_checks.sampled_text import BLOCK_LINES, CheckedText

_SUBJECTS = ("The baker", "My neighbour", "A tired nurse", "The old captain", "Our teacher")
_VERBS = ("repaired", "painted", "borrowed", "forgot", "described", "carried")
_OBJECTS = ("the green bicycle", "a wooden ladder", "seven letters", "her coat", "the broken clock")
_PLACES = ("near the harbour", "behind the school", "in Lisbon", "at the station", "before sunrise")


def make_references(n_lines: int, seed: int = 1) -> list[str]:
    rng = random.Random(seed)
    parts = (_SUBJECTS, _VERBS, _OBJECTS, _PLACES)
    return [f"{' '.join(map(rng.choice, parts))}." for _ in range(n_lines)]


def make_outputs(references: Sequence[str], seed: int = 2) -> list[str]:
    """Return outputs that differ from their references in some words."""
    rng = random.Random(seed)
    outputs = []
    for reference in references:
        words = reference.split()
        words[rng.randrange(1, len(words) - 1)] = rng.choice(["some", "quickly", "again"])
        outputs.append(" ".join(words))
    return outputs


REFERENCES = make_references(60)
OUTPUTS = make_outputs(REFERENCES)


def check(
    outputs: Sequence[str],
    references: Sequence[str] = REFERENCES,
    sources: Sequence[str] | None = None,
    lang: str = "en",
) -> list[str]:
    checker = InputChecker(
        lang, ["ref"], source_names=["src"] if sources else [], are_sources_scored=False
    )
    columns = [references, *([sources] if sources else [])]
    checker.update("hyp", outputs, columns)
    return list(checker.generate_messages())


def test_texts_that_fit() -> None:
    assert check(OUTPUTS) == []
    assert check(OUTPUTS[:10], REFERENCES[:10]) == []
    lower, lower_references = ([line.lower() for line in text] for text in (OUTPUTS, REFERENCES))
    assert check(lower, lower_references) == []


@pytest.mark.parametrize("shift", [1, -1, 2])
def test_shifted_lines(shift: int) -> None:
    (warning,) = check([*OUTPUTS[shift:], *OUTPUTS[:shift]])
    side = "below" if shift > 0 else "above"
    distance = "1 line" if abs(shift) == 1 else "2 lines"
    assert warning == (
        f"hyp and ref do not look aligned: lines fit the reference {distance} {side} them; check "
        "the order and the number of lines"
    )


def test_lines_shifted_from_the_middle_on() -> None:
    (warning,) = check([*OUTPUTS[:30], *OUTPUTS[31:], "The end."])
    assert re.search("from about line (33|49) on, lines fit the reference 1 line below", warning)


@pytest.mark.parametrize("kind", ["shuffled", "sorted", "reversed", "other"])
def test_lines_in_another_order(kind: str) -> None:
    outputs = {
        "shuffled": random.Random(3).sample(OUTPUTS, len(OUTPUTS)),
        "sorted": sorted(OUTPUTS),
        "reversed": OUTPUTS[::-1],
        "other": make_outputs(make_references(60, seed=9)),
    }[kind]
    (warning,) = check(outputs)
    assert warning.startswith(
        "hyp and ref do not look aligned: lines are no more similar to their references than to "
        "the references nearby"
    )


def test_a_second_reference_in_another_order() -> None:
    checker = InputChecker("en", ["A", "B"])
    checker.update("hyp", OUTPUTS, [REFERENCES, make_outputs(REFERENCES, seed=7)[::-1]])
    (warning,) = checker.generate_messages()
    assert warning.startswith("B and A do not look aligned: ")


def test_chinese_lines_in_another_order() -> None:
    subjects = ("老师", "医生", "邻居", "农民", "船长")
    verbs = ("修好了", "忘记了", "借走了", "卖掉了")
    objects = ("自行车", "木梯子", "七封信", "旧大衣", "闹钟")
    rng = random.Random(5)
    references = [
        f"{rng.choice(subjects)}昨天{rng.choice(verbs)}那个{rng.choice(objects)}。"
        for _ in range(60)
    ]
    outputs = [line.replace("昨天", "刚才") for line in references]
    assert check(outputs, references, lang="zh") == []
    (warning,) = check(random.Random(1).sample(outputs, 60), references, lang="zh")
    assert "do not look aligned" in warning


def test_one_output_for_all() -> None:
    assert check([OUTPUTS[0]] * 60) == [
        f"hyp: 60 of 60 lines are {OUTPUTS[0][:29] + '…'!r}, but the lines of ref differ; check "
        "the file"
    ]
    assert check([OUTPUTS[0]] * 60, [REFERENCES[0]] * 60) == []


def test_case() -> None:
    lower = [line.lower() for line in OUTPUTS]
    assert check(lower) == [
        "hyp: 60 of 60 lines are in lower case, but not in ref, which affects scores; use the same "
        "case"
    ]
    (warning,) = check(OUTPUTS, [line.lower() for line in REFERENCES])
    assert warning.startswith("ref: 60 of 60 lines are in lower case, but not in hyp")
    (warning,) = check([line.upper() for line in OUTPUTS])
    assert warning.startswith("hyp: 60 of 60 lines are in upper case")
    (warning,) = check([line[0].lower() + line[1:].replace("lisbon", "Lisbon") for line in OUTPUTS])
    assert "lines are in lower case" in warning or "lines begin in lower case" in warning


def test_lost_punctuation() -> None:
    references = [f"Yes, {line}" for line in REFERENCES]
    outputs = [f"Yes, {line}" for line in OUTPUTS]
    assert check(outputs, references) == []
    (warning,) = check([line.replace(",", "").rstrip(".") for line in outputs], references)
    assert warning == "hyp: only 0 of 60 lines have commas, compared with ref; were they removed?"


def test_lost_accents() -> None:
    references = [f"{line[:-1]} à la forêt où l'été s'achève." for line in REFERENCES]
    outputs = [
        line.translate(str.maketrans("àêéè", "aeee")).replace("ù", "u") for line in references
    ]
    (warning,) = check(outputs, references, lang="")
    assert warning == (
        "hyp: only 0 of 60 lines have letters with accents, compared with ref; were they removed?"
    )


def test_cut_lines() -> None:
    references = [f"{first} {second}" for first, second in pairwise(REFERENCES)]
    found = check([line[: len(line) // 3] for line in references], references)
    assert (
        "hyp does not have the length of ref: 59 of 59 lines are less than half as long; is each "
        "line one segment?"
    ) in found
    (warning,) = check([" ".join(line.split()[:12]) for line in references], references)
    assert "lines are cut after 12 words; is each line one segment?" in warning


def test_some_lines_with_more_than_the_translation() -> None:
    outputs = [
        f"{OUTPUTS[index - 1]} {output}" if index % 4 == 1 else output
        for index, output in enumerate(OUTPUTS)
    ]
    (warning,) = check(outputs)
    assert "hyp does not have the length of ref: " in warning
    assert "lines are much longer than the others" in warning


@pytest.mark.parametrize(
    ("prefix", "shown"),
    [
        ("{i}. ", "begin with '0."),
        ("Answer: ", "begin with 'answer:"),
        ("H-{i}\t", "begin with 'h-0"),
        ('"', "begin with"),
    ],
)
def test_text_before_each_line(prefix: str, shown: str) -> None:
    warnings_found = check([prefix.format(i=i) + line for i, line in enumerate(OUTPUTS)])
    if "\t" in prefix:
        assert any("has tabs" in warning for warning in warnings_found)
    else:
        (warning,) = warnings_found
        assert shown in warning


def test_copied_sources() -> None:
    sources = ["Der Bäcker vergaß gestern die grüne Leiter.", "Unsere Lehrerin trug sieben Briefe."]
    sources = [f"{i} {line}" for i in range(30) for line in sources]
    outputs = [*OUTPUTS[:50], *sources[50:]]
    found = check(outputs, sources=sources, lang="")
    assert "hyp looks untranslated: 10 of 60 lines are equal to the source in src" in found
    assert check(OUTPUTS, sources=sources, lang="") == []


def test_samples_do_not_depend_on_batches() -> None:
    lines = [f"line {index}" for index in range(5000)]
    whole, parts = CheckedText("whole"), CheckedText("parts")
    whole.update(lines)
    for start in range(0, 5000, 37):
        parts.update(lines[start : start + 37])
    assert whole.sample.lines == parts.sample.lines
    assert whole.blocks == parts.blocks
    assert all(line.line == f"line {line.line_index}" for block in whole.blocks for line in block)
    assert whole.blocks[-1][0].line_index > 4000
    assert len(whole.blocks[0]) == BLOCK_LINES


def test_the_whole_text_is_checked() -> None:
    references = make_references(4000)
    outputs = make_outputs(references)
    assert check(outputs, references) == []
    damaged = [*outputs[:3600], *(f"{line} </s>" for line in outputs[3600:])]
    (warning,) = check(damaged, references)
    assert warning.startswith("has special tokens: hyp (")


def test_checks_change_no_score() -> None:
    from tesla_metrics import TeslaM

    metric = TeslaM(lang="en")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole = metric.score(OUTPUTS[::-1], REFERENCES)
        single = [
            metric.score([h], [r]).score for h, r in zip(OUTPUTS[::-1], REFERENCES, strict=True)
        ]
    assert whole.segments == pytest.approx(single)


def test_empty_lines_in_the_first_blocks() -> None:
    references = REFERENCES[:32]
    outputs = ["" if index % 16 < 8 else line for index, line in enumerate(OUTPUTS[:32])]
    (warning,) = check(outputs, references)
    assert "16 of 32 segments are empty" in warning


def test_a_system_and_a_reference_of_the_same_name() -> None:
    checker = InputChecker("en", ["news.en"])
    checker.update("news.en", [line.lower() for line in OUTPUTS], [REFERENCES])
    (warning,) = checker.generate_messages()
    assert warning.startswith(
        "news.en: 60 of 60 lines are in lower case, but not in news.en (reference)"
    )


def test_lines_shifted_near_the_end() -> None:
    references = make_references(400)
    outputs = make_outputs(references)
    (warning,) = check([*outputs[:350], *outputs[351:], "The end."], references)
    assert "do not look aligned" in warning
