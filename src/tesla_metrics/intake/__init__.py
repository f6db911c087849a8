"""What Python users hand over, as lists of segments."""
