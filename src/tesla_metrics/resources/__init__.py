"""Phrase tables, language models, learners and contextual encoders."""
