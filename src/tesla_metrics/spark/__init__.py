"""The same work on Apache Spark: scoring data frames, building tables and models."""
