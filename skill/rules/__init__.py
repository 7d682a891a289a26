"""The games as rules: state machines that hold no randomness, clock, drawing or physics."""
