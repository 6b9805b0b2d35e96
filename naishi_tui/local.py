"""App in the terminal of the command."""

import codecs
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from naishi.common.i18n import SaveInUseError, SaveNotFoundError, _
from naishi.common.paths import command_on, in_checkout, in_short, saves_folder
from naishi.transports.capabilities import LINUX_CONSOLE, ColourDepth, depth_of, shows_utf8
from naishi_tui.app import NaishiApp
from naishi_tui.messages import PlayGame, ResumeGame, Routed, ShowEditor, ShowReplay
from naishi_tui.terminal.lifecycle import run_in_terminal

if TYPE_CHECKING:
    from naishi.tabletop.game import Game


def run(
    folder: Path,
    flags: Mapping[str, Any],
    *,
    resume: str | None = None,
    replay: str | None = None,
    game: "Game | None" = None,
    show: Routed | None = None,
) -> int:
    """Run the app in this terminal until it is left.

    Args:
        flags: What the command line says of settings, checked; environment and file say the rest.
        replay: The id or the file of a game to look at action by action.
        show: What to show at once, as home would ask for it: `ShowNewGame`, `ShowLessons`; with `ShowEditor`, the
            position is printed at the end, as it is then.

    Returns:
        The exit code of the process; 1 where a game couldn't be saved in its folder.

    Raises:
        NaishiError: The game to resume or to replay can't be read, or a name is invalid.
    """
    app = NaishiApp(folder, flags=flags)
    app.start_with = show
    if resume is not None:
        try:
            app.start_with = PlayGame(app.context.saves.open(resume))
        except SaveInUseError:  # to look at it is offered on the screen
            app.start_with = ResumeGame(app.context.saves.find(resume))
    elif replay is not None:
        app.start_with = ShowReplay(replay=_replay(app, replay))
    elif game is not None:
        app.start_with = PlayGame(app.context.saves.create(game))
    app.only_ascii = not _writes_utf8(sys.__stdout__)
    app.on_console = os.environ.get("TERM") == LINUX_CONSOLE
    app.plain_colours = depth_of(os.environ.get("TERM", ""), os.environ) < ColourDepth.INDEXED
    code = run_in_terminal(app, lambda: _close(app), app.pictures)
    if isinstance(show, ShowEditor) and app.draft is not None and code == 0:
        print(app.draft.text)
    return code or int(bool(app.game.unsaved))


def _replay(app: NaishiApp, save: str) -> Any:
    try:
        return app.game.navigator.replay(save)
    except SaveNotFoundError:
        from naishi.saves import read_file
        from naishi_tui.registry import screens_of

        path = Path(save)
        if not path.exists():
            raise
        game = read_file(path.resolve()).game
        return screens_of(game.key, app.context).replay(game)


def _writes_utf8(stream: TextIO | None) -> bool:
    """Whether the terminal shows more than ASCII.

    Python writes UTF-8 even where LC_ALL=C, or a locale of eight bits that isn't installed, says that nothing does.
    """
    return shows_utf8(os.environ) and stream is not None and codecs.lookup(stream.encoding).name == "utf-8"


def _close(app: NaishiApp) -> str:
    """Close the open game; say where each is that its folder refused, else how to continue it.

    What was wrong with the settings stands at home; who began elsewhere reads it here.
    """
    said = app.close_game()
    lines = [*dict.fromkeys(filter(None, [*app.game.unsaved, said]))]
    if not lines and app.game.played and app.context.saves.last_played().unfinished is not None:
        lines = [_saved(app.context.saves.folder)]
    faults = app.context.layers.faults if app.begins_elsewhere else ()
    return "\n".join([*faults, *lines])


def _saved(folder: Path) -> str:
    """Say how to continue a game; also where it is kept, where that is the checkout, which nobody has chosen."""
    goes_on = command_on(folder)
    if in_checkout(folder.parent) and folder == saves_folder():
        return _("Saved in {folder}. `{command} resume` goes on.").format(folder=in_short(folder), command=goes_on)
    return _("Saved. `{command} resume` goes on.").format(command=goes_on)
