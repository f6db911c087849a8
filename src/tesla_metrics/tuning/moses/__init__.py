"""Files of Moses' own `mert`: features and statistics of candidates, and where to start."""
