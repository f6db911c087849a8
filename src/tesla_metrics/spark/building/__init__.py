"""What `tesla build` makes, with the work of counting done by Spark's workers."""
