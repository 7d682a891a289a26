"""The faces for researchers: tasks for gymnasium, games for PettingZoo and OpenSpiel, and play by text."""
