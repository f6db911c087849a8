"""Slips in the order, number and extent of segments."""

from pathlib import Path

from slip_corpus import Corpus, change_share, score, slip


@slip()
def sorted_lines(corpus: Corpus, folder: Path) -> list[str]:
    """The output went through `sort`, so its lines are in alphabetical order."""
    return score(corpus, folder, sorted(corpus.outputs))


@slip()
def shift_from_middle(corpus: Corpus, folder: Path) -> list[str]:
    """One line got lost in the middle of the output, and another was added at the end."""
    middle = len(corpus.outputs) // 2
    kept = [*corpus.outputs[:middle], *corpus.outputs[middle + 1 :]]
    return score(corpus, folder, [*kept, corpus.outputs[0]])


@slip()
def header_line(corpus: Corpus, folder: Path) -> list[str]:
    """The output begins with the header of its column, and `head` cut the last line."""
    return score(corpus, folder, ["translation", *corpus.outputs[:-1]])


@slip()
def ids_sorted_as_text(corpus: Corpus, folder: Path) -> list[str]:
    """The output was sorted by segment numbers as text: 0, 1, 10, 11, …, 2, 20."""
    order = sorted(range(len(corpus.outputs)), key=str)
    return score(corpus, folder, [corpus.outputs[i] for i in order])


@slip()
def two_candidates_per_source(corpus: Corpus, folder: Path) -> list[str]:
    """The decoder wrote two candidates per source, and the file was cut to the right length."""

    def second_candidate(text: str) -> str:
        words = corpus.words(text)
        return corpus.join([*words[: len(words) // 2], *words[len(words) // 2 + 1 :]])

    pairs = ([text, second_candidate(text)] for text in corpus.outputs)
    candidates = [candidate for pair in pairs for candidate in pair]
    return score(corpus, folder, candidates[: len(corpus.outputs)])


@slip()
def restart_repeats_first_half(corpus: Corpus, folder: Path) -> list[str]:
    """The decoder was restarted in the middle and translated the first half again."""
    half = len(corpus.outputs) // 2
    again = corpus.outputs[: len(corpus.outputs) - half]
    return score(corpus, folder, [*corpus.outputs[:half], *again])


@slip()
def context_left(corpus: Corpus, folder: Path) -> list[str]:
    """30 % of the outputs begin with the translation of the sentence before, given as context."""

    def add_context(position: int, text: str) -> str:
        before = corpus.outputs[position - 1] if position else ""
        return f"{before} {text}".strip() if corpus.spaced else before + text

    outputs = change_share(corpus, corpus.outputs, 0.3, "context", add_context)
    return score(corpus, folder, outputs)


@slip()
def wrong_test_set(corpus: Corpus, folder: Path) -> list[str]:
    """The references belong to another test set with the same number of segments."""
    half = len(corpus.outputs) // 2
    return score(corpus, folder, corpus.outputs[:half], corpus.references[half : 2 * half])


@slip()
def repeated_line(corpus: Corpus, folder: Path) -> list[str]:
    """30 % of the outputs are one and the same sentence, out of a cache."""
    outputs = change_share(
        corpus, corpus.outputs, 0.3, "repeated", lambda position, text: corpus.outputs[5]
    )
    return score(corpus, folder, outputs)


@slip()
def truncated_lines(corpus: Corpus, folder: Path) -> list[str]:
    """The outputs end after ten words because of a small maximum length in the decoder."""
    limit = 10 if corpus.spaced else 8
    outputs = [corpus.join(corpus.words(text)[:limit]) for text in corpus.outputs]
    return score(corpus, folder, outputs)


@slip()
def empty_lines(corpus: Corpus, folder: Path) -> list[str]:
    """15 % of the outputs are empty because requests failed."""
    outputs = change_share(corpus, corpus.outputs, 0.15, "empty", lambda position, text: "")
    return score(corpus, folder, outputs)
