"""Training of a phrase-based system with Thot."""

import hashlib
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ...arrays import Floats, Indices
from ...errors import InputError, TeslaError
from ...files.disk_space import report_full_disk
from ...files.locking import hold_output_lock
from ...files.long_runs import ProgressCallback, no_progress
from ...optional import requires_extra
from .thot import (
    INSTALL_HINT,
    MAX_SENTENCE_LENGTH,
    SmtDescription,
    extract_phrases,
    get_language_model_prefix,
    get_translation_model_prefix,
    write_description,
)

Sentence = Sequence[str]

_HMM_ROUNDS = 5
_BATCH_SIZE = 2000


def align_words(
    pairs: Sequence[tuple[Sentence, Sentence]], prefix: Path, advance: Callable[[int], None]
) -> None:
    """Align the words of all sentence pairs and write the alignments to PREFIX.A3.final.

    The alignment models of both directions are written too. `advance` is called with numbers of
    steps that add up to 2 * ALIGNING_STEPS + len(pairs).
    """
    from thot import alignment as thot

    direct_model = _train_aligner(pairs, Path(f"{prefix}_invswm"), advance)
    inverse_pairs = [(target, source) for source, target in pairs]
    inverse_model = _train_aligner(inverse_pairs, Path(f"{prefix}_swm"), advance)
    aligner = thot.SymmetrizedAligner(inverse_model, direct_model)
    aligner.heuristic = thot.SymmetrizationHeuristic.GROW_DIAG_FINAL_AND
    with Path(f"{prefix}.A3.final").open("w", encoding="utf-8", newline="\n") as file:
        for start in range(0, len(pairs), _BATCH_SIZE):
            batch = inverse_pairs[start : start + _BATCH_SIZE]
            targets = [list(target_words) for target_words, _ in batch]
            sources = [list(source_words) for _, source_words in batch]
            alignments = aligner.get_best_alignments(targets, sources)
            for (_, links), target, source in zip(alignments, targets, sources, strict=True):
                file.write(_format_giza(links.to_numpy(), target, source))
            advance(len(batch))


# Progress steps of the training of one alignment model: two stages, each with one step before its
# rounds.
ALIGNMENT_STEPS = 2 * _HMM_ROUNDS + 2


def _train_aligner(
    pairs: Sequence[tuple[Sentence, Sentence]], prefix: Path, advance: Callable[[int], None]
) -> Any:
    """Train and write an HMM alignment model, which starts from IBM model 1."""
    from thot import alignment as thot

    word_model = thot.Ibm1AlignmentModel()
    model = thot.HmmAlignmentModel(word_model)
    model.hmm_p0 = 0.1
    model.lexical_smoothing_factor = 0.1
    model.hmm_alignment_smoothing_factor = 0.3
    for source, target in pairs:
        model.add_sentence_pair(list(source), list(target), 1)
    for stage in (word_model, model):
        stage.start_training()
        advance(1)
        for _ in range(_HMM_ROUNDS):
            stage.train()
            advance(1)
        stage.end_training()
    if not model.print(str(prefix)):
        raise TeslaError(f"{prefix}: Thot could not write its alignment model there")
    return model


def _format_giza(links: Any, row_words: Sequence[str], column_words: Sequence[str]) -> str:
    """Format an alignment as in files of GIZA++.

    The second line is the sentence of the columns of the link matrix. The third line has each word
    of the rows with the positions, from 1, of its aligned words; NULL has the unaligned words.
    """
    unaligned_positions = [
        str(index + 1) for index in range(len(column_words)) if not links[:, index].any()
    ]
    formatted_words = [f"NULL ({{ {''.join(index + ' ' for index in unaligned_positions)}}})"]
    for word, row in zip(row_words, links, strict=True):
        positions = "".join(f"{index + 1} " for index in row.nonzero()[0])
        formatted_words.append(f"{word} ({{ {positions}}})")
    return f"# 1\n{' '.join(column_words)}\n{' '.join(formatted_words)}\n"


# The language model: n-gram counts, and weights that interpolate orders (Jelinek-Mercer).
#
# p(w | h) = λ f(w | h) + (1 - λ) p(w | h without its first word), where f is the relative frequency
# of the word w after the history h. λ depends on the order and the count of the history and is
# fitted by expectation maximisation on held-out sentences.

NgramCounts = Counter[tuple[str, ...]]

