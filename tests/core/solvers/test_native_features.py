"""The tagger's features of ASCII words, native and in Python."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics.native import load_native
from tesla_metrics.text.tagging.features import get_word_features

native = load_native()
pytestmark = pytest.mark.skipif(native is None, reason="the native core is not in use")

words = st.text(string.ascii_letters + string.digits + "-'`.,$%|>^ ", min_size=1, max_size=30)


@given(words, words, st.booleans(), st.sampled_from(["?x", "?X", "?0", "3,17", "<>"]))
@settings(max_examples=500)
def test_equal(form: str, lemma: str, listed: bool, kind: str) -> None:
    assert native is not None
    found = native.plain_features(form, lemma, listed, kind)
    assert found == [list(group) for group in get_word_features(form, lemma, listed, kind)]


@pytest.mark.parametrize("form", ["a", "ab", "-", "--", "a-b", "-a", "McIntosh's", "U.S.", "1990s"])
def test_corners(form: str) -> None:
    assert native is not None
    found = native.plain_features(form, form.lower(), True, "?x")
    assert found == [list(group) for group in get_word_features(form, form.lower(), True, "?x")]
