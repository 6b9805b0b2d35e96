"""Operator commands on a live server, end to end: naishi_tui.serving, processes, service."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import forked
from tests.naishi.server.postgres import cluster
from tests.naishi_tui.ssh.openssh import ServerProcess, needs_ssh
from tests.terminal import NAISHI, Terminal

pytestmark = [needs_ssh, pytest.mark.ci]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path) as server:
        yield server


def admin(server: ServerProcess, *words: str, option: str = "--admin") -> subprocess.CompletedProcess[str]:
    done = forked.run("serve", "--data", str(server.folder), option, *words)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_whoever_is_banned_is_told_at_the_client_and_again_when_they_come_back(server: ServerProcess) -> None:
    rude, aiko = server.key("rude"), server.key("aiko")
    with server.ssh(rude) as screen, server.ssh_without_terminal(aiko, ["plain"]) as lines:
        screen.wait_for("What name")
        screen.press(*"Bruno", "enter")
        screen.wait_for("NAISHI  Bruno")
        lines.says("name Aiko", "Aiko")
        here = {each["name"]: each for each in json.loads(admin(server, "here", "--json").stdout)}
        assert here["Bruno"]["key"].startswith("SHA256:")
        assert here["Bruno"]["address"] == "127.0.0.1"
        assert admin(server, "say", "Please be kind").stdout == "It was said.\n"
        screen.wait_for("Operator: Please be kind")
        lines.hears("Operator: Please be kind")
        done = admin(server, "ban", here["Bruno"]["key"], "7d", "--why", "rude")
        assert done.returncode == 0
        assert screen.wait() == 0
        assert "You are banned from this server until " in screen.text
        lines.says("name", "Aiko")
    with server.ssh(rude) as again:
        assert again.wait() == 1
        assert "You are banned from this server until " in again.text
    admin(server, "unban", here["Bruno"]["key"])
    with server.ssh(rude) as back:
        back.wait_for("NAISHI  Bruno")
    (ban, said) = [
        each for each in json.loads(admin(server, "audit", "--json").stdout) if each["what"] in {"ban", "say"}
    ][::-1]
    assert (ban["what"], ban["why"], said["detail"]) == ("ban", "rude", "Please be kind")


def test_at_a_terminal_an_account_is_deleted_only_once_that_is_confirmed(server: ServerProcess) -> None:
    with server.ssh_without_terminal(server.key("aiko"), ["plain"]) as lines:
        lines.says("name Aiko", "You are Aiko now")
        for answer, status in (("n", 1), ("y", 0)):
            command = [*NAISHI, "serve", "--data", str(server.folder), "--admin", "delete", "Aiko"]
            with Terminal(command) as operator:
                operator.wait_for("Delete the account of Aiko for good?")
                operator.press(answer, "enter", wait=False)
                assert operator.wait(60) == status
        lines.hears("Aiko's account was deleted.")
    assert [each["what"] for each in json.loads(admin(server, "audit", "--json").stdout)] == ["delete"]


def test_an_announced_stop_ends_the_server_in_good_order(server: ServerProcess) -> None:
    with server.ssh_without_terminal(server.key("aiko"), ["plain"]) as lines:
        lines.hears("Guest")
        assert admin(server, "stop", "10s").stdout.startswith("The server stops at ")
        lines.hears("The server stops in 1 minute, at ")
        status = json.loads(admin(server, "--json", option="--status").stdout)
        assert (status["visitors"], status["games"], len(status["processes"])) == (1, {}, 1)
        assert status["stops"] is not None
        lines.says("new", "so no new game can begin now")
        assert server.process is not None
        assert server.process.wait(60) == 0
        lines.hears("The server stops now.")
    gone = admin(server, "say", "hello")
    assert (gone.returncode, gone.stderr) == (1, "naishi: No server is running; this needs one.\n")


def test_an_announced_stop_ends_all_processes_of_a_server(tmp_path: Path) -> None:
    with cluster() as postgres:
        options = ("--processes", "2", "--database", postgres.database())
        with ServerProcess(tmp_path, options=options) as server, server.ssh_without_terminal(server.key("a")) as lines:
            lines.hears("Guest")
            assert len(json.loads(admin(server, "here", "--json").stdout)) == 1
            assert admin(server, "stop", "10s").returncode == 0
            assert server.process is not None
            assert server.process.wait(60) == 0
            lines.hears("The server stops now.")
        assert "is started again" not in (tmp_path / "log.txt").read_text("utf-8")
