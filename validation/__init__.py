"""Checks on a built dataset repository: `python -m validation run DIR`. Never imports `builders`."""
