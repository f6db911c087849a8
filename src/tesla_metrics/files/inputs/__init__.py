"""Convert what Python users pass (columns, rows, references) into lists of segments."""
