"""Build tables and models on Spark."""
