"""How everybody has done."""
