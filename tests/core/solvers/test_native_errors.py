"""What does not fit is an exception and never a crash, however it is called."""

import subprocess
import sys
import textwrap
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tesla_metrics.native import load_native


def _load() -> ModuleType:
    found = load_native()
    if found is None:
        pytest.skip("no native core is built, or TESLA_PURE is set", allow_module_level=True)
    return found


native = _load()
LABELS = ["NOUN NN", "VERB VB"]
FACTS = [("NN", "NOUN", False, True, False), ("VB", "VERB", True, False, False)]
OF = native.BagSettings(order=3, alpha=0.8, p=1, q=10, tags=True)


def in_child(code: str) -> subprocess.CompletedProcess[str]:
    """Run where a crash is a return code."""
    prelude = """
        from tesla_metrics.native import load_native
        native = load_native()
        import numpy as np
        of = native.BagSettings(order=3, alpha=0.8, p=1, q=10, tags=True)
        facts = [("NN", "NOUN", False, True, False), ("VB", "VERB", True, False, False)]
        lexicon = native.Lexicon(["NOUN", "VERB"], None, facts, [])
        encoder = native.WordEncoder(lexicon, most_bytes=10_000)

        def add(form, candidates, lemmas, parts, surface):
            return lexicon.add_word(
                form, counts=True, candidates=candidates, kind="", base="a", listed=True,
                features=[], lemmas=lemmas, parts=parts, surface=surface,
            )
    """
    program = textwrap.dedent(prelude) + textwrap.dedent(code)
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=300
    )


def test_pairs_that_do_not_fit() -> None:
    lexicon = native.Lexicon([], None, [], [])
    one, other = (native.WordEncoder(lexicon, most_bytes=1) for _ in range(2))
    codes, strange = (encoder.encode_given([[]], [], [], False, 1) for encoder in (one, other))
    place, two = np.array([0]), np.array([0, 0])
    assert one.compare(codes, codes, two, two, OF, threads=1).shape == (2, 6)
    with pytest.raises(ValueError, match="different lengths"):
        one.compare(codes, codes, place, two, OF, threads=1)
    with pytest.raises(ValueError, match="another encoder"):
        one.compare(codes, strange, place, place, OF, threads=1)
    for wrong in (-1, 1, 2**40):
        with pytest.raises(IndexError, match="not there"):
            one.compare(codes, codes, place, np.array([wrong]), OF, threads=1)
        with pytest.raises(IndexError, match="not there"):
            one.flows(codes, codes, wrong, 0, OF)


def test_codes_of_texts_that_are_not_known_yet() -> None:
    lexicon = native.Lexicon([], None, [], [])
    encoder = native.WordEncoder(lexicon, most_bytes=1)
    codes = encoder.encode(["never met", "", "met"], True, 2)
    assert (len(codes), codes.missing) == (3, ["met", "never"])
    with pytest.raises(IndexError, match="not there"):
        encoder.compare(codes, codes, np.array([0]), np.array([1]), OF, threads=1)
    empty = np.array([1])
    assert encoder.compare(codes, codes, empty, empty, OF, threads=1).tolist() == [[1.0] * 6]


@pytest.mark.parametrize(
    "given",
    [([[7]], [], []), ([[]], ["a", "b"], [[]]), ([[]], ["a"], [[], []]), ([["a"]], [], [])],
)
def test_given_analyses_that_do_not_fit(given: tuple[list[Any], ...]) -> None:
    encoder = native.WordEncoder(native.Lexicon([], None, [], []), most_bytes=1)
    with pytest.raises((ValueError, IndexError, TypeError)):
        encoder.encode_given(*given, True, 1)


@pytest.mark.parametrize("facts", [[], ["a"], ["a", "b", "c"]])
def test_a_fact_for_each_column(facts: list[str]) -> None:
    lexicon = native.Lexicon([], None, [], ["form", "digits"])
    with pytest.raises(IndexError, match="fact for each column"):
        lexicon.add_surface("a", facts)
    assert lexicon.find_surface("a") is None


def test_settings_of_another_kind() -> None:
    names = ("order", "alpha", "p", "q", "tags")
    for values in ((-1, 0.8, 1, 10, True), (3, "x", 1, 10, True), (3, 0.8, 1, 2**64, True)):
        with pytest.raises((TypeError, ValueError)):
            native.BagSettings(**dict(zip(names, values, strict=True)))


