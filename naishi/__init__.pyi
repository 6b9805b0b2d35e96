from naishi.common.i18n import (
    IllegalActionError as IllegalActionError,
    InvalidActionError as InvalidActionError,
    InvalidPositionError as InvalidPositionError,
    NaishiError as NaishiError,
    SaveError as SaveError,
)
from naishi.common.version import __version__ as __version__
from naishi.games.naishi.game.encoding import (
    NO_CARD as NO_CARD,
    VIEW_COLUMNS as VIEW_COLUMNS,
    VIEW_LEGEND as VIEW_LEGEND,
    VIEW_WIDTH as VIEW_WIDTH,
    decode_action as decode_action,
    encode_view as encode_view,
    legal_mask as legal_mask,
)
from naishi.games.naishi.game.game import Game as Game
from naishi.games.naishi.game.record import GameRecord as GameRecord, Options as Options
from naishi.games.naishi.game.view import Event as Event, PlayerView as PlayerView
from naishi.games.naishi.rules.actions import (
    Action as Action,
    Copy as Copy,
    Declare as Declare,
    Decree as Decree,
    Develop as Develop,
    Discard as Discard,
    End as End,
    Give as Give,
    Pass as Pass,
    Recall as Recall,
    Skip as Skip,
    Swap as Swap,
    Use as Use,
    UseDevelop as UseDevelop,
    UseExchange as UseExchange,
    UseRecall as UseRecall,
)
from naishi.games.naishi.rules.cards import (
    LEGENDS_TRAVELLERS as LEGENDS_TRAVELLERS,
    Card as Card,
    Cell as Cell,
    Colour as Colour,
    Deal as Deal,
    Kind as Kind,
    Phase as Phase,
    Territory as Territory,
    Zone as Zone,
)
from naishi.games.naishi.rules.position import Position as Position, perft as perft
from naishi.games.naishi.rules.scoring import (
    Outcome as Outcome,
    ScoreLine as ScoreLine,
    ScoreSheet as ScoreSheet,
    Termination as Termination,
    score as score,
)
from naishi.games.naishi.rules.totals import Total as Total, total as total
from naishi.tabletop.players import Player as Player
