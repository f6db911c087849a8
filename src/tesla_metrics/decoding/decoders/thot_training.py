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
from ...files.locking import output_lock
from ...files.long_runs import ProgressCallback, no_progress
from ...optional import needs
from .thot import (
    INSTALL_HINT,
    MAX_SENTENCE_LENGTH,
    SmtDescription,
    extract_phrases,
    language_model,
    translation_model,
    write_description,
)

Sentence = Sequence[str]

_HMM_ROUNDS = 5
_BATCH = 2000


def align(
    pairs: Sequence[tuple[Sentence, Sentence]], prefix: Path, advance: Callable[[int], None]
) -> None:
    """Write both alignment models, and the links of all pairs to PREFIX.A3.final.

    `advance` is called for 2 * ALIGNING_STEPS + len(pairs) steps in total.
    """
    from thot import alignment as thot

    direct = _train_aligner(pairs, Path(f"{prefix}_invswm"), advance)
    inverse_pairs = [(target, source) for source, target in pairs]
    inverse = _train_aligner(inverse_pairs, Path(f"{prefix}_swm"), advance)
    aligner = thot.SymmetrizedAligner(inverse, direct)
    aligner.heuristic = thot.SymmetrizationHeuristic.GROW_DIAG_FINAL_AND
    with Path(f"{prefix}.A3.final").open("w", encoding="utf-8", newline="\n") as file:
        for start in range(0, len(pairs), _BATCH):
            batch = inverse_pairs[start : start + _BATCH]
            targets, sources = (
                [list(target_words) for target_words, _ in batch],
                [list(source_words) for _, source_words in batch],
            )
            for (_, links), target, source in zip(
                aligner.get_best_alignments(targets, sources), targets, sources, strict=True
            ):
                file.write(_giza(links.to_numpy(), target, source))
            advance(len(batch))


ALIGNING_STEPS = 2 * _HMM_ROUNDS + 2


def _train_aligner(
    pairs: Sequence[tuple[Sentence, Sentence]], prefix: Path, advance: Callable[[int], None]
) -> Any:
    from thot import alignment as thot

    words = thot.Ibm1AlignmentModel()
    model = thot.HmmAlignmentModel(words)
    model.hmm_p0 = 0.1
    model.lexical_smoothing_factor = 0.1
    model.hmm_alignment_smoothing_factor = 0.3
    for source, target in pairs:
        model.add_sentence_pair(list(source), list(target), 1)
    for stage in (words, model):
        stage.start_training()
        advance(1)
        for _ in range(_HMM_ROUNDS):
            stage.train()
            advance(1)
        stage.end_training()
    if not model.print(str(prefix)):
        raise TeslaError(f"{prefix}: Thot could not write its alignment model there")
    return model


def _giza(links: Any, rows: Sequence[str], columns: Sequence[str]) -> str:
    """Return an alignment in GIZA's format: the columns' sentence, then row words and links."""
    unlinked = [str(index + 1) for index in range(len(columns)) if not links[:, index].any()]
    words = [f"NULL ({{ {''.join(index + ' ' for index in unlinked)}}})"]
    for word, row in zip(rows, links, strict=True):
        indices = "".join(f"{index + 1} " for index in row.nonzero()[0])
        words.append(f"{word} ({{ {indices}}})")
    return f"# 1\n{' '.join(columns)}\n{' '.join(words)}\n"


# The language model of Thot: n-gram counts, and weights that interpolate orders (Jelinek-Mercer).
#
# A probability is λ f(w | h) + (1 - λ) times the probability given the history without its first
# word, where λ depends on the order and the count of the history. The λ are fitted by expectation
# maximisation on held-out sentences.

Counts = Counter[tuple[str, ...]]

_ORDER = 3
# Histories that occur 0 to 9 times, 10 to 19 times, and more often.
_BUCKETS, _BUCKET = 3, 10
_MIXING_ROUNDS = 30
_START, _END, _UNKNOWN = "<s>", "</s>", "<unk>"