_ORDER = 3
# Histories are grouped by count: those that occur 0 to 9 times, 10 to 19 times, and more often.
_N_BUCKETS, _BUCKET_WIDTH = 3, 10
_FITTING_ROUNDS = 30
_START, _END, _UNKNOWN = "<s>", "</s>", "<unk>"


def write_language_model(sentences: Sequence[Sentence], prefix: Path) -> None:
    """Write the n-gram counts of all sentences, and the interpolation weights.

    The weights are fitted on the last tenth of the sentences (at most 1000). They are 0.5 if there
    are fewer than ten sentences.
    """
    n_heldout = min(1000, len(sentences) // 10)
    training = sentences[: len(sentences) - n_heldout]
    weights = (
        _fit_weights(training, sentences[len(training) :])
        if n_heldout
        else np.full((_ORDER, _N_BUCKETS), 0.5)
    )
    counts = _count_ngrams(sentences, _build_vocabulary(sentences))
    total = sum(count for ngram, count in counts.items() if len(ngram) == 1)
    with prefix.open("w", encoding="utf-8", newline="\n") as file:
        # Short n-grams come first, because Thot loads files in another order 20 times slower.
        for ngram, count in sorted(counts.items(), key=lambda item: (len(item[0]), item[0])):
            history_count = total if len(ngram) == 1 else counts[ngram[:-1]]
            file.write(f"{' '.join(ngram)} {history_count} {count}\n")
    weights_text = " ".join(f"{weight:.6f}" for weight in weights.ravel())
    line = f"{_ORDER} {_N_BUCKETS} {_BUCKET_WIDTH} {weights_text}\n"
    prefix.with_name(prefix.name + ".weights").write_text(line, encoding="utf-8")
    # This file is for word prediction, which is not used, but Thot loads no model without it.
    prefix.with_name(prefix.name + ".wp").write_text(f"{_UNKNOWN}\n", encoding="utf-8")


def _build_vocabulary(sentences: Iterable[Sentence]) -> set[str]:
    """Return words that occur at least twice; other words are counted as unknown words."""
    word_counts = Counter(word for sentence in sentences for word in sentence)
    return {word for word, count in word_counts.items() if count > 1}


def _add_boundaries(sentence: Sentence, vocabulary: set[str]) -> list[str]:
    """Replace words outside of the vocabulary, and add the symbols of start and end."""
    return [_START, *(word if word in vocabulary else _UNKNOWN for word in sentence), _END]


def _count_ngrams(sentences: Iterable[Sentence], vocabulary: set[str]) -> NgramCounts:
    counts: NgramCounts = Counter()
    for sentence in sentences:
        words = _add_boundaries(sentence, vocabulary)
        for order in range(1, _ORDER + 1):
            counts.update(zip(*(words[start:] for start in range(order)), strict=False))
    return counts


def _fit_weights(training: Sequence[Sentence], heldout: Sequence[Sentence]) -> Floats:
    """Return the weights λ, an array of shape (_ORDER, _BUCKETS)."""
    vocabulary = _build_vocabulary(training)
    frequencies, buckets = _compute_frequencies(
        _count_ngrams(training, vocabulary), heldout, vocabulary
    )
    weights = np.full((_ORDER, _N_BUCKETS), 0.5)
    orders = np.arange(_ORDER)
    for _ in range(_FITTING_ROUNDS):
        word_weights = weights[orders, buckets]
        # Expectation: probability that a word was drawn at an order, if that order was reached.
        # `lower_probabilities` is the interpolated probability of each word by the orders so far.
        lower_probabilities = np.full(len(frequencies), 1 / (len(vocabulary) + 3))
        posteriors = np.empty_like(frequencies)
        for order in orders:
            posteriors[:, order] = word_weights[:, order] * frequencies[:, order]
            lower_probabilities = (
                posteriors[:, order] + (1 - word_weights[:, order]) * lower_probabilities
            )
            posteriors[:, order] /= lower_probabilities
        # Maximisation: `reached` is the probability that no higher order drew the word.
        reached = np.ones(len(frequencies))
        for order in orders[::-1]:
            expected_used = np.bincount(
                buckets[:, order], reached * posteriors[:, order], _N_BUCKETS
            )
            expected_reached = np.bincount(buckets[:, order], reached, _N_BUCKETS)
            weights[order] = np.clip((expected_used + 0.5) / (expected_reached + 1), 0.001, 0.999)
            reached = reached * (1 - posteriors[:, order])
    return weights


def _compute_frequencies(
    counts: NgramCounts, heldout: Sequence[Sentence], vocabulary: set[str]
) -> tuple[Floats, Indices]:
    """Return f(w | h) and the bucket of h for each held-out word w.

    Both arrays have shape (n_words, _ORDER).
    """
    total = sum(count for ngram, count in counts.items() if len(ngram) == 1)
    frequencies, history_counts = [], []
    for sentence in heldout:
        words = _add_boundaries(sentence, vocabulary)
        for end in range(2, len(words) + 1):
            ngrams = [tuple(words[max(0, end - order) : end]) for order in range(1, _ORDER + 1)]
            gram_history_counts = [
                counts[ngram[:-1]] if len(ngram) > 1 else total for ngram in ngrams
            ]
            frequencies.append(
                [
                    counts[ngram] / max(1, history_count)
                    for ngram, history_count in zip(ngrams, gram_history_counts, strict=True)
                ]
            )
            history_counts.append(gram_history_counts)
    buckets = np.minimum(np.array(history_counts, dtype=np.intp) // _BUCKET_WIDTH, _N_BUCKETS - 1)
    return np.array(frequencies), buckets


_MAX_TRAINING_LENGTH = 80

_Pair = tuple[list[str], list[str]]


def train_smt(
    pairs: Iterable[tuple[str, str]],
    languages: tuple[str, str],
    folder: Path | str,
    *,
    lowercase: bool = False,
    watch: ProgressCallback = no_progress,
) -> SmtDescription:
    """Train a phrase-based system on a bitext and return its description.

    Parameters
    ----------
    pairs : iterable of (str, str)
        Sentences and translations. Pairs with an empty side or more than 80 tokens are skipped.
    languages : (str, str)
        Source and target language.
    folder : path
        Folder of the system, which must not exist. It is created when training is complete.
    lowercase : bool, default False
        Whether text is lower-cased first.
    watch : callable, optional
        Reports progress.
    """
    with requires_extra("sil-thot", "smt", INSTALL_HINT):
        import thot.alignment  # noqa: F401
    folder = Path(folder)
    if folder.exists():
        raise InputError(f"{folder} exists: remove it, or choose another folder for the system")
    if not folder.absolute().parent.is_dir():
        raise InputError(f"cannot create {folder}: choose a folder inside one that exists")
    tokenization = SmtDescription(*languages, lowercase)
    advance = watch("tokenising", 0)
    usable_pairs = []
    for source, target in pairs:
        tokens = tokenization.tokenize_source(source), tokenization.tokenize_target(target)
        if all(
            0 < len(sentence) <= min(_MAX_TRAINING_LENGTH, MAX_SENTENCE_LENGTH)
            for sentence in tokens
        ):
            usable_pairs.append(tokens)
        advance(1)
    if len(usable_pairs) < 2:
        remaining = "1 sentence pair" if usable_pairs else "no sentence pairs"
        raise InputError(
            f"the bitext has {remaining} of suitable length: give at least two whose sides "
            f"have 1 to {_MAX_TRAINING_LENGTH} tokens"
        )
    description = replace(
        tokenization, pairs=len(usable_pairs), corpus=_compute_digest(usable_pairs)
    )
    with hold_output_lock(folder):
        return _train_system(usable_pairs, folder, description, watch)


def _compute_digest(pairs: list[_Pair]) -> str:
    checksum = hashlib.sha256()
    for source, target in pairs:
        checksum.update(f"{' '.join(source)}\t{' '.join(target)}\n".encode())
    return checksum.hexdigest()


def _train_system(
    pairs: list[_Pair], folder: Path, description: SmtDescription, watch: ProgressCallback
) -> SmtDescription:
    work_folder = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(work_folder, ignore_errors=True)  # left by a killed run
    try:
        with report_full_disk(work_folder):
            work_folder.mkdir()
            advance = watch("language model", 1)
            write_language_model(
                [target for _, target in pairs], get_language_model_prefix(work_folder)
            )
            advance(1)
            align_words(
                pairs,
                get_translation_model_prefix(work_folder),
                watch("aligning", 2 * ALIGNMENT_STEPS + len(pairs)),
            )
            advance = watch("phrases", 1)
            extract_phrases(get_translation_model_prefix(work_folder))
            advance(1)
            complete_description = write_description(work_folder, description)
            work_folder.rename(folder)
            return complete_description
    except OSError as error:
        raise InputError(
            f"cannot write {work_folder}: {error.strerror}; choose another folder"
        ) from error
    finally:
        shutil.rmtree(work_folder, ignore_errors=True)
