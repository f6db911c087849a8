"""The parser: its trees, its limits, and both cores alike."""

import random
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from small_parser import BRACKETS, TREES, small_parser, tagged

from tesla_metrics.errors import InputError, UsageError
from tesla_metrics.files.sentence import Sentence, Token
from tesla_metrics.parsing.syntax.parser import MAX_CHART_TOKENS, Parser, find_shipped_parser
from tesla_metrics.parsing.syntax.tree import Tree
from tesla_metrics.parsing.syntax.tree_formats import format_tree, parse_tree

WORDS = """The/DT cat/NN saw/VBD a/DT bird/NN in/IN house/NN because/IN she/PRP left/VBD and/CC
    old/JJ to/TO see/VB ,/, ./. Why/WRB not/RB yes/UH 12/CD zzz/FW him/PRP""".split()


def sentence_of(tree: Tree) -> Sentence:
    return tagged(" ".join(f"{w}/{t}" for w, t in zip(tree.words, tree.tags, strict=True)))


def drawn(count: int, longest: int, seed: int) -> list[Sentence]:
    dice = random.Random(seed)
    lengths = [dice.randint(1, longest) for _ in range(count)]
    return [tagged(" ".join(dice.choices(WORDS, k=length))) for length in lengths]


@pytest.mark.parametrize("core", ["native", "python"])
def test_it_knows_what_it_learnt(core: str) -> None:
    parser = Parser(small_parser(), core)
    found = parser.trees([sentence_of(tree) for tree in TREES])
    assert [format_tree(tree, "") for tree in found] == BRACKETS


@pytest.mark.parametrize("resource", ["small", "shipped"])
def test_both_cores_have_the_same_trees(resource: str) -> None:
    if resource == "small":
        parsers = [Parser(small_parser(), core) for core in ("native", "python")]
    else:
        parsers = [Parser.load(find_shipped_parser("en"), core) for core in ("native", "python")]
    sentences = drawn(12, 9, seed=3)
    native, plain = (parser.trees(sentences) for parser in parsers)
    assert native == plain


def test_no_sentence_is_without_a_tree() -> None:
    parser = Parser(small_parser(), "native")
    sentences = drawn(60, 3 * MAX_CHART_TOKENS, seed=5) + [tagged(word) for word in WORDS]
    for sentence, tree in zip(sentences, parser.trees(sentences), strict=True):
        assert tree.words == tuple(token.form for token in sentence.tokens)
        assert tree.tags == tuple(token.xpos for token in sentence.tokens)
        assert (tree.nodes[0].start, tree.nodes[0].end) == (0, len(tree.words))
        assert parse_tree(format_tree(tree)) == tree
        for children in tree.children:
            ends = [tree.nodes[place].end for place in children]
            starts = [tree.nodes[place].start for place in children]
            assert all(end == start for end, start in zip(ends[:-1], starts[1:], strict=True))
            assert all(left < right for left, right in pairwise(children))


def test_long_ones_are_cut_behind_punctuation() -> None:
    parser = Parser(small_parser(), "native")
    clause = "The/DT cat/NN saw/VBD a/DT bird/NN ,/, "
    (tree,) = parser.trees([tagged(clause * (MAX_CHART_TOKENS // 4))])
    tops = [tree.nodes[place] for place in tree.children[0]]
    assert tree.nodes[0].label == "FRAG"
    assert all(node.end % 6 == 0 for node in tops if node.end - node.start > MAX_CHART_TOKENS // 2)


def test_an_empty_sentence_has_an_empty_tree() -> None:
    (tree,) = Parser(small_parser()).trees([Sentence("", ())])
    assert (tree.words, tree.nodes) == ((), ())


def test_words_without_penn_tags_are_refused() -> None:
    sentence = Sentence("Yes", (Token("Yes", "yes", "INTJ"),))
    with pytest.raises(InputError, match="'Yes' has no Penn tag"):
        Parser(small_parser()).trees([sentence])


def test_only_english_has_a_parser() -> None:
    parser = Parser.load(find_shipped_parser("en"))
    assert (parser.name, len(parser.short_hash)) == ("parser-en", 8)
    with pytest.raises(UsageError, match="no parser for 'de'"):
        find_shipped_parser("de")


def test_the_shipped_one_knows_english() -> None:
    parser = Parser.load(find_shipped_parser("en"))
    (tree,) = parser.trees(
        [tagged("My/PRP$ brother/NN paints/VBZ doors/NNS because/IN he/PRP likes/VBZ it/PRP ./.")]
    )
    assert format_tree(tree, "") == (
        "(S (NP (PRP$ My) (NN brother)) (VP (VBZ paints) (NP (NNS doors)) "
        "(SBAR (IN because) (S (NP (PRP he)) (VP (VBZ likes) (NP (PRP it)))))) (. .))"
    )


def test_threads_have_the_same_trees() -> None:
    parser, sentences = Parser(small_parser(), "native"), drawn(40, 30, seed=7)
    alone = parser.trees(sentences)
    with ThreadPoolExecutor(4) as pool:
        assert all(trees == alone for trees in pool.map(parser.trees, [sentences] * 8))
