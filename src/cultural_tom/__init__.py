"""cultural-tom: the reproducible dataset library for multilingual and cultural Theory of Mind.

>>> import cultural_tom
>>> cultural_tom.CONFIGS["xfantom_fr"].language
'fr'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

# Where each public name lives. Resolved on first use, so that `import cultural_tom` stays free of
# numpy, pyarrow and datasets (tests/src/test_import.py).
_PUBLIC = {
    "CONFIGS": "subsets",
    "SUBSETS": "subsets",
    "Config": "subsets",
    "Subset": "subsets",
    "Row": "row",
    "load": "loading",
    "InputError": "problems",
}

if TYPE_CHECKING:
    from cultural_tom.loading import load as load
    from cultural_tom.problems import InputError as InputError
    from cultural_tom.row import Row as Row
    from cultural_tom.subsets import CONFIGS as CONFIGS
    from cultural_tom.subsets import SUBSETS as SUBSETS
    from cultural_tom.subsets import Config as Config
    from cultural_tom.subsets import Subset as Subset


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PUBLIC[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*_PUBLIC, "__version__"])