def write_language_model(sentences: Sequence[Sentence], prefix: Path) -> None:
    """Count all sentences and fit the weights on the last tenth (at most a thousand)."""
    n_heldout = min(1000, len(sentences) // 10)
    training = sentences[: len(sentences) - n_heldout]
    weights = (
        _fit(training, sentences[len(training) :])
        if n_heldout
        else np.full((_ORDER, _BUCKETS), 0.5)
    )
    counts = _counts(sentences, _vocabulary(sentences))
    total = sum(count for gram, count in counts.items() if len(gram) == 1)
    with prefix.open("w", encoding="utf-8", newline="\n") as file:
        # Short n-grams first: Thot takes twenty times as long to load another order.
        for gram, count in sorted(counts.items(), key=lambda item: (len(item[0]), item[0])):
            history = total if len(gram) == 1 else counts[gram[:-1]]
            file.write(f"{' '.join(gram)} {history} {count}\n")
    mixed = " ".join(f"{weight:.6f}" for weight in weights.ravel())
    line = f"{_ORDER} {_BUCKETS} {_BUCKET} {mixed}\n"
    prefix.with_name(prefix.name + ".weights").write_text(line, encoding="utf-8")
    # For word prediction while a translator types; Thot loads no model without this file.
    prefix.with_name(prefix.name + ".wp").write_text(f"{_UNKNOWN}\n", encoding="utf-8")


def _vocabulary(sentences: Iterable[Sentence]) -> set[str]:
    """Return words that occur at least twice. Those that occur once stand for unknown words."""
    words = Counter(word for sentence in sentences for word in sentence)
    return {word for word, count in words.items() if count > 1}


def _framed(sentence: Sentence, vocabulary: set[str]) -> list[str]:
    return [_START, *(word if word in vocabulary else _UNKNOWN for word in sentence), _END]


def _counts(sentences: Iterable[Sentence], vocabulary: set[str]) -> Counts:
    counts: Counts = Counter()
    for sentence in sentences:
        words = _framed(sentence, vocabulary)
        for order in range(1, _ORDER + 1):
            counts.update(zip(*(words[start:] for start in range(order)), strict=False))
    return counts


def _fit(training: Sequence[Sentence], heldout: Sequence[Sentence]) -> Floats:
    vocabulary = _vocabulary(training)
    shares, buckets = _shares(_counts(training, vocabulary), heldout, vocabulary)
    weights = np.full((_ORDER, _BUCKETS), 0.5)
    orders = np.arange(_ORDER)
    for _ in range(_MIXING_ROUNDS):
        mix = weights[orders, buckets]
        # Probability of each word by each order, interpolated with the lower orders.
        below = np.full(len(shares), 1 / (len(vocabulary) + 3))
        posteriors = np.empty_like(shares)
        for order in orders:
            posteriors[:, order] = mix[:, order] * shares[:, order]
            posteriors[:, order] /= (below := posteriors[:, order] + (1 - mix[:, order]) * below)
        # Probability that a word was drawn at this order, and that this order was reached.
        reached = np.ones(len(shares))
        for order in orders[::-1]:
            expected_used = np.bincount(buckets[:, order], reached * posteriors[:, order], _BUCKETS)
            expected_reached = np.bincount(buckets[:, order], reached, _BUCKETS)
            weights[order] = np.clip((expected_used + 0.5) / (expected_reached + 1), 0.001, 0.999)
            reached = reached * (1 - posteriors[:, order])
    return weights


def _shares(
    counts: Counts, heldout: Sequence[Sentence], vocabulary: set[str]
) -> tuple[Floats, Indices]:
    """Return f(w | h) and the history's bucket of each held-out word, with one column per order."""
    total = sum(count for gram, count in counts.items() if len(gram) == 1)
    shares, history_counts = [], []
    for sentence in heldout:
        words = _framed(sentence, vocabulary)
        for end in range(2, len(words) + 1):
            grams = [tuple(words[max(0, end - order) : end]) for order in range(1, _ORDER + 1)]
            histories = [counts[gram[:-1]] if len(gram) > 1 else total for gram in grams]
            shares.append([counts[g] / max(1, h) for g, h in zip(grams, histories, strict=True)])
            history_counts.append(histories)
    buckets = np.minimum(np.array(history_counts, dtype=np.intp) // _BUCKET, _BUCKETS - 1)
    return np.array(shares), buckets


_LONGEST_TRAINED = 80

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
        Folder of the system, which must not exist. It appears when training is complete.
    lowercase : bool, default False
        Whether text is lower-cased first.
    watch : callable, optional
        Reports progress.
    """
    with needs("sil-thot", "smt", INSTALL_HINT):
        import thot.alignment  # noqa: F401
    folder = Path(folder)
    if folder.exists():
        raise InputError(f"{folder} exists: remove it, or choose another folder for the system")
    if not folder.absolute().parent.is_dir():
        raise InputError(f"cannot create {folder}: choose a folder inside one that exists")
    plan = SmtDescription(*languages, lowercase)
    advance = watch("tokenising", 0)
    usable = []
    for source, target in pairs:
        tokens = plan.source_tokens(source), plan.target_tokens(target)
        if all(0 < len(side) <= min(_LONGEST_TRAINED, MAX_SENTENCE_LENGTH) for side in tokens):
            usable.append(tokens)
        advance(1)
    if len(usable) < 2:
        left = "1 sentence pair" if usable else "no sentence pairs"
        raise InputError(
            f"the bitext has {left} of suitable length: give at least two whose sides "
            f"have 1 to {_LONGEST_TRAINED} tokens"
        )
    description = replace(plan, pairs=len(usable), corpus=_digest(usable))
    with output_lock(folder):
        return _train_system(usable, folder, description, watch)


def _digest(pairs: list[_Pair]) -> str:
    digest = hashlib.sha256()
    for source, target in pairs:
        digest.update(f"{' '.join(source)}\t{' '.join(target)}\n".encode())
    return digest.hexdigest()


def _train_system(
    pairs: list[_Pair], folder: Path, description: SmtDescription, watch: ProgressCallback
) -> SmtDescription:
    work = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(work, ignore_errors=True)  # left by a killed run
    try:
        with report_full_disk(work):
            work.mkdir()
            advance = watch("language model", 1)
            write_language_model([target for _, target in pairs], language_model(work))
            advance(1)
            align(
                pairs, translation_model(work), watch("aligning", 2 * ALIGNING_STEPS + len(pairs))
            )
            advance = watch("phrases", 1)
            extract_phrases(translation_model(work))
            advance(1)
            complete = write_description(work, description)
            work.rename(folder)
            return complete
    except OSError as error:
        raise InputError(f"cannot write {work}: {error.strerror}; choose another folder") from error
    finally:
        shutil.rmtree(work, ignore_errors=True)
