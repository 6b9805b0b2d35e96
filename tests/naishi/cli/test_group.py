"""Help and usage of the commands."""

from __future__ import annotations

import pytest

from tests.naishi.cli.conftest import Run

pytestmark = pytest.mark.ci


def test_the_help_of_train_calls_its_folder_as_the_usage_does(run: Run) -> None:
    usage, _gap, *text = run("train", "--help").stdout.splitlines()
    assert f"  {usage.split()[-1]} contains the run" in "\n".join(text)


def test_the_help_lists_what_most_people_need_first(run: Run) -> None:
    help_ = run("--help").stdout
    first, more = help_.index("\n  new "), help_.index("More commands")
    assert first < more < help_.index("\n  arena ") < help_.index("\nOptions:")
    assert help_.count("\n  train ") == 1
    assert help_.index("\n  learn ") < first < help_.index("\n  analyse ")
    settings = help_.index("\nSettings, for this run only:")
    assert max(help_.index(each) for each in ("--version", "--json", "--plain", "--help")) < settings
    assert settings < help_.index("--theme")


@pytest.mark.parametrize(
    "arguments",
    ["score", "score A/B --copy L1", "dance", "show", "--frobnicate", f"saves --saves {__file__}"],
)
def test_wrong_usage_is_2_with_a_hint(run: Run, arguments: str) -> None:
    result = run(*arguments.split())
    assert result.exit_code == 2
    assert "naishi" in result.stderr
    assert "--help" in result.stderr


@pytest.mark.parametrize(
    "command",
    ["", "new", "resume", "saves", "show", "score", "rules", "restore", "export", "import", "check"],
)
def test_every_command_has_help(run: Run, command: str) -> None:
    for flag in ("-h", "--help"):
        result = run(*command.split(), flag)
        assert result.exit_code == 0
        assert "naishi" in result.stdout
        assert command == "rules" or "Example" in result.stdout
        assert all(len(line) <= 100 for line in result.stdout.splitlines())
