"""Seeing a game as a person does: words with their places, numbers behind their labels, things by their colour. No state interface is asked."""
