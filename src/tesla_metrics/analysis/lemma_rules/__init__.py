"""Rules of simplemma that are told here again: importing those of all languages takes long."""