def test_empty_batches() -> None:
    encoder = native.WordEncoder(native.Lexicon(LABELS, None, FACTS, []), most_bytes=1)
    codes, none = encoder.encode([], False, 4), np.array([], dtype=np.int64)
    assert (len(codes), codes.missing) == (0, [])
    assert encoder.compare(codes, codes, none, none, OF, threads=4).shape == (0, 6)


def test_facts_must_fit_the_labels() -> None:
    for labels, facts in ((LABELS, FACTS[:1]), ([], FACTS), (["X"] * 300, [FACTS[0]] * 300)):
        with pytest.raises(ValueError, match="do not fit"):
            native.Lexicon(labels, None, facts, [])


@pytest.mark.parametrize(
    "weights",
    [
        b"no tab\n",
        b"b\tA1\nx",
        b"b\tC1\n",
        b"b\tA\n",
        b"b\tA-\n",
        b"b\tA1B\n",
        b"b\t1\n",
        b"b\t@1\n",
        b"b\tA99999999999\n",
        b"b\tA1 B2\n",
        b"b\tA1\xc4\n",
        b"b\tA1\xff\xff3\n",
        b"b\tA1\x00\n",
        b"b\tA1\nb\tA2\n",
    ],
)
def test_malformed_weights(weights: bytes) -> None:
    with pytest.raises(ValueError, match="malformed weights"):
        native.Lexicon(LABELS, weights, FACTS, [])


lines_of = st.lists(
    st.text("ABCtaos123-|\t\n", max_size=12).map(str.encode) | st.binary(max_size=12), max_size=6
)


@given(lines_of)
@example([b"\tA1"])
@example([b"tw|NOUN\tA1", b"t|\tA1", b"|\tA1", b"\t"])
@settings(max_examples=400)
def test_any_weights_are_taken_or_refused(lines: list[bytes]) -> None:
    try:
        lexicon = native.Lexicon(LABELS, b"\n".join(lines), FACTS, [])
    except ValueError:
        return
    lemma, surface = lexicon.add_lemma("a", []), lexicon.add_surface("a", [])
    groups = [["os"], ["o"], ["s"], ["1"], ["2"], ["3"], ["A"], ["tw", "t"], ["a", "tw"]]
    word = lexicon.add_word(
        "a", counts=True, candidates=[0, 1], kind="NOUN", base="a", listed=True, features=groups,
        lemmas=[lemma, lemma], parts=[], surface=surface,
    )  # fmt: skip
    lexicon.add_chunk("a", [word], [97], [(0, 1)])
    encoder = native.WordEncoder(lexicon, most_bytes=1)
    codes = encoder.encode(["a a", "a"], False, 1)
    assert codes.missing == []
    assert encoder.compare(codes, codes, *np.array([[0], [1]]), OF, threads=1).shape == (1, 6)


def test_words_must_have_a_lemma_for_each_candidate() -> None:
    lexicon = native.Lexicon(LABELS, None, FACTS, [])
    surface = lexicon.add_surface("a", [])
    for candidates, lemmas in (([], []), ([0], []), ([0, 1], [0])):
        with pytest.raises(ValueError, match="one lemma for each candidate"):
            lexicon.add_word(
                "a", counts=True, candidates=candidates, kind="", base="a", listed=True,
                features=[], lemmas=lemmas, parts=[], surface=surface,
            )  # fmt: skip


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("lexicon.add_chunk('a', [7], [97], [(0, 1)])", id="unknown-word"),
        pytest.param("add('a', [0], [9999999], [], surface)", id="unknown-lemma"),
        pytest.param("add('a', [0], [lemma], [9999999], surface)", id="unknown-part"),
        pytest.param("add('a', [200], [lemma], [], surface)", id="unknown-label"),
        pytest.param("add('a', [0], [lemma], [], 9999999)", id="unknown-surface"),
        pytest.param("lexicon.add_given(9999999, 0, surface)", id="given-lemma"),
        pytest.param("lexicon.add_given(lemma, 9999999, surface)", id="given-label"),
        pytest.param("lexicon.add_given(lemma, 0, 9999999)", id="given-surface"),
        pytest.param("encoder.encode_given([[9999999]], [], [], True, 2)", id="unknown-given"),
        pytest.param(
            "native.GradedEncoder(lexicon, sentences=0, frequencies=b'', paraphrases=b'', "
            "relations=b'', characters=4, most_bytes=1)",
            id="facts-that-are-not-there",
        ),
        pytest.param(
            "lexicon.add_chunk('a', [add('a', [0], [lemma], [], surface)], [97], [(0, 2)])",
            id="place-beyond-the-end",
        ),
    ],
)
def test_numbers_that_name_nothing_are_refused(code: str) -> None:
    program = f"""
        lemma, surface = lexicon.add_lemma("a", []), lexicon.add_surface("a", [])
        try:
            {code}
        except (ValueError, IndexError, TypeError):
            print("refused")
        else:
            number = lexicon.find_word("a")
            if number is not None:
                lexicon.add_chunk("a", [number], [97], [(0, 1)])
            codes, lines = encoder.encode(["a"] * 9, True, 1), np.arange(9)
            encoder.compare(codes, codes, lines, lines, of, threads=1)
    """
    child = in_child(program)
    assert (child.returncode, child.stdout) == (0, "refused\n"), child.stderr


