"""What `tesla build` makes, built by Spark: the same bytes as on one machine."""
