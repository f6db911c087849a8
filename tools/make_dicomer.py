"""Make the shipped model of dicomer again: src/tesla_metrics/data/dicomer/en.model.

    python tools/make_dicomer.py [DATA_DIR] [-o FILE] [--permutations N]

Trained by order discrimination on the documents of gdtb_train whose genres let the weights be
shipped: their sentences with words, tags, trees and relations of our own. It must be made again
whenever the tagger, the parser or the discourse model is. See NOTICE for the source.
"""

import argparse
import time
from pathlib import Path

from make_discourse import DATA, training_documents
from tesla_metrics.evaluation.training.train_dicomer import PERMUTATIONS_PER_TEXT, train_on_order
from tesla_metrics.parsing.discourse.parser import load_discourse

SHIPPED = Path(__file__).resolve().parents[1] / "src/tesla_metrics/data/dicomer/en.model"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="make the shipped model of dicomer")
    parser.add_argument("data", nargs="?", type=Path, default=DATA)
    parser.add_argument("-o", "--output", type=Path, default=SHIPPED)
    parser.add_argument("--permutations", type=int, default=PERMUTATIONS_PER_TEXT)
    arguments = parser.parse_args()
    start = time.monotonic()
    reader = load_discourse("en")
    documents = [
        reader.document([sentence.text for sentence in one.document.sentences])
        for one in training_documents(arguments.data)
    ]
    print(f"{len(documents)} documents read in {time.monotonic() - start:.0f} s", flush=True)
    trained = train_on_order(documents, max_permutations=arguments.permutations)
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    trained.write(arguments.output)
    for strength, agreement in trained.learnt.validated.curve:
        print(f"C {strength:g}: {agreement:.4f} of held-out pairs")
    print(
        f"{arguments.output.name}: {len(trained.model.coherence_model.weights):,} features, "
        f"{arguments.output.stat().st_size:,} bytes, {time.monotonic() - start:.0f} s"
    )


if __name__ == "__main__":
    main()
