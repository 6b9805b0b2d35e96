"""The real program in a process, and the real OpenSSH client in ptys."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import pytest

from tests.terminal import Terminal

SSH = shutil.which("ssh")
needs_ssh = pytest.mark.skipif(
    SSH is None or shutil.which("ssh-keygen") is None, reason="no OpenSSH client (ssh, ssh-keygen) on this machine"
)


LOG = "log.txt"


class ServerProcess:
    """`naishi serve` on loopback, with people who have keys."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.lines: list[str] = []
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> Self:
        """Start it, at the same port as before."""
        command = (
            *(sys.executable, "-m", "naishi", "serve", "--data", str(self.folder)),
            *("--host", "127.0.0.1", "--port", str(self.port)),
        )
        with open(self.folder / LOG, "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        self.lines = [self.process.stdout.readline() for _line in range(2)]
        self.port = int(self.lines[1].split("-p ")[1].split()[0])
        return self

    def stop(self, how: signal.Signals) -> int:
        """End it by a signal, and return its exit code."""
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(20)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_error: object) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            assert self.process.stdout is not None
            self.process.stdout.close()

    def key(self, name: str) -> Path:
        """Make a key."""
        path = self.folder / name
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True)
        return path

    def ssh(self, key: Path | None = None, command: Sequence[str] = ()) -> Terminal:
        """Connect by the real client, in a pty of 80 × 24."""
        return Terminal(self._command(key, command))

    def ssh_again_and_again(self, key: Path, command: Sequence[str]) -> Terminal:
        """Connect like somebody who does so again whenever the connection breaks, in one terminal."""
        return Terminal(["sh", "-c", 'until "$@"; do sleep 0.1; done', "sh", *self._command(key, command)])

    def _command(self, key: Path | None, command: Sequence[str]) -> list[str]:
        identity = ["-i", str(key), "-o", "IdentitiesOnly=yes"] if key else ["-o", "PubkeyAuthentication=no"]
        hosts = tempfile.gettempdir()
        return [
            *("ssh", "-tt", "-F", "none", "-e", "none", *identity, "-o", "IdentityAgent=none"),
            *(
                "-o",
                "StrictHostKeyChecking=no",
                "-o",
                "UserKnownHostsFile=/dev/null",
                "-o",
                f"ControlPath={hosts}/none",
            ),
            *("-o", "LogLevel=ERROR", "-p", str(self.port), "play@127.0.0.1", *command),
        ]
