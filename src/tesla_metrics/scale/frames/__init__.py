"""Score tables in batches of Apache Arrow."""
