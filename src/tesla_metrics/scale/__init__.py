"""Score tables of any size, in Arrow batches or on Spark."""
