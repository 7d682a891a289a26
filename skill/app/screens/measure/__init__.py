"""Measurements of one's own dice, typed or dropped, and the material that fits them."""
