"""Tables of any number of rows, a batch at a time, in columns of Apache Arrow."""
