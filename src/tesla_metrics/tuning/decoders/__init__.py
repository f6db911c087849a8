"""Decoders behind one protocol: a command line, or Thot in this process."""
