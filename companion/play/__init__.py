"""Guided play: one screen from setup to the winner. What is typed is understood here, never decided."""
