"""These tests make virtual environments, so they run only when asked for: `make compat`."""


def pytest_ignore_collect(collection_path, config):
    asked = config.getoption("--compat")
    return True if asked is None and collection_path.name == "test_environments.py" else None


def pytest_collection_modifyitems(config, items):
    """With `--compat ci` only the environments marked so are left; one without its Python is then the only skip."""
    if config.getoption("--compat") == "ci":
        callspecs = {item: getattr(item, "callspec", None) for item in items}
        out = [
            i
            for i, c in callspecs.items()
            if c and "environment" in c.params and not c.params["environment"].ci
        ]
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in out]
