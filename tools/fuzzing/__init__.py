"""Random input for the library: what is made, what must hold of it, and who watches."""
