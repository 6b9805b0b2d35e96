"""JSON client that plays a bot; see docs/json.md."""

import json
import random
import subprocess
import sys
from typing import Any


class Client:
    """A running `naishi --json`, and the newest state that it has written."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "naishi", "--json", "--pace", "instant", *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.state: dict[str, Any] = {}
        while not self.state:
            self.read()

    def read(self) -> dict[str, Any]:
        """Read an object; keep a state."""
        assert self.process.stdout is not None
        thing: dict[str, Any] = json.loads(self.process.stdout.readline())
        self.state = thing if thing["type"] == "state" else self.state
        return thing

    def ask(self, command: str) -> dict[str, Any]:
        """Ask for something; return the reply, or the error."""
        assert self.process.stdin is not None
        print(json.dumps({"do": command, "tag": command}), file=self.process.stdin, flush=True)
        while (answer := self.read()).get("tag") != command:
            pass
        return answer

    def play(self, actions: int) -> None:
        """Play so many own actions, or to the end of the game."""
        while actions and not self.state["outcome"]:
            if self.state["actions"]:
                self.ask(random.choice(self.state["actions"]))
                actions -= 1
            else:
                self.read()  # the bot is thinking


first = Client("new", "--bot", "beginner")
first.play(5)
first.process.communicate("quit\n")
second = Client("resume", first.state["game"])
second.play(1000)
print(second.state["game"], second.ask("score")["text"][0])
second.process.communicate("quit\n")
