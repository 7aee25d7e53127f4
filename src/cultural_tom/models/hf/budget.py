"""How many tokens go through the model at once: found from its shape and the free memory, halved where memory ran out."""

import os
from pathlib import Path
from typing import Any

SMALLEST = 16
SAFE = 0.5
"""Part of the free memory that a first pass may take."""


def useful(layer_parameters: float, attention_width: int) -> int:
    """Tokens of one packed pass beyond which its mask costs more than the pass gains.

    A token costs 2 x `layer_parameters` multiplications per layer whatever stands beside it, and 4 x `attention_width`
    for every other token of the pass, seen or masked. The length at which the second is a quarter of the first.

    >>> useful(950_000, 256)
    463
    """
    return int(2 * layer_parameters / (4 * attention_width) / 4)


class Budget:
    """Tokens per pass. Starts at what is sure to fit, doubles after each success up to `limit`, halves on `shrink`, and
    does not come back to a size that memory refused.

    >>> budget = Budget(limit=1000, start=300)
    >>> budget.grow(); budget.tokens
    600
    >>> budget.shrink(600), budget.tokens
    (True, 300)
    >>> budget.grow(); budget.grow(); budget.tokens
    599
    """

    def __init__(self, limit: int, start: int | None = None) -> None:
        self.limit = max(limit, SMALLEST)
        self.tokens = max(min(start or self.limit, self.limit), SMALLEST)
        self.refused = 0

    def grow(self) -> None:
        self.tokens = min(self.tokens * 2, self.limit)

    def shrink(self, used: int) -> bool:
        """A pass of `used` tokens did not fit; False: there is nothing smaller to try."""
        self.refused += 1
        self.limit = max(min(self.limit, used - 1), SMALLEST)
        half = max(min(self.tokens, used) // 2, SMALLEST)
        smaller = half < used
        self.tokens = min(half, self.limit)
        return smaller


def out_of_memory(error: BaseException) -> bool:
    """Whether an error says that memory ran out: CUDA's own, Python's, or the CPU allocator's RuntimeError.

    >>> out_of_memory(RuntimeError("[enforce fail at alloc_cpu.cpp] . DefaultCPUAllocator: not enough memory: you ..."))
    True
    >>> out_of_memory(RuntimeError("shape mismatch"))
    False
    """
    if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError":
        return True
    said = str(error).lower()
    return isinstance(error, RuntimeError) and any(
        words in said
        for words in (
            "not enough memory",
            "can't allocate memory",
            "out of memory",
            "cublas_status_alloc_failed",
        )
    )


def free_bytes(device: Any) -> int:
    """Memory that is free on a device, in bytes."""
    import torch

    if device.type == "cuda":
        return int(torch.cuda.mem_get_info(device)[0])
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
        return int(next(line.split()[1] for line in lines if line.startswith("MemAvailable:"))) * 1024
    except (OSError, StopIteration):
        pages = os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 1 << 19
        return pages * 4096 // 4


def release(device: Any) -> None:
    """Give memory that nothing uses back to the device, after a pass that did not fit."""
    if device.type == "cuda":
        import gc

        import torch

        gc.collect()
        torch.cuda.empty_cache()
