"""CoNLL-U in and out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.errors import InputError
from tesla_metrics.files.conllu import format_conllu, iterate_conllu, read_conllu
from tesla_metrics.files.sentence import Sentence, Token


def row(number: str, form: str, lemma: str = "_", upos: str = "_", misc: str = "_") -> str:
    return "\t".join([number, form, lemma, upos, "XP", "_", "_", "_", "_", misc])


def test_columns() -> None:
    (sentence,) = read_conllu([row("1", "Ducks", "duck", "NOUN"), row("2", "Swim")], "x")
    assert sentence.tokens == (
        Token("Ducks", "duck", "NOUN", "XP"),
        Token("Swim", "Swim", "_", "XP"),
    )


def test_ranges_and_decimals_are_skipped() -> None:
    lines = [
        row("1-2", "vámonos"),
        row("1", "vamos", "ir", "VERB"),
        row("2", "nos", "nosotros", "PRON"),
        row("2.1", "hidden", "hidden", "VERB"),
        row("3", "ya"),
        row("10-12", "x"),
        row("10", "y"),
    ]
    (sentence,) = read_conllu(lines, "x")
    assert [token.form for token in sentence.tokens] == ["vamos", "nos", "ya", "y"]


def test_a_decimal_before_the_first_word() -> None:
    (sentence,) = read_conllu([row("0.1", "x"), row("1", "y")], "x")
    assert [token.form for token in sentence.tokens] == ["y"]


def test_blocks() -> None:
    lines = ["", "", "# alone", "", row("1", "a"), "", " ", "", "#", "# two", "", row("1", "b")]
    assert [[token.form for token in s.tokens] for s in read_conllu(lines, "x")] == [
        [],
        ["a"],
        [],
        ["b"],
    ]
    assert read_conllu([], "x") == []
    assert read_conllu(["", ""], "x") == []


def test_text_is_the_comment_or_the_forms() -> None:
    lines = [
        "# text = Ducks  swim.",
        row("1", "Ducks"),
        "",
        "# text_en = no",
        "#text=Yes = it is",
        row("1", "x"),
        "",
        row("1-2", "Geh's", misc="SpaceAfter=No"),
        row("1", "Geh"),
        row("2", "es"),
        row("3", ",", misc="A=b|SpaceAfter=No|C=d"),
        row("4", "ja"),
        row("5", "!"),
    ]
    assert [s.text for s in read_conllu(lines, "x")] == [
        "Ducks  swim.",
        "Yes = it is",
        "Geh's,ja !",
    ]


def test_line_ends_and_spaces_in_forms() -> None:
    lines = [row("1", "10 000") + "\r\n", "\r\n", row("1", "b") + "\n"]
    assert [s.tokens[0].form for s in read_conllu(lines, "x")] == ["10 000", "b"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1\ta", "has 2 tab-separated columns, not 10"),
        (row("1", "a") + "\t", "has 11 tab-separated columns, not 10"),
        ("a text without tabs", "has 1 tab-separated columns, not 10"),
        (row("one", "a"), "'one', which is not a token id"),
        (row("1-", "a"), "'1-', which is not a token id"),
        (row("1.", "a"), "'1.', which is not a token id"),
        (row("-1", "a"), "'-1', which is not a token id"),
        (row("1 ", "a"), "'1 ', which is not a token id"),
        (row("1", ""), "has an empty FORM"),
    ],
)
def test_malformed(line: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_conllu(["# x", row("1", "fine"), "", line], "some.conllu")
    assert str(caught.value).startswith("some.conllu, line 4: ")
    assert message in str(caught.value)


def test_sentences_before_a_fault_come_out() -> None:
    sentences = iterate_conllu([row("1", "a"), "", "fault"], "x", 100)
    assert next(sentences).tokens[0].form == "a"
    with pytest.raises(InputError, match="line 3"):
        next(sentences)


def test_written() -> None:
    sentence = Sentence("Ducks \t swim", (Token("Ducks", "duck", "NOUN", "NNS"), Token("swim", "")))
    assert format_conllu(sentence, 7, lambda token: f"Form={token.form}") == (
        "# sent_id = 7\n# text = Ducks swim\n"
        "1\tDucks\tduck\tNOUN\tNNS\t_\t_\t_\t_\tForm=Ducks\n"
        "2\tswim\t_\t_\t_\t_\t_\t_\t_\tForm=swim\n\n"
    )


words_of = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), min_size=1, max_size=6
)
tokens_of = st.builds(
    Token,
    words_of,
    words_of.filter(lambda lemma: lemma != "_"),
    st.sampled_from(["NOUN", "_"]),
    st.sampled_from(["NN", "_"]),
)


@given(st.lists(st.lists(tokens_of, max_size=4), max_size=4))
def test_round_trip(blocks: list[list[Token]]) -> None:
    sentences = [Sentence(" ".join(t.form for t in block), tuple(block)) for block in blocks]
    text = "".join(format_conllu(sentence, i) for i, sentence in enumerate(sentences, 1))
    assert read_conllu(text.split("\n"), "x") == sentences
