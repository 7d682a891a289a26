"""The pygame front end. Importing this package is light: pygame and OpenGL load when `skill.app.main.run` opens a window."""
