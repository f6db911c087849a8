"""Is system a better than b? Resampling, tests and where the difference lies."""
