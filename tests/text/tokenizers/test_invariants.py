"""What holds for every text: no empty word, nothing lost, tokenising again changes nothing."""

import subprocess
import sys

import pytest
from effort import lines_run
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.text.tokenizers import base, get_tokenizer, normalize

LANGS = ["en", "de", "fr", "es", "cs", "th", "und"]
ANY_TEXT = st.text(st.characters(exclude_categories=()))
WORDS = """
the don't John's cannot well-known e-mail U.S. Dr. etc., 1,000.5 $5 10% 5pm 9/11 (see)
“yes” it... what?! :-) and/or '90s im zum z.B. 3. 1996. US-Haus Ein- „so“ l'homme du aux
qu'il a-t-il celui-ci J.-C. n° 10h30 d'«ami» del quedarse dámelo EE.UU. parte je-li kdyby
-- — … -LRB- `` '' dogs' http://x.org/a. me@x.org said.Then 👍🏽 no. wait--now x-1 A+ 50/50
"""
VOCABULARY = WORDS.split()
LONG = "! .? a a. 1. 1, - a- a' l' 's -vous a/ a@ ab.Cd. arse 1- +1 :) _ 中 http:// http://!"
LONG_UNITS = LONG.split()
LONG_UNITS += ["\u0301", "\u094d\u200d", "\ud800", "👍\u200d"]


@given(ANY_TEXT, st.sampled_from(LANGS))
def test_any_text_gives_words_without_white_space(text: str, lang: str) -> None:
    assert all(word.split() == [word] for word in get_tokenizer(lang).tokenize(text))


@given(ANY_TEXT)
def test_cutting_by_script_loses_nothing(text: str) -> None:
    words = get_tokenizer("und").tokenize(text)
    assert "".join(words) == "".join(normalize(text).split())


@given(st.lists(st.sampled_from(VOCABULARY)), st.sampled_from(LANGS))
def test_tokenised_text_stays_as_it_is(chunks: list[str], lang: str) -> None:
    tokenizer = get_tokenizer(lang)
    words = tokenizer.tokenize(" ".join(chunks))
    assert tokenizer.tokenize(" ".join(words)) == words


def test_czech_aby_is_the_exception() -> None:
    # UD reads "aby" as "aby by", and a chunk cannot see that its "by" is already there.
    assert get_tokenizer("cs").tokenize("aby by") == ["aby", "by", "by"]


@given(st.lists(st.sampled_from(VOCABULARY), min_size=1), st.sampled_from(LANGS))
def test_chunks_do_not_see_each_other(chunks: list[str], lang: str) -> None:
    tokenizer = get_tokenizer(lang)
    apart = [word for chunk in chunks for word in tokenizer.tokenize(chunk)]
    assert tokenizer.tokenize(" ".join(chunks)) == apart


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("unit", LONG_UNITS)
def test_twice_as_long_a_chunk_takes_twice_the_work(lang: str, unit: str) -> None:
    tokenizer = get_tokenizer(lang)
    some = lines_run(lambda: tokenizer.tokenize(unit * 150))
    twice = lines_run(lambda: tokenizer.tokenize(unit * 300))
    # Quadratic would be four times; there is also what does not grow.
    assert twice < 2.1 * some + 100


def test_regular_expressions_do_not_hang_on_long_chunks() -> None:
    # Their work cannot be counted. All of this takes seconds; a pattern that goes back and tries
    # again and again would not come to an end.
    program = (
        "from tesla_metrics.text.tokenizers import get_tokenizer\n"
        f"for lang in {LANGS!a}:\n"
        f"    for unit in {LONG_UNITS!a}:\n"
        "        assert get_tokenizer(lang).tokenize(unit * (20_000 // len(unit)))\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=600)


def test_the_memo_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "MEMO_ENTRIES", 10)
    tokenizer = get_tokenizer("x-memo")
    tokenizer.clear_cache()
    for number in range(95):
        assert tokenizer.tokenize(f"w{number}.") == [f"w{number}", "."]
        assert len(tokenizer._memo) <= 10
    tokenizer.tokenize("y" * (base.MEMO_CHUNK_LENGTH + 1))
    assert all(len(chunk) <= base.MEMO_CHUNK_LENGTH for chunk in tokenizer._memo)
