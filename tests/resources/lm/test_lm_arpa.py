"""ARPA files: what is written is read again."""

import gzip
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from small_models import ORDERS, TEXT, TEXTS, Sentences, arpa_text, train, write_small

from tesla_metrics.resources.lm import load_language_model, read_arpa, write_arpa
from tesla_metrics.resources.lm.arpa import read_settings

FOREIGN = """\


\\data\\
ngram  1 = 4
ngram 2=2

\\1-grams:
-99 <s> -0.5
-0.4\t</s>
-0.6\tcafé\u00a0noir -0.25
-0.9\tb\t

\\2-grams:
-0.1\t<s> b
-0.2 b\tb 0

\\end\\
"""


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(TEXTS, ORDERS)
def test_round_trip(tmp_path: Path, sentences: Sentences, order: int) -> None:
    model = train(sentences, order)
    path = tmp_path / "m.arpa.gz"
    write_arpa(path, model)
    again, _ = read_arpa(path)
    assert again.words == model.words
    assert again.settings == model.settings
    for one, two in zip(model.levels, again.levels, strict=True):
        assert np.array_equal(one.ngrams, two.ngrams)
        assert two.log10 == pytest.approx(one.log10, rel=1e-6)
        assert two.backoff == pytest.approx(one.backoff, rel=1e-6)


def test_the_file(tmp_path: Path) -> None:
    text = arpa_text(write_small(tmp_path / "m.arpa", order=2))
    comment, data, unigrams = text.splitlines()[:3]
    assert comment.startswith('# tesla-metrics {"kind": "lm", "settings": {"discounts": [[')
    assert data == "\\data\\"
    assert unigrams == f"ngram 1={text[: text.index('2-grams')].count(chr(10)) - 7}"
    assert text.endswith("\n\n\\end\\\n")


def test_the_same_model_gives_the_same_bytes(tmp_path: Path) -> None:
    one, two = (write_small(tmp_path / f"{name}.arpa.gz") for name in "ab")
    assert one.read_bytes() == two.read_bytes()
    plain = write_small(tmp_path / "c.arpa")
    assert arpa_text(one) == arpa_text(plain)


def test_progress_counts_ngrams(tmp_path: Path) -> None:
    model, seen = train(TEXT, 3), list[int]()
    write_arpa(tmp_path / "m.arpa", model, seen.append)
    assert sum(seen) == sum(len(level.ngrams) for level in model.levels)


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_an_interrupted_run_leaves_no_file(tmp_path: Path, suffix: str) -> None:
    def interrupt(more: int) -> None:
        raise KeyboardInterrupt

    path = tmp_path / f"m.arpa{suffix}"
    path.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        write_arpa(path, train(TEXT, 3), interrupt)
    assert [p.read_bytes() for p in tmp_path.iterdir()] == [b"old"]


def test_files_from_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "foreign.arpa"
    path.write_bytes(FOREIGN.replace("\n", "\r\n").encode())
    model, _ = read_arpa(path)
    assert model.words == ["<s>", "</s>", "café\u00a0noir", "b", "<unk>"]
    assert model.levels[0].backoff.tolist() == [-0.5, 0.0, -0.25, 0.0, 0.0]
    assert model.levels[1].log10.tolist() == [-0.1, -0.2]
    assert model.levels[0].log10[-1] == -100
    assert read_settings(path) == {}
    lm = load_language_model(path, "numpy")
    assert lm.log10(["b", "b"]) == pytest.approx(-0.1 - 0.2 - 0.4)


def test_unknown_words_in_capitals(tmp_path: Path) -> None:
    path = tmp_path / "foreign.arpa"
    text = FOREIGN.replace("1 = 4", "1 = 5").replace("-99", "-2 <UNK>\n-99")
    path.write_text(text, encoding="utf-8")
    model, _ = read_arpa(path)
    assert model.words[0] == "<unk>"
    assert model.levels[0].log10[0] == -2


def test_other_comments_are_passed_over(tmp_path: Path) -> None:
    path = write_small(tmp_path / "m.arpa")
    text = path.read_text("utf-8")
    path.write_text(f"# made by hand\n{text}", encoding="utf-8")
    assert read_settings(path)["order"] == 3


def test_name(tmp_path: Path) -> None:
    path = write_small(tmp_path / "m.arpa.gz")
    name = load_language_model(path, "numpy").name
    assert name.startswith("3gram-und@")
    other = tmp_path / "other.arpa.gz"
    other.write_bytes(gzip.compress(arpa_text(path).replace("mat", "hat").encode()))
    assert load_language_model(other, "numpy").name != name
