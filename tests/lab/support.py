"""What tests of the lab's commands share: a run that writes a file, and one that is stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard import cli
from grognard.lab import recording


def written(out: Path, kept: Path, *words: str) -> bytes:
    """What a command of the lab writes; games are kept, or found, in a folder."""
    assert cli.main(["lab", *words, "--cache", str(kept), "--out", str(out)]) == 0
    return out.read_bytes()


def stopped(monkeypatch: pytest.MonkeyPatch, batches: int, folder: Path, *words: str) -> Path:
    """Stops a command, as by Ctrl-C, once it has played so many batches; the folder in which these are kept."""
    played = recording._batch
    done: list[object] = []

    def stop(*task: object) -> object:
        done.append(task)
        if len(done) > batches:
            raise KeyboardInterrupt
        return played(*task)  # type: ignore[arg-type]

    half, out = folder / "half", folder / "half.html"
    with monkeypatch.context() as patched:
        patched.setattr(recording, "_batch", stop)
        assert cli.main(["lab", *words, "--cache", str(half), "--out", str(out)]) == 130
    assert not out.exists()
    return half
