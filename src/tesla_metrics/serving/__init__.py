"""`tesla serve`: scores and explanations over HTTP, by the standard library alone."""
