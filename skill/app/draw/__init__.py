"""From dice to pixels: what is to be seen, the camera, and the two renderers."""
