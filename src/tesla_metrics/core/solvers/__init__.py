"""The linear programs of TESLA in plain Python."""
