"""Tables of words that the core keeps: the same as dictionaries of plain Python."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.native import load_native
from tesla_metrics.text.lemma_dictionaries import NativeDictionaries, NativeWords

native = load_native()
pytestmark = pytest.mark.skipif(native is None, reason="no native core")


def number(value: int) -> bytes:
    parts = []
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])


def front_coded(words: dict[str, str], reverse: bool, count: int | None = None) -> bytes:
    """As simplemma packs them, by its own reader's account."""
    turn = -1 if reverse else 1
    pairs = sorted((k.encode()[::turn], v.encode()[::turn]) for k, v in words.items())
    found = [b"SMFC1", bytes([reverse]), number(len(pairs) if count is None else count)]
    before, text_before = b"", b""
    for key, text in pairs:
        shared = _shared(before, key)
        found += [number(shared), number(len(key) - shared), key[shared:]]
        same = _shared(key, text)
        if text == text_before:
            found.append(b"\xfe")
        elif len(key) - same < 254:
            rest = text[same:]
            found += [bytes([len(key) - same]), number(len(rest)), rest]
        else:
            found += [b"\xff", number(len(text)), text]
        before, text_before = key, text
    return b"".join(found)


def _shared(one: bytes, other: bytes) -> int:
    count = 0
    while count < min(len(one), len(other)) and one[count] == other[count]:
        count += 1
    return count


def core(content: bytes) -> NativeWords:
    assert native is not None
    return NativeWords(native.FrontCoded(content))


texts = st.text(st.characters(codec="utf-8"), max_size=12) | st.text("ab", max_size=300)


@given(st.dictionaries(texts, texts, max_size=30), st.booleans(), texts)
def test_front_coded_words_are_those_of_a_dictionary(
    words: dict[str, str], reverse: bool, other: str
) -> None:
    from simplemma.strategies.dictionaries import frontcode

    content = front_coded(words, reverse)
    slow = frontcode._decode_stream(content)
    assert {key.decode(): value.decode() for key, value in slow.items()} == words
    table = core(content)
    assert dict(table) == words == table
    assert len(table) == len(words)
    assert table.get(other) == words.get(other)
    assert (other in table) == (other in words)
    for word, text in words.items():
        assert table[word] == text


@given(st.dictionaries(texts, texts, min_size=1, max_size=5), st.data())
def test_a_cut_stream_is_refused(words: dict[str, str], data: st.DataObject) -> None:
    content = front_coded(words, reverse=False)
    size = data.draw(st.integers(0, len(content) - 1))
    with pytest.raises(ValueError, match="damaged"):
        core(content[:size])


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(rest: bytes) -> None:
    try:
        found = list(core(b"SMFC1" + rest))
    except ValueError:  # which no UTF-8 is, too
        return
    assert found == sorted(set(found))


def test_more_words_than_said_are_refused() -> None:
    for count in (0, 2, 2**40):
        with pytest.raises(ValueError, match="damaged"):
            core(front_coded({"a": "b"}, reverse=False, count=count))


def test_a_word_without_utf8() -> None:
    with pytest.raises(UnicodeEncodeError):
        core(front_coded({"a": "b"}, reverse=False)).get("\ud800")


@pytest.mark.parametrize("lang", ["en", "fr", "is"])
def test_dictionaries_are_simplemmas(lang: str) -> None:
    from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

    ours = NativeDictionaries().get_dictionary(lang)
    theirs = DefaultDictionaryFactory().get_dictionary(lang)
    assert isinstance(ours, NativeWords)
    assert len(ours) == len(theirs)
    assert all(ours.get(word) == theirs[word] for word in theirs)


def test_without_the_core_simplemma_reads_them(monkeypatch: pytest.MonkeyPatch) -> None:
    from tesla_metrics.text import lemma_dictionaries

    monkeypatch.setattr(lemma_dictionaries, "load_native", lambda: None)
    lemma_dictionaries.load_lemma_dictionary.cache_clear()
    try:
        assert not isinstance(NativeDictionaries().get_dictionary("lv"), NativeWords)
    finally:
        lemma_dictionaries.load_lemma_dictionary.cache_clear()
