"""A game that shows itself: an example played at reading pace, which can be taken over."""
