"""The script by which a shell completes verbs: it makes a command of the line that leads to the server."""

from __future__ import annotations

from collections.abc import Sequence

from naishi.plain.server.verb_words import WrongUsageError, usage, verbs

SCRIPTS = {
    "bash": """\
# eval "$({line} completion bash)"
naishi-ssh() {{ {line} "$@"; }}
_naishi_ssh() {{
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "{words}" -- "${{COMP_WORDS[1]}}")); fi
}}
complete -F _naishi_ssh naishi-ssh
""",
    "zsh": """\
# eval "$({line} completion zsh)"
naishi-ssh() {{ {line} "$@" }}
_naishi_ssh() {{ (( CURRENT == 2 )) && compadd -- {words} }}
compdef _naishi_ssh naishi-ssh
""",
    "fish": """\
# {line} completion fish | source
function naishi-ssh; {line} $argv; end
complete -c naishi-ssh -f -n '__fish_is_first_token' -a '{words}'
""",
}


def completion_script(words: Sequence[str], line: str) -> str:
    """Return the script for a shell.

    Args:
        words: The name of the shell.
        line: The line that leads to the server.

    Raises:
        WrongUsageError: There is no such shell.
    """
    if len(words) != 1 or words[0] not in SCRIPTS:
        raise WrongUsageError(usage(verbs()["completion"]))
    return SCRIPTS[words[0]].format(line=line, words=" ".join(verbs())).rstrip("\n")
