"""Real program and real OpenSSH client in ptys."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

import pytest

from tests.terminal import Terminal

SSH = shutil.which("ssh")
needs_ssh = pytest.mark.skipif(
    SSH is None or shutil.which("ssh-keygen") is None, reason="no OpenSSH client (ssh, ssh-keygen) on this machine"
)


LOG = "log.txt"
PROJECT = Path(__file__).parents[3]


class LineClient:
    """The real client, at whose pipes someone types and reads lines."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        os.set_blocking(self.process.stdout.fileno(), False)
        self.written = ""
        """Everything that was read."""
        self.told = 0
        """How much of it came before the last line was typed."""

    @property
    def new(self) -> str:
        return self.written[self.told :]

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.reads_until(lambda: False, 0)
        self.told = len(self.written)
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def reads_until(self, true: Callable[[], object], patience: float = 60.0) -> bool:
        """Read until something is so; return whether it is."""
        assert self.process.stdout is not None
        end = time.monotonic() + patience
        while not true():
            select.select([self.process.stdout], [], [], max(0.0, min(0.2, end - time.monotonic())))
            if (data := self.process.stdout.read()) is not None:
                self.written += data.decode()
                if not data:
                    return bool(true())
            if time.monotonic() > end:
                return bool(true())
        return True

    def hears(self, *texts: str) -> None:
        """Wait until some words have come since the last line was typed."""
        for text in texts:
            assert self.reads_until(lambda text=text: text in self.new), f"{text!r} never came:\n{self.new}"  # type: ignore[misc]

    def says(self, line: str, *texts: str) -> None:
        self.type(line)
        self.hears(*texts)

    def end(self) -> int:
        """Type no more; return the exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.reads_until(lambda: False, 1)
        return self.process.wait(60)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


class ServerProcess:
    """`naishi serve` on loopback, with people who have keys."""

    def __init__(
        self, folder: Path, *, web: bool = False, options: Sequence[str] = (), program: Sequence[str] = ("-m", "naishi")
    ) -> None:
        self.folder, self.program = folder, program
        self.port = 0
        self.web, self.options = web, options
        self.web_port = 0
        self.lines: list[str] = []
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> Self:
        """Start it, at the same port as before."""
        command = (
            *(sys.executable, *self.program, "serve", "--data", str(self.folder)),
            *("--host", "127.0.0.1", "--port", str(self.port)),
            *(("--web", str(self.web_port)) if self.web else ()),
            *self.options,
        )
        with open(self.folder / LOG, "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, cwd=PROJECT)
        assert self.process.stdout is not None
        self.lines = [self.process.stdout.readline() for _line in range(3 if self.web else 2)]
        self.port = int(self.lines[1].split("-p ")[1].split()[0])
        if self.web:
            self.web_port = int(self.lines[2].rstrip("/\n").rpartition(":")[2])
        return self

    def stop(self, how: signal.Signals) -> int:
        """End it by a signal, and return its exit code."""
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(60)

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
        return Terminal(self.command(key, command))

    def ssh_without_terminal(self, key: Path, command: Sequence[str] = (), option: str = "-T") -> LineClient:
        """Connect by the real client, with pipes in the place of a terminal."""
        return LineClient([each if each != "-tt" else option for each in self.command(key, command)])

    def ssh_again_and_again(self, key: Path, command: Sequence[str]) -> Terminal:
        """Connect like someone who does so again whenever the connection breaks, in one terminal."""
        return Terminal(["sh", "-c", 'until "$@"; do sleep 0.1; done', "sh", *self.command(key, command)])

    def command(self, key: Path | None, command: Sequence[str]) -> list[str]:
        """Return how to call the client."""
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