def test_as_many_labels_as_are_allowed() -> None:
    program = """
        import os, resource

        # A loop that never ends would take all memory; the sanitizer needs room, and sees it too.
        if "asan" not in os.environ.get("LD_PRELOAD", ""):
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        count = 255
        while True:
            try:
                labels = [f"L{i}" for i in range(count)]
                facts = [(f"L{i}", "", False, False, False) for i in range(count)]
                lexicon = native.Lexicon(labels, b"", facts, [])
                break
            except ValueError:
                count -= 1
        lemma, surface = lexicon.add_lemma("a", []), lexicon.add_surface("a", [])
        word = lexicon.add_word(
            "a", counts=True, candidates=[0, count - 1], kind="?x", base="a", listed=True,
            features=[[]] * 9, lemmas=[lemma, lemma], parts=[], surface=surface,
        )
        lexicon.add_chunk("a", [word], [97], [(0, 1)])
        encoder = native.WordEncoder(lexicon, most_bytes=1)
        codes, line = encoder.encode(["a"], True, 1), np.array([0])
        print(count, encoder.compare(codes, codes, line, line, of, threads=1).tolist())
    """
    child = in_child(program)
    assert child.returncode == 0, child.stderr
    count, _, features = child.stdout.partition(" ")
    assert int(count) > 200
    assert features.strip() == str([[1.0] * 6])


def test_texts_that_nobody_keeps() -> None:
    program = """
        from collections.abc import Sequence
        from tesla_metrics import TeslaM

        class Lazy(Sequence):
            # Texts are made when asked for.
            def __init__(self, numbers):
                self.numbers = numbers

            def __len__(self):
                return len(self.numbers)

            def __getitem__(self, at):
                found = self.numbers[at]
                if isinstance(found, range):
                    return Lazy(found)
                return " ".join(f"word{found * k % 997}" for k in range(1, 60))

        metric = TeslaM(lang="und", synonyms="none")
        lazy, references = Lazy(range(400)), list(Lazy(range(1, 401)))
        kept = list(lazy)
        print(metric.score(lazy, references) == metric.score(kept, references))
        print(metric.score(references, lazy) == metric.score(references, kept))
        print((metric.matrix(lazy[:9], lazy[:8]) == metric.matrix(kept[:9], kept[:8])).all())
    """
    child = in_child(program)
    assert (child.returncode, child.stdout) == (0, "True\n" * 3), child.stderr


def test_several_python_threads_share_a_metric() -> None:
    # The core lets go of the interpreter's lock: another thread may then be adding words.
    program = """
        import random, threading
        from tesla_metrics import TeslaM

        metric = TeslaM(lang="und", synonyms="none")
        rng = random.Random(5)
        long = [" ".join(f"k{rng.randrange(300)}" for _ in range(300)) for _ in range(40)]

        def scores(hypotheses, references, jobs):
            return metric.score(hypotheses, references, jobs=jobs).segments

        expected = scores(long, long[::-1], 2)
        done = threading.Event()

        def write(seed: int) -> None:
            rng = random.Random(seed)
            while not done.is_set():
                texts = [" ".join(f"w{rng.randrange(10**6)}" for _ in range(9)) for _ in range(9)]
                assert all(abs(v - 1) < 1e-9 for v in scores(texts, texts, 1))

        threads = [threading.Thread(target=write, args=(seed,)) for seed in range(3)]
        for thread in threads:
            thread.start()
        same = all(
            scores(long, [f"{t} k{i}" for t in long[::-1]], 2)
            and scores(long, long[::-1], 2) == expected
            for i in range(6)
        )
        done.set()
        for thread in threads:
            thread.join()
        print(same)
    """
    child = in_child(program)
    assert (child.returncode, child.stdout, child.stderr) == (0, "True\n", "")
