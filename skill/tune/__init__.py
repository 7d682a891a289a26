"""The tuner: measurements from a real table go in, a material comes out."""
