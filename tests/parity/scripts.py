"""The official scoring scripts, run as they are: found in the mirror, imported or executed from there.

What a script imports and its rule does not need (models, clients, progress bars, table printers) is replaced for
the time of the run by the stand-ins of this module; nothing of a script's own text is changed or kept."""

import contextlib
import importlib.util
import io
import random
import runpy
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

TOMBENCH = ("zhchen18/ToMBench", "get_results.py")
TOMBENCH_RUNNER = ("zhchen18/ToMBench", "run_api.py")
TACTFULTOM = ("nii-cl/tactful-tom", "code/evaluate_non_freeform.py")
TACTFULTOM_FREE = ("nii-cl/tactful-tom", "code/evaluate_freeform.py")
FANTOM = ("skywalker023/fantom", "eval_fantom.py")


def path_of(mirror: Path, script: tuple[str, str]) -> Path:
    """Where the one pinned version of a script lies: `<mirror>/<owner>/<repository>/<commit>/<path>`."""
    repository, name = script
    (found,) = sorted((mirror / repository).glob(f"*/{name}"))
    return found


def module(name: str, **names: Any) -> ModuleType:
    made = ModuleType(name)
    vars(made).update(names)
    return made


def tqdm() -> ModuleType:
    """Progress bars that show nothing."""

    def bar(things: Any = (), *_: Any, **__: Any) -> Any:
        return things

    bar.pandas = lambda *_, **__: None  # type: ignore[attr-defined]
    return module("tqdm", tqdm=bar)


@contextlib.contextmanager
def standing_in(folder: Path, *modules: ModuleType) -> Iterator[None]:
    """`modules` in sys.modules and the script's folder on the path, and all as before afterwards: modules,
    path, the state of `random` (which FANToM's script seeds at import), and no bytecode in the mirror."""
    own = {place.stem for place in folder.iterdir()} | {m.__name__ for m in modules}
    before = {n: m for n, m in sys.modules.items() if n.partition(".")[0] in own}
    path, state, bytecode = list(sys.path), random.getstate(), sys.dont_write_bytecode
    _forget(own)
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(folder))
    sys.modules.update({m.__name__: m for m in modules})
    try:
        yield
    finally:
        _forget(own)
        sys.modules.update(before)
        sys.path[:] = path
        sys.dont_write_bytecode = bytecode
        random.setstate(state)


def _forget(names: set[str]) -> None:
    for name in [n for n in sys.modules if n.partition(".")[0] in names]:
        del sys.modules[name]


def load(mirror: Path, script: tuple[str, str], *modules: ModuleType) -> ModuleType:
    """The script as a module, `modules` standing in for what it imports."""
    path = path_of(mirror, script)
    spec = importlib.util.spec_from_file_location(f"official_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    with standing_in(path.parent, *modules):
        spec.loader.exec_module(made)
    return made


def execute(
    mirror: Path, script: tuple[str, str], folder: Path, *args: str, modules: Iterable[ModuleType] = ()
) -> str:
    """Run the script as a program in `folder`; what it printed."""
    path, argv, said = path_of(mirror, script), sys.argv, io.StringIO()
    sys.argv = [str(path), *args]
    try:
        with standing_in(path.parent, *modules), contextlib.chdir(folder), contextlib.redirect_stdout(said):
            runpy.run_path(str(path), run_name="__main__")
    finally:
        sys.argv = argv
    return said.getvalue()
