"""The English encoder itself, where its package is installed."""

import numpy as np
import pytest
from oracles.numpy_encoder import plain_layers
from tiny_encoder import need_packages

from tesla_metrics import TeslaN
from tesla_metrics.arrays import Floats
from tesla_metrics.core.comparing.contextual import ContextComparer
from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.core.encoding.session import Session
from tesla_metrics.resources.contextual.contextual_model import (
    ContextModel,
    EncodedPieces,
    get_adapted_arrays,
)
from tesla_metrics.resources.contextual.encoder_file import find_encoder, is_default_installed

REFERENCES = [
    "The ferry leaves the island twice a day, but not on Sundays.",
    "Nobody knew why the lights in the old theatre went out.",
    "She repaired her grandfather's clock with a hairpin.",
    "Prices of bread have risen by seven per cent since March.",
    "The committee will decide tomorrow whether the bridge stays closed.",
    "A fox crossed the road.",
]
HYPOTHESES = [
    "Twice daily a boat departs from the island, except on Sunday.",
    "No one could say why the lamps of the former theatre had gone out.",
    "With a hair clip she mended the watch of her grandpa.",
    "Since March bread has become seventeen per cent cheaper.",
    "Tomorrow the panel decides if the bridge will remain shut.",
    "The road was crossed by a fox!",
]


@pytest.fixture(scope="module")
def english() -> None:
    need_packages()
    if not is_default_installed():
        pytest.skip("the encoder's package is not installed")


def plain_scores(metric: TeslaN, hypotheses: list[str], references: list[str]) -> Floats:
    """With vectors of plain numpy in floating point."""
    scorer = metric.open(Session())
    context = scorer.comparer.comparers[0]  # type: ignore[attr-defined]
    assert isinstance(context, ContextComparer)
    model, packed = context.model, context.model.encoder
    arrays = {**packed.get_arrays(), **get_adapted_arrays(packed, model.adapter)}

    def encoded(self: ContextModel, texts: list[str], threads: int = 1) -> object:
        for pieces in packed.tokenizer.tokenize(texts):
            whole = np.concatenate(
                [packed.tokenizer.start_ids, pieces.ids, packed.tokenizer.end_ids]
            )
            layers = plain_layers(packed.architecture, arrays, whole)
            kept = np.stack([layers[layer] for layer in model.runtime.layers])[:, 1:-1]
            yield model.make_text_vectors(pieces, EncodedPieces(kept, layers[-1].mean(axis=0)))

    model.encode_texts = encoded.__get__(model)  # type: ignore[method-assign]
    return scorer.scores(Pairs.from_lines(hypotheses, references))


@pytest.mark.filterwarnings("ignore:.*do not look aligned")
@pytest.mark.usefixtures("english")
@pytest.mark.parametrize(
    ("arithmetic", "mean", "most"), [("int8", 0.005, 0.02), ("float32", 1e-5, 1e-4)]
)
def test_as_plain_numpy_has_it(arithmetic: str, mean: float, most: float) -> None:
    pairs = [(h, r) for h in HYPOTHESES for r in REFERENCES]
    hypotheses, references = (list(side) for side in zip(*pairs, strict=True))
    metric = TeslaN(lang="en", arithmetic=arithmetic)
    ours = np.array(metric.score(hypotheses, references).segments)
    apart = np.abs(ours - plain_scores(metric, hypotheses, references))
    assert apart.mean() <= mean
    assert apart.max() <= most


@pytest.mark.usefixtures("english")
def test_the_right_reference_is_the_nearest() -> None:
    matrix = TeslaN(lang="en").matrix(HYPOTHESES, REFERENCES, jobs=2)
    assert (matrix.argmax(axis=1) == np.arange(len(REFERENCES))).all()


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize("arithmetic", ["int8", "float32"])
def test_threads_and_company_change_nothing(arithmetic: str) -> None:
    metric = TeslaN(lang="en", arithmetic=arithmetic)
    wanted = metric.matrix(HYPOTHESES, REFERENCES, session=Session())
    for jobs in (2, 3):
        found = metric.matrix(HYPOTHESES, REFERENCES, jobs=jobs, session=Session())
        assert found == pytest.approx(wanted, abs=1e-6)
    alone = [metric.score([h], [r]).score for h, r in zip(HYPOTHESES, REFERENCES, strict=True)]
    assert alone == pytest.approx(np.diag(wanted), abs=1e-6)


@pytest.mark.usefixtures("english")
def test_it_has_known_facts() -> None:
    packed = find_encoder("auto", "en")
    assert packed.architecture[:3] == (6, 12, 384)
    (pieces,) = packed.tokenizer.tokenize(["Unbelievable bridges"])
    assert pieces.offsets[-1][1] == len("Unbelievable bridges")
