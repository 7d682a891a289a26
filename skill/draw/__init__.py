"""From a scene to pixels: what is to be seen, the camera, two renderers, animation, and export to files."""
