"""Language of the command, from its first word."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests import forked

EXAMPLE = "FSABR / FMNRR"
REFUSED = {
    "en": "naishi: A Line has 5 cards, not 3.",
    "fr": "naishi: Une Ligne compte 5 cartes, et non 3.",
    "pl": "naishi: W rzędzie jest 5 kart, a nie 3.",
    "de": "naishi: Eine Reihe hat 5 Karten, nicht 3.",
}


class Answer(NamedTuple):
    """What a command leaves."""

    returncode: int
    stdout: str
    stderr: str


def answer(*arguments: str, **environment: str) -> Answer:
    plain = {
        name: value for name, value in os.environ.items() if name not in {"LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"}
    }
    result = forked.run(*arguments, environment=plain | environment)
    return Answer(result.returncode, result.stdout.decode(), result.stderr.decode())


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        (["--language", "fr", "score", "FFF / FFF"], {"NAISHI_LANGUAGE": "pl"}, "fr"),
        (["--language=pl_PL", "score", "FFF / FFF"], {}, "pl"),
        (["score", "FFF / FFF"], {"NAISHI_LANGUAGE": "pl"}, "pl"),
        (["score", "FFF / FFF"], {"LANG": "eo"}, "en"),
        (["score", "FFF / FFF"], {"LANG": "en_US.UTF-8", "LANGUAGE": "eo:fr:pl"}, "fr"),
        (["score", "FFF / FFF"], {"LANG": "pl_PL.UTF-8", "LANGUAGE": ""}, "pl"),
        (["score", "FFF / FFF"], {"LC_ALL": "C", "LANGUAGE": "fr"}, "en"),
    ],
)
def test_a_refusal_is_in_the_language_that_was_asked_for(
    arguments: list[str], environment: dict[str, str], language: str
) -> None:
    result = answer(*arguments, **environment)
    assert (result.returncode, result.stderr.startswith(REFUSED[language])) == (1, True), result.stderr


def test_the_settings_file_counts_as_well(tmp_path: Path) -> None:
    (tmp_path / "naishi").mkdir()
    (tmp_path / "naishi" / "settings.toml").write_text('language = "fr"\n')
    assert "(au bord)" in answer("score", EXAMPLE, XDG_CONFIG_HOME=str(tmp_path)).stdout


def test_an_unknown_language_is_english_with_one_line() -> None:
    result = answer("--language", "eo", "score", EXAMPLE)
    assert result.stderr == "naishi: There is no 'eo' translation yet; this is English.\n"
    assert (result.returncode, "(at the edge)" in result.stdout) == (0, True)


def test_action_texts_and_exit_codes_are_the_same_in_every_language() -> None:
    results = [
        answer("--language", language, "score", EXAMPLE, "--json").stdout.replace("\n", "") for language in REFUSED
    ]
    assert all('"total": 62' in result and '"L4"' in result and '"banner"' in result for result in results)
    assert [answer("--language", language, "--nope").returncode for language in REFUSED] == [2] * len(REFUSED)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", ["Usage : naishi show [OPTIONS] PARTIE", "Argument manquant « PARTIE »."]),
        ("pl", ["Użycie: naishi show [OPCJE] PARTIA", "Brakuje argumentu „PARTIA”."]),
        ("de", ["Aufruf: naishi show [OPTIONEN] PARTIE", "Fehlendes Argument „PARTIE“."]),
    ],
)
def test_wrong_usage_is_told_wholly_in_the_language(language: str, words: list[str]) -> None:
    said = answer("--language", language, "show").stderr.replace("\N{NO-BREAK SPACE}", " ")
    assert [each for each in words if each not in said] == []


@pytest.mark.parametrize(
    ("language", "levels"),
    [
        ("fr", "débutant, apprenti, initié, intermédiaire, fort, maître"),
        ("pl", "początkujący, uczeń, zaawansowany, średni, mocny, mistrz"),
        ("de", "Anfänger, Lehrling, Geselle, mittel, stark, Meister"),
    ],
)
def test_the_levels_of_bots_are_named_in_the_language(language: str, levels: str) -> None:
    assert levels in answer("--language", language, "new", "--bot", "zzz").stderr
    level = levels.split(", ")[2]
    assert levels not in answer("--language", language, "new", "--bot", level).stderr, (
        "it is taken, but has no terminal"
    )


@pytest.mark.parametrize(
    ("language", "copy"),
    [("fr", "L2=conseiller"), ("pl", "rząd 2=doradca"), ("pl", "L2=advisor"), ("de", "Reihe 2=Berater")],
)
def test_what_a_ninja_copies_may_be_said_in_the_language(language: str, copy: str) -> None:
    assert answer("--language", language, "score", "FXABR / FMNRR", "--copy", copy).returncode == 0


@pytest.mark.parametrize("command", ["new", "serve", "arena"])
def test_what_stands_for_a_value_is_translated_and_a_range_is_written_as_people_do(command: str) -> None:
    said = answer(command, "--help", NAISHI_LANGUAGE="fr").stdout
    assert not re.search(r"<=|\b(COUNT|VALUE|NUMBER|INTEGER|TEXT|NAME|FOLDER|DIR|LEVEL)\b", said)
