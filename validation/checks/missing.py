"""What a check needs and does not find."""


class Missing(Exception):
    """A tokenizer's file or package is not here; the message says which and where it is looked for."""
