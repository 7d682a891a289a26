"""The tuner: what was measured on a real table in, a material out."""
