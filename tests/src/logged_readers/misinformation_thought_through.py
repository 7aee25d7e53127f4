"""The other prompt of the repository of misinformation_direct_llama, in the same form of log."""

from logged_readers.misinformation_direct_llama import records

__all__ = ["records"]
