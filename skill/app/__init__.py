"""The pygame front end. Importing it is light: pygame and OpenGL load when a window opens or a picture is drawn."""
