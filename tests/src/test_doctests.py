"""The examples in docstrings run as they stand, on the sample edition."""

import doctest
import importlib
import pkgutil

import pytest

import cultural_tom

MODULES = ["cultural_tom", *(m.name for m in pkgutil.walk_packages(cultural_tom.__path__, "cultural_tom."))]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize(
    "name", ["load", "check", "score", "compare", "verify", "extract", "save_predictions"]
)
def test_every_public_function_has_an_example(name):
    assert doctest.DocTestFinder(recurse=False).find(getattr(cultural_tom, name))[0].examples
