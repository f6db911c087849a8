"""The formats by name."""

KINDS = ("text", "conllu", "tsv", "csv", "jsonl", "sgml", "wmt-xml")
TABLES = ("tsv", "csv", "jsonl")
MARKUP = ("sgml", "wmt-xml")
# What messages call them; json and xml are those that are none of ours.
CALLED = {
    "tsv": "TSV", "csv": "CSV", "jsonl": "JSON lines", "json": "JSON", "sgml": "SGML",
    "wmt-xml": "WMT's XML", "xml": "XML", "conllu": "CoNLL-U",
}  # fmt: skip
