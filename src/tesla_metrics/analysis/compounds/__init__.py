"""Compounds, and the counts of words by which they are split."""

from .counts import count_words, counts_resource, load_counts, shipped_counts
from .splitter import CompoundSplitter, default_splitter, joining, load_splitter

__all__ = [
    "CompoundSplitter",
    "count_words",
    "counts_resource",
    "default_splitter",
    "joining",
    "load_counts",
    "load_splitter",
    "shipped_counts",
]
