"""Score data frames and build tables and models on Apache Spark."""

from .aggregate import aggregate
from .scoring import score_frame
from .session import open_spark, spark_errors

__all__ = ["aggregate", "open_spark", "score_frame", "spark_errors"]
