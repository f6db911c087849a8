"""Makes the shipped parser again: src/tesla_metrics/data/parsers/en.parser.

    python tools/make_parser.py [DATA_DIR] [--iterations N] [--to FILE]

It is trained on the trees of the English Web Treebank's training part and of GDTB's, of that only
the genres whose licence lets weights be shipped; benchmarks/parsing.py measures it. The native core
is needed. Sources go into the file's settings.
"""

import argparse
import gzip
import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from model_training.parser_training import train_parser
from tesla_metrics.files.resource import write_resource
from tesla_metrics.parsing.discourse.relation_records import NON_COMMERCIAL_GENRES
from tesla_metrics.parsing.syntax.parser_model import ChartPruning
from tesla_metrics.parsing.syntax.tree import Tree
from tesla_metrics.parsing.syntax.tree_formats import parse_tree

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data"
SHIPPED = ROOT / "src" / "tesla_metrics" / "data" / "parsers" / "en.parser"
# Found on ewt_dev: they cost .03 F1 and make it twice as fast.
PRUNING = ChartPruning(192, 8)
WEB, DISCOURSE = "srl/ewt_train.jsonl.gz", "discourse/gdtb_train.jsonl.gz"


def records(path: Path) -> Iterator[dict[str, Any]]:
    """One a line."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def training_trees(data: Path) -> list[Tree]:
    """Those whose weights may be shipped."""
    trees = [parse_tree(record["tree"]) for record in records(data / WEB)]
    for document in records(data / DISCOURSE):
        if document["genre"] not in NON_COMMERCIAL_GENRES:
            trees += (parse_tree(sentence["tree"]) for sentence in document["sentences"])
    return trees


def provenance(data: Path) -> list[dict[str, str]]:
    """File, checksum and licence of each source."""
    licences = {WEB: "CC BY-SA 4.0", DISCOURSE: "CC BY 4.0 (annotation); CC BY, CC BY-SA (texts)"}
    return [
        {
            "file": name,
            "sha256": hashlib.sha256((data / name).read_bytes()).hexdigest(),
            "licence": licence,
        }
        for name, licence in licences.items()
    ]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="make the shipped parser from treebanks")
    parser.add_argument("data", nargs="?", type=Path, default=DATA)
    parser.add_argument("--iterations", type=int, default=4)
    parser.add_argument("--to", type=Path, default=SHIPPED)
    chosen = parser.parse_args()
    sources = {"trained_on": provenance(chosen.data)}
    trees = training_trees(chosen.data)
    for resource, wrong in train_parser(
        trees, language="en", n_iterations=chosen.iterations, pruning=PRUNING
    ):
        write_resource(chosen.to, replace(resource, settings=resource.settings | sources))
        done, size = resource.settings["iterations"], chosen.to.stat().st_size
        print(f"iteration {done}: {wrong:,} spans wrong, {size:,} bytes", flush=True)


if __name__ == "__main__":
    main()
