"""Training of shipped models that only the scripts in tools/ use; not part of the wheel."""
