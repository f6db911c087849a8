"""Learning what to change in an encoder, and a head, from people's judgments; needs torch."""
