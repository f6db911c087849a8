"""Several candidates of one source each: read, scored and sorted."""
