"""The formats by name."""

from pathlib import Path

KINDS = ("text", "conllu", "tsv", "csv", "jsonl", "sgml", "wmt-xml")
TABLES = ("tsv", "csv", "jsonl")
# Read a stretch at a time only (`frames/`).
PARQUET = "parquet"
MARKUP = ("sgml", "wmt-xml")
# What messages call them; json, xml and bars are those that are none of ours.
CALLED = {
    "tsv": "TSV", "csv": "CSV", "jsonl": "JSON lines", "json": "JSON", "sgml": "SGML",
    "wmt-xml": "WMT's XML", "xml": "XML", "conllu": "CoNLL-U",
    "bars": "fields between |||",
}  # fmt: skip
# What to give instead of those that cannot be read.
INSTEAD = {
    "json": "one object a line and --input jsonl",
    "xml": "its text",
    "bars": "one text a line, of a list of the n best the first of each segment",
}


def is_parquet(path: str) -> bool:
    """By its name; a folder by the names of its files."""
    return Path(path).suffix.lower() in (".parquet", ".pq") or (
        Path(path).is_dir() and any(Path(path).glob("*.parquet"))
    )
