"""The same work on Apache Spark: scoring data frames, building tables and models."""

from .aggregate import aggregate
from .faults import told
from .scoring import score_frame
from .session import open_spark

__all__ = ["aggregate", "open_spark", "score_frame", "told"]
