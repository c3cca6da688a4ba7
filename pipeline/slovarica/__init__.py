"""Slovarica's dictionary: which words count in the game, how they are laid, and why."""

from slovarica.lexicon import Lexicon

__version__ = "0.1.0"

__all__ = ["Lexicon", "__version__"]
