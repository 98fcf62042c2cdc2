"""How long `companion setup saboteur --players 7` takes, against importing click and rich.table alone.

    python -m benchmarks.startup

Runs both in turn, warm, and prints the medians of ten runs and their ratio (wanted: at most 1.5).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

RUNS = 10
WANTED = 1.5


def main() -> None:
    """Prints the two medians and their ratio."""
    command = Path(sys.executable).with_name("companion")
    bare = [sys.executable, "-c", "import click, rich.table"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "COMPANION_DATA": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else every run compiles our modules anew
        setup = [str(command), "setup", "saboteur", "--players", "7"]
        times: dict[str, list[float]] = {"bare": [], "setup": []}
        for _ in range(RUNS + 1):
            times["bare"].append(_seconds(bare, environment))
            times["setup"].append(_seconds(setup, environment))
    imports, whole = (median(times[name][1:]) for name in ("bare", "setup"))
    print(f"import click, rich.table          {imports * 1000:6.0f} ms")
    print(f"companion setup saboteur          {whole * 1000:6.0f} ms")
    print(f"ratio                             {whole / imports:6.2f}   (wanted: at most {WANTED})")


def _seconds(command: list[str], environment: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
