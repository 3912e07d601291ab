"""What keeps a release from being made, in a repository that has one fault at a time; and the tag that is set."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import release

TODAY = "2026-02-03"
CHANGELOG = (
    f"# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - {TODAY}\n\n### Added\n\n- Things.\n\n## [1.1.0] - 2026-01-01\n"
)


def write(path: str, text: str) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text, encoding="utf-8")


def commit() -> None:
    as_somebody = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run(["git", "add", "-A"], check=True)
    subprocess.run(["git", *as_somebody, "commit", "-qm", "x"], check=True)


def prove() -> None:
    for name in release.PROOFS:
        release.prove(name)


@pytest.fixture(autouse=True)
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository that is ready to be released."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(release, "today", lambda: TODAY)
    for name in ("AUTHOR", "COMMITTER"):  # of the tag
        monkeypatch.setenv(f"GIT_{name}_NAME", "x")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "x@example.org")
    subprocess.run(["git", "init", "-q", "-b", "main"], check=True)
    write("pyproject.toml", '[project]\nversion = "1.2.0"\n')
    write("src/grognard/__init__.py", '__version__ = "1.2.0"\n')
    write("CHANGELOG.md", CHANGELOG)
    write("Makefile", "dist:\n\tmkdir -p build/dist\n")
    write(".gitignore", "/build/\n")
    commit()
    prove()
    return tmp_path


def another_version() -> None:
    write("src/grognard/__init__.py", '__version__ = "1.1.0"\n')
    write("CHANGELOG.md", CHANGELOG.replace("1.2.0", "1.1.9"))
    commit()
    prove()
    subprocess.run(["git", "tag", "v1.2.0"], check=True)


def unreleased_news_of_another_day() -> None:
    write("CHANGELOG.md", CHANGELOG.replace("[Unreleased]\n", "[Unreleased]\n\n- More.\n").replace(TODAY, "2026-01-02"))
    commit()
    prove()


def a_change_on_another_branch() -> None:
    subprocess.run(["git", "switch", "-qc", "aside"], check=True)
    write("new", "x")


def tested_before_a_change() -> None:
    write("new", "x")
    prove()  # not committed: it proves nothing
    commit()
    release.prove("check")


@pytest.mark.parametrize(
    ("fault", "sentences"),
    [
        (
            another_version,
            [
                "src/grognard/__init__.py does not say 1.2.0, as pyproject.toml does.",
                "The tag v1.2.0 exists: raise the version.",
                "CHANGELOG.md has nothing under [1.2.0].",
            ],
        ),
        (
            unreleased_news_of_another_day,
            [
                "CHANGELOG.md must begin with an empty [Unreleased]: move the new entries under [1.2.0].",
                "CHANGELOG.md does not give today's date for [1.2.0].",
            ],
        ),
        (
            a_change_on_another_branch,
            ["Releases are made from the branch main.", "There are uncommitted changes."],
        ),
        (
            tested_before_a_change,
            [f"`make {name}` has not passed for this commit." for name in release.PROOFS if name != "check"],
        ),
    ],
)
def test_what_is_in_the_way(
    fault: Callable[[], None], sentences: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    fault()
    assert release.main([]) == 1
    *found, last = capsys.readouterr().out.splitlines()
    assert found == [f"- {sentence}" for sentence in sentences]
    assert last == "Grognard 1.2.0 cannot be released yet."
    assert not Path("build/dist").exists()


def test_a_dry_run_changes_nothing_and_a_release_sets_the_tag(capfd: pytest.CaptureFixture[str]) -> None:
    assert release.main(["--dry-run"]) == 0
    assert capfd.readouterr().out.startswith("Grognard 1.2.0 can be released.")
    assert release.git("tag") == ""
    assert not Path("build/dist").exists()
    assert release.main([]) == 0
    assert Path("build/dist").exists()
    assert release.git("tag", "--list", "--format=%(contents)", "v1.2.0") == "Grognard 1.2.0\n\n### Added\n\n- Things."
