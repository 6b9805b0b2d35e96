"""Client that plays a bot through `ssh host json`.

See docs/json.md.

python docs/examples/ssh_client.py -p 2222 play@host
"""

import json
import random
import subprocess
import sys
from typing import Any

Thing = dict[str, Any]


class Client:
    """A connection, and the newest object of each type that has come by it."""

    def __init__(self, *ssh: str) -> None:
        self.process = subprocess.Popen(["ssh", *ssh, "json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.newest: dict[str, Thing] = {}

    def read(self) -> Thing:
        """Read an object; keep it."""
        assert self.process.stdout is not None
        thing: Thing = json.loads(self.process.stdout.readline())
        self.newest[thing["type"]] = thing
        return thing

    def ask(self, command: str) -> Thing:
        """Ask for something; return the reply, or the error."""
        assert self.process.stdin is not None
        print(json.dumps({"do": command, "tag": command}), file=self.process.stdin, flush=True)
        while (answer := self.read()).get("tag") != command:
            pass
        return answer

    def play(self) -> Thing:
        """Play the game that is open to its end; return the last state."""
        while "state" not in self.newest or not self.newest["state"]["outcome"]:
            actions = self.newest.get("state", {}).get("actions")
            if not actions or self.ask(random.choice(actions))["type"] == "error":
                self.read()  # the bot acts
        return self.newest["state"]


client = Client(*sys.argv[1:])
client.ask("bot beginner")
state = client.play()
print(state["game"], client.ask("score")["text"][0])
client.process.communicate("quit\n")
