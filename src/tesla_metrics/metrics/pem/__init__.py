"""PEM: paraphrases judged by adequacy, fluency and dissimilarity."""
