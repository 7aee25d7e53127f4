"""Fixtures of the lock's tests."""

import os

import licences
import pytest


@pytest.fixture
def locked_environment():
    """Only where the installed versions are the lock's: skipped elsewhere, with their names; in CI it fails."""
    if wrong := licences.differing():
        reason = f"this environment is not the lock's: {'; '.join(wrong)}"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
