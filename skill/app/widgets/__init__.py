"""The parts that panels are made of."""
