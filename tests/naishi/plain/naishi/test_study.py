"""Statistics, analyses and mistakes in line mode."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from naishi.games.naishi.analysis.exercises import AnalysisStore, Exercises
from naishi.saves import Saves
from tests.naishi.games.naishi.analysis import analysed
from tests.naishi.plain.hearing import hear
from tests.naishi.plain.shared import finished


def test_the_statistics_say_what_each_number_counts(tmp_path: Path) -> None:
    finished(tmp_path)
    said = hear(tmp_path, "statistics Aiko", "quit")
    assert any(line.startswith("all games: played 1, won ") for line in said)


def test_statistics_are_sentences_without_signs_and_with_dates_as_everywhere(tmp_path: Path) -> None:
    game = analysed.game()
    with Saves(tmp_path).create(game) as opened:
        AnalysisStore(tmp_path).keep(analysed.made_up(game))
    said = hear(tmp_path, "statistics Aiko", "quit")[3:]
    assert "all games: played 1, won 0, drawn 0, lost 1; won 0 percent." in said
    assert "as second player: no game yet." in said
    (accuracy,) = (line for line in said if f"game {opened.id}" in line)
    assert re.fullmatch(rf"\d+ \w+ \d{{4}}: accuracy \d+\.\d percent, game {opened.id}\.", accuracy)
    assert "%" not in " ".join(said)


def test_an_analysis_is_told_and_its_mistakes_become_exercises(tmp_path: Path) -> None:
    game = analysed.game()
    analysis = analysed.made_up(game)
    with Saves(tmp_path).create(game) as opened:
        pass
    AnalysisStore(tmp_path).keep(analysis)
    Exercises(tmp_path).add(game, analysis, date.today())
    said = hear(tmp_path, f"analyse {opened.id}", "moves", "curve", "mistake 1", "quit", "quit")
    assert sum(line.startswith("Costliest, Aiko: Round ") for line in said) == len(analysis.costliest(0)) > 0
    judged = [line for line in said if re.match(r"(Aiko|Bruno): Round \d+: ", line)]
    assert len(judged) == len(analysis.decisions)
    assert any(line.startswith("Turning point: round ") for line in said)
    assert any("accuracy" in line for line in said)
    assert any(line.startswith("Mistake 1, ") for line in said)
    moments = [line.partition(": ")[0] for line in said if line.endswith(" true.")]
    assert moments[:4] == ["Gift, Aiko", "Gift, Bruno", "Round 1, Aiko", "Round 1, Bruno"]
    due = Exercises(tmp_path).due(date.today())[0]
    numbers = [str(1 + number) for number in range(len(analysis.mistakes()))]
    worst = max(numbers, key=lambda number: analysis.mistakes()[int(number) - 1].loss)
    assert hear(tmp_path, f"replay {opened.id}", "mistake", "quit", "quit") == hear(
        tmp_path, f"replay {opened.id}", f"mistake {worst}", "quit", "quit"
    )
    assert len({tuple(hear(tmp_path, f"replay {opened.id}", f"mistake {n}", "quit", "quit")) for n in numbers}) > 1
    said = hear(tmp_path, "exercises", due.decision.played.text, "answer", "quit", "quit")
    assert "That is what you played. Try something else." in said
    assert any(line.startswith("The answer: ") for line in said)


def test_without_exercises_it_is_said_where_they_come_from(tmp_path: Path) -> None:
    assert hear(tmp_path, "exercises", "quit")[-1].startswith("No exercise is due today.")
