"""Make the shipped model of semantic roles again: src/tesla_metrics/data/srl/en.srl.

    python tools/make_srl.py [DATA_DIR] [-o FILE]

Trained on the sentences of ewt_train with their own trees and tags; which rolesets a word has is
from PropBank's frames, too. The classifiers and lists are those of `tesla train srl --frames
ewt_train.jsonl.gz --rolesets propbank_frames.tsv.gz -l en`; the file says its sources beside. What
is chosen (features, learners, penalties) was chosen on ewt_dev.
See NOTICE for the sources and their licences.
"""

import argparse
import hashlib
from pathlib import Path

from tesla_metrics.evaluation.training.train_srl import train_srl
from tesla_metrics.parsing.srl.frame import read_frames, read_roleset_inventory
from tesla_metrics.parsing.srl.role_model import RoleModel

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data" / "srl"
SHIPPED = ROOT / "src" / "tesla_metrics" / "data" / "srl" / "en.srl"
TRAINING, FRAMES = "ewt_train.jsonl.gz", "propbank_frames.tsv.gz"


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
    model = train_srl(sentences, rolesets=read_roleset_inventory(str(arguments.data / FRAMES)))
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    model.merge(RoleModel("en", {}, {}, {"trained_on": source})).write(arguments.output)
    print(f"{arguments.output.name}: {arguments.output.stat().st_size:,} bytes", flush=True)


if __name__ == "__main__":
    main()
