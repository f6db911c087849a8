"""How a text hangs together, in numbers: roles of terms from sentence to sentence."""
