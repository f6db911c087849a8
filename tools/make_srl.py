"""Make the shipped model of semantic roles again: src/tesla_metrics/data/srl/en.srl.

    python tools/make_srl.py [DATA_DIR] [-o FILE]

Trained on the sentences of ewt_train with their own trees and tags; which rolesets a word has is
from PropBank's frames, too. What is chosen (features, learners, penalties) was chosen on ewt_dev.
See NOTICE for the sources and their licences.
"""

import argparse
import csv
import gzip
import hashlib
from pathlib import Path

from tesla_metrics.learning.adaptive import AdaptiveMaximumEntropy
from tesla_metrics.learning.learners import MaximumEntropy
from tesla_metrics.srl.model import NOUN, VERB, RoleModel
from tesla_metrics.srl.records import LabelledSentence, read_frames
from tesla_metrics.training.srl import RoleTraining, train_srl

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data" / "srl"
SHIPPED = ROOT / "src" / "tesla_metrics" / "data" / "srl" / "en.srl"
TRAINING, FRAMES = "ewt_train.jsonl.gz", "propbank_frames.tsv.gz"
STRENGTH = 0.3
KINDS = {"n": NOUN, "v": VERB}


def read_inventory(path: Path) -> dict[tuple[str, str], list[str]]:
    """The rolesets of each word, by its kind, as the frames' aliases have them."""
    found: dict[tuple[str, str], list[str]] = {}
    with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
        rows = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(rows)
        for roleset, _, aliases, *_ in rows:
            for alias in aliases.split():
                letter, _, form = alias.partition(":")
                if letter in KINDS and form and "_" not in form:
                    own = found.setdefault((KINDS[letter], form.lower()), [])
                    if roleset not in own:
                        own.append(roleset)
    return found


def make_model(
    sentences: list[LabelledSentence], inventory: dict[tuple[str, str], list[str]]
) -> RoleModel:
    """All parts in one."""
    training = RoleTraining(
        MaximumEntropy(STRENGTH),
        pruned=True,
        together=True,
        roles=AdaptiveMaximumEntropy(),
        least_count=2,
        finest=0.02,
    )
    return train_srl(sentences, training, rolesets=inventory)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="make the shipped model of semantic roles")
    parser.add_argument("data", nargs="?", type=Path, default=DATA)
    parser.add_argument("-o", "--output", type=Path, default=SHIPPED)
    arguments = parser.parse_args()
    sentences = list(read_frames(str(arguments.data / TRAINING)))
    source = {
        "files": {
            name: hashlib.sha256((arguments.data / name).read_bytes()).hexdigest()
            for name in (TRAINING, FRAMES)
        },
        "licence": "PropBank and the English Web Treebank of UD, CC BY-SA 4.0",
        "sentences": len(sentences),
    }
    model = make_model(sentences, read_inventory(arguments.data / FRAMES))
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    model.joined(RoleModel("en", {}, {}, {"trained_on": source})).write(arguments.output)
    print(f"{arguments.output.name}: {arguments.output.stat().st_size:,} bytes", flush=True)


if __name__ == "__main__":
    main()
