"""The other exam of the repository of lexam_idk, in the same form."""

from logged_readers.lexam_idk import records

__all__ = ["records"]
