"""Word alignment by Thot's HMM in both directions, symmetrised, in the format that Thot reads."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ...errors import TeslaError

Sentence = Sequence[str]

_ROUNDS = 5
_BATCH = 2000


def align(
    pairs: Sequence[tuple[Sentence, Sentence]], prefix: Path, advance: Callable[[int], None]
) -> None:
    """Write both models, and the links of all pairs to PREFIX.A3.final.

    `advance` hears of 2 * ALIGNING_STEPS + len(pairs) steps.
    """
    from thot import alignment as thot

    direct = _train(pairs, Path(f"{prefix}_invswm"), advance)
    turned = [(target, source) for source, target in pairs]
    inverse = _train(turned, Path(f"{prefix}_swm"), advance)
    both = thot.SymmetrizedAligner(inverse, direct)
    both.heuristic = thot.SymmetrizationHeuristic.GROW_DIAG_FINAL_AND
    with Path(f"{prefix}.A3.final").open("w", encoding="utf-8", newline="\n") as file:
        for start in range(0, len(pairs), _BATCH):
            batch = turned[start : start + _BATCH]
            targets, sources = [list(one) for one, _ in batch], [list(other) for _, other in batch]
            for (_, links), target, source in zip(
                both.get_best_alignments(targets, sources), targets, sources, strict=True
            ):
                file.write(_giza(links.to_numpy(), target, source))
            advance(len(batch))


ALIGNING_STEPS = 2 * _ROUNDS + 2


def _train(
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
        for _ in range(_ROUNDS):
            stage.train()
            advance(1)
        stage.end_training()
    if not model.print(str(prefix)):
        raise TeslaError(f"{prefix}: Thot could not write its alignment model there")
    return model


def _giza(links: Any, rows: Sequence[str], columns: Sequence[str]) -> str:
    """Two lines in GIZA's format: the columns' sentence, then each row's word with its links."""
    free = [str(place + 1) for place in range(len(columns)) if not links[:, place].any()]
    told = [f"NULL ({{ {''.join(place + ' ' for place in free)}}})"]
    for word, row in zip(rows, links, strict=True):
        places = "".join(f"{place + 1} " for place in row.nonzero()[0])
        told.append(f"{word} ({{ {places}}})")
    return f"# 1\n{' '.join(columns)}\n{' '.join(told)}\n"
