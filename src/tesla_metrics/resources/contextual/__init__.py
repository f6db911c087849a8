"""Contextual encoders of the BERT family for TESLA-N."""
