"""Make the shipped discourse model again: src/tesla_metrics/data/discourse/en.discourse.

    python tools/make_discourse.py [DATA_DIR] [-o FILE]

Trained on the documents of gdtb_train whose genres let the weights be shipped, with their own
trees and tags. What is chosen (features, penalties) was chosen on gdtb_dev. See NOTICE for the
source and its licence.
"""

import argparse
import hashlib
from pathlib import Path

from model_training.discourse_training import train_explicit, train_implicit
from tesla_metrics.parsing.discourse.relation import DiscourseModel
from tesla_metrics.parsing.discourse.relation_records import (
    NON_COMMERCIAL_GENRES,
    AnnotatedDocument,
    read_records,
)

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data" / "discourse"
SHIPPED = ROOT / "src" / "tesla_metrics" / "data" / "discourse" / "en.discourse"
TRAINING = "gdtb_train.jsonl.gz"
# Each gives a model of its own part; they are joined in one file.
TRAINERS = (train_explicit, train_implicit)


def training_documents(data: Path = DATA) -> list[AnnotatedDocument]:
    """What the shipped weights may be learnt from."""
    return [
        one for one in read_records(str(data / TRAINING)) if one.genre not in NON_COMMERCIAL_GENRES
    ]


def make_model(documents: list[AnnotatedDocument]) -> DiscourseModel:
    """All parts in one."""
    model = DiscourseModel("en", {}, {})
    for train in TRAINERS:
        model = model.merge(train(documents))
    return model


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="make the shipped discourse model")
    parser.add_argument("data", nargs="?", type=Path, default=DATA)
    parser.add_argument("-o", "--output", type=Path, default=SHIPPED)
    arguments = parser.parse_args()
    documents = training_documents(arguments.data)
    source = {
        "file": TRAINING,
        "sha256": hashlib.sha256((arguments.data / TRAINING).read_bytes()).hexdigest(),
        "licence": "annotations CC BY 4.0, texts CC BY and CC BY-SA",
        "without_genres": sorted(NON_COMMERCIAL_GENRES),
        "documents": len(documents),
    }
    model = make_model(documents)
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    model.merge(DiscourseModel("en", {}, {}, {"trained_on": source})).write(arguments.output)
    print(f"{arguments.output.name}: {arguments.output.stat().st_size:,} bytes", flush=True)


if __name__ == "__main__":
    main()
