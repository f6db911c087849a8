"""`tesla serve`: scores, explanations and reports over HTTP."""
