"""Counts and weights of the language model, in the files that Thot reads."""

from math import log
from pathlib import Path

from tesla_metrics.decoding.decoders.thot_training import write_language_model

SENTENCES = [
    f"{article} {noun} {verb} {end}".split()
    for article in ("a", "the")
    for noun in ("cat", "dog", "bird", "fish")
    for verb in ("sees", "eats", "likes")
    for end in ("it", "them", "a lot", "the day", "you")
]


def written(
    folder: Path, sentences: list[list[str]]
) -> tuple[dict[str, tuple[int, int]], list[float]]:
    write_language_model(sentences, folder / "lm")
    counts = {}
    for line in (folder / "lm").read_text(encoding="utf-8").splitlines():
        gram, history, count = line.rsplit(" ", 2)
        counts[gram] = int(history), int(count)
    order, buckets, size, *weights = (folder / "lm.weights").read_text().split()
    assert (order, buckets, size) == ("3", "3", "10")
    return counts, list(map(float, weights))


def test_counts_are_of_histories_and_of_grams(tmp_path: Path) -> None:
    counts, _ = written(tmp_path, [["a", "b", "a"], ["a", "c"], ["b", "a"]])
    assert counts["a"] == (13, 4)  # of 13 words with both ends
    assert counts["b"] == (13, 2)
    assert counts["a </s>"] == (4, 2)
    assert counts["b a </s>"] == (2, 2)
    assert counts["a <unk>"] == (4, 1)  # seen once: as good as never
    assert "c" not in counts


def test_weights_fit_the_sentences_that_were_held_out(tmp_path: Path) -> None:
    sentences = SENTENCES[::7] + SENTENCES[1::7] + SENTENCES[3::7]
    counts, weights = written(tmp_path, sentences)
    held = sentences[-(len(sentences) // 10) :]
    assert _cost(held, counts, weights) < _cost(held, counts, [0.5] * 9)
    assert all(0 < weight < 1 for weight in weights)


def _cost(
    sentences: list[list[str]], counts: dict[str, tuple[int, int]], weights: list[float]
) -> float:
    """Minus the logarithm of what the model says of the sentences, written out slowly."""
    vocabulary = [gram for gram in counts if " " not in gram]
    total = counts["<s>"][0]
    cost = 0.0
    for sentence in sentences:
        words = ["<s>", *(w if w in vocabulary else "<unk>" for w in sentence), "</s>"]
        for end in range(1, len(words)):
            chance = 1 / len(vocabulary)
            for order in range(min(3, end + 1)):
                history = " ".join(words[end - order : end])
                seen = counts.get(history, (0, 0))[1] if order else total
                count = counts.get(" ".join(words[end - order : end + 1]), (0, 0))[1]
                mix = weights[3 * order + min(2, seen // 10)]
                chance = mix * (count / seen if seen else 0) + (1 - mix) * chance
            cost -= log(chance)
    return cost


def test_a_handful_of_sentences_will_do(tmp_path: Path) -> None:
    _, weights = written(tmp_path, [["a"], ["b"]])
    assert weights == [0.5] * 9
