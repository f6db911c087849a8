"""Segments by the length of their reference."""

from tesla_metrics import Sentence, Token
from tesla_metrics.evaluation.systems.comparison import find_length_buckets


def test_bounds() -> None:
    references = ["", *("word " * n for n in (1, 10, 11, 20, 21, 30, 31, 50, 51, 400))]
    buckets = find_length_buckets(references)
    assert [(low, high) for low, high, _ in buckets] == [
        (0, 10),
        (11, 20),
        (21, 30),
        (31, 50),
        (51, None),
    ]
    assert [int(inside.sum()) for *_, inside in buckets] == [3, 2, 2, 2, 2]


def test_punctuation_is_no_word_and_empty_buckets_are_left_out() -> None:
    ((low, high, inside),) = find_length_buckets(["one , two ; three ." + " !" * 20])
    assert (low, high, inside.tolist()) == (0, 10, [True])


def test_scripts_without_spaces_count_characters() -> None:
    assert find_length_buckets(["渡轮离开港口了今天早上九点钟"])[0][:2] == (11, 20)


def test_analysed_sentences() -> None:
    sentence = Sentence("", tuple(Token("x", "x") for _ in range(25)) + (Token(".", "."),) * 9)
    assert find_length_buckets([sentence])[0][:2] == (21, 30)
