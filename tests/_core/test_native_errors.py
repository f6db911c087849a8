"""What does not fit is an exception and never a crash, however it is called."""

import random
import subprocess
import sys
import textwrap
import threading
from types import ModuleType
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tesla_metrics._core.native import load_native


def _load() -> ModuleType:
    found = load_native()
    if found is None:
        pytest.skip("no native core is built, or TESLA_PURE is set", allow_module_level=True)
    return found


native = _load()
LABELS = ["NOUN NN", "VERB VB"]
FACTS = [(0, False, True, False), (1, True, False, False)]
OF = native.Settings(3, 0.8, 1, 10, True)


def in_child(code: str) -> subprocess.CompletedProcess[str]:
    """Run where a crash is a return code."""
    prelude = """
        from tesla_metrics._core.native import load_native
        native = load_native()
        of = native.Settings(3, 0.8, 1, 10, True)
        facts = [(0, False, True, False), (1, True, False, False)]
        engine = native.Engine(["NOUN", "VERB"], None, facts)
    """
    program = textwrap.dedent(prelude) + textwrap.dedent(code)
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=300
    )


def test_lists_of_different_lengths() -> None:
    words = native.Words([1, 2], [0, -1], [[], [3]], [False, True])
    assert len(words) == 2
    wrong: list[tuple[list[Any], ...]] = [
        ([1], [0, 0], [[], []], [False, True]),
        ([1, 2], [0], [[], []], [False, True]),
        ([1, 2], [0, 0], [[]], [False, True]),
        ([1, 2], [0, 0], [[], []], [False]),
        ([], [], [], [True]),
    ]
    for lists in wrong:
        with pytest.raises(ValueError, match="different lengths"):
            native.Words(*lists)
    with pytest.raises(ValueError, match="different lengths"):
        native.match_batch([words], [words, words], OF, 1)
    engine = native.Engine(LABELS, None, FACTS)
    with pytest.raises(ValueError, match="different lengths"):
        engine.score(["a", "b"], ["a"], OF, 1)


@pytest.mark.parametrize(
    "lists",
    [
        (["a"], [0], [[]], [False]),
        ([1], ["x"], [[]], [False]),
        ([1], [0], [3], [False]),
        ([1], [0], [["x"]], [False]),
        ([2**31], [0], [[]], [False]),
        ([1], [0], [[2**31]], [False]),
        ([1], [0], [[]], [256]),
        ([1], [0], [[]], [-1]),
        (None, None, None, None),
    ],
)
def test_words_of_another_kind(lists: tuple[object, ...]) -> None:
    with pytest.raises((TypeError, ValueError)):
        native.Words(*lists)


def test_settings_of_another_kind() -> None:
    for arguments in ((-1, 0.8, 1, 10, True), (3, "x", 1, 10, True), (3, 0.8, 1, 2**64, True)):
        with pytest.raises((TypeError, ValueError)):
            native.Settings(*arguments)


def test_empty_batches() -> None:
    assert native.match_batch([], [], OF, 4).shape == (0, 6)
    features, missing = native.Engine(LABELS, None, FACTS).score([], [], OF, 4)
    assert (features.shape, missing) == ((0, 6), [])
    for hypotheses, references in (([], ["a"]), (["a"], []), ([], [])):
        features, _ = native.Engine(LABELS, None, FACTS).matrix(hypotheses, references, OF, 2)
        assert features.shape == (0, 6)


def test_facts_must_fit_the_labels() -> None:
    for labels, facts in ((LABELS, FACTS[:1]), ([], FACTS), (["X"] * 300, [FACTS[0]] * 300)):
        with pytest.raises(ValueError, match="do not fit"):
            native.Engine(labels, None, facts)


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
    ],
)
def test_malformed_weights(weights: bytes) -> None:
    with pytest.raises(ValueError, match="malformed weights"):
        native.Engine(LABELS, weights, FACTS)


lines_of = st.lists(
    st.text("ABCtaos123-|\t\n", max_size=12).map(str.encode) | st.binary(max_size=12), max_size=6
)


@given(lines_of)
@example([b"\tA1"])
@example([b"tw|NOUN\tA1", b"t|\tA1", b"|\tA1", b"\t"])
@settings(max_examples=400)
def test_any_weights_are_taken_or_refused(lines: list[bytes]) -> None:
    try:
        engine = native.Engine(LABELS, b"\n".join(lines), FACTS)
    except ValueError:
        return
    lemma, written = engine.add_lemma("a", []), engine.add_form("a", "", False)
    groups = [["os"], ["o"], ["s"], ["1"], ["2"], ["3"], ["A"], ["tw", "t"], ["a", "tw"]]
    word = engine.add_word(
        "a", True, [0, 1], "NOUN", "a", True, groups, [lemma, lemma], [], written
    )
    engine.add_chunk("a", [word], [97], [(0, 1)])
    features, missing = engine.score(["a a"], ["a"], OF, 1)
    assert missing == []
    assert features.shape == (1, 6)


