"""The vocabulary: cells, dice, the pyramid and their notation. Standard library only."""