def test_words_must_have_a_lemma_for_each_candidate() -> None:
    engine = native.Engine(LABELS, None, FACTS)
    written = engine.add_form("a", "", False)
    for candidates, lemmas in (([], []), ([0], []), ([0, 1], [0])):
        with pytest.raises(ValueError, match="one lemma for each candidate"):
            engine.add_word("a", True, candidates, "", "a", True, [], lemmas, [], written)


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("engine.add_chunk('a', [7], [97], [(0, 1)])", id="unknown-word"),
        pytest.param(
            "engine.add_word('a', True, [0], '', 'a', True, [], [9999999], [], written)",
            id="unknown-lemma",
        ),
        pytest.param(
            "lemma = engine.add_lemma('a', []); "
            "engine.add_word('a', True, [0], '', 'a', True, [], [lemma], [9999999], written)",
            id="unknown-part",
        ),
        pytest.param(
            "lemma = engine.add_lemma('a', []); "
            "engine.add_word('a', True, [200], '', 'a', True, [], [lemma], [], written)",
            id="unknown-label",
        ),
        pytest.param(
            "lemma = engine.add_lemma('a', []); "
            "engine.add_word('a', True, [0], '', 'a', True, [], [lemma], [], 9999999)",
            id="unknown-form",
        ),
        pytest.param(
            "lemma = engine.add_lemma('a', []); "
            "engine.add_word('a', True, [0], '', 'a', True, [], [lemma], [], written, 1)",
            id="unknown-number-word",
        ),
        pytest.param(
            "engine.add_number_word(7, 1, 0, 0, 0, True)", id="unknown-kind-of-number-word"
        ),
        pytest.param(
            "lemma = engine.add_lemma('a', []); "
            "word = engine.add_word('a', True, [0], '', 'a', True, [], [lemma], [], written); "
            "engine.add_chunk('a', [word], [97], [(0, 2)])",
            id="place-beyond-the-end",
        ),
        pytest.param("native.match_batch([None], [None], of, 1)", id="none"),
    ],
)
def test_numbers_that_name_nothing_are_refused(code: str) -> None:
    program = f"""
        written = engine.add_form("a", "", False)
        try:
            {code}
        except (ValueError, IndexError, TypeError):
            print("refused")
        else:
            number = engine.find_word("a")
            if number is not None:
                engine.add_chunk("a", [number], [97], [(0, 1)])
            engine.score(["a"] * 9, ["a"] * 9, of, 1)
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
                facts = [(i, False, False, False) for i in range(count)]
                engine = native.Engine(labels, b"", facts)
                break
            except ValueError:
                count -= 1
        lemma = engine.add_lemma("a", [])
        written = engine.add_form("a", "", False)
        both = [0, count - 1], "?x", "a", True, [[]] * 9, [lemma, lemma], [], written
        word = engine.add_word("a", True, *both)
        engine.add_chunk("a", [word], [97], [(0, 1)])
        print(count, engine.score(["a"], ["a"], of, 1)[0].tolist())
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
        expected = metric.segment_scores(long, [long[::-1]], 2)
        done = threading.Event()

        def write(seed: int) -> None:
            rng = random.Random(seed)
            while not done.is_set():
                texts = [" ".join(f"w{rng.randrange(10**6)}" for _ in range(9)) for _ in range(9)]
                assert all(abs(v - 1) < 1e-9 for v in metric.segment_scores(texts, [texts], 1))

        threads = [threading.Thread(target=write, args=(seed,)) for seed in range(3)]
        for thread in threads:
            thread.start()
        same = all(
            metric.segment_scores(long, [[f"{t} k{i}" for t in long[::-1]]], 2)
            and metric.segment_scores(long, [long[::-1]], 2) == expected
            for i in range(6)
        )
        done.set()
        for thread in threads:
            thread.join()
        print(same)
    """
    child = in_child(program)
    assert (child.returncode, child.stdout, child.stderr) == (0, "True\n", "")


def test_threads_with_a_matcher_each() -> None:
    rng = random.Random(1)
    words = native.Words(
        *([rng.randrange(9) for _ in range(90)] for _ in range(2)), [[]] * 90, [False] * 90
    )
    expected = native.Matcher().features(words, words, OF)
    found: list[list[float]] = []
    threads = [
        threading.Thread(target=lambda: found.append(native.Matcher().features(words, words, OF)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4
