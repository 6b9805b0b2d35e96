"""The public names: everything that `import naishi` offers, listed here alone."""

# ruff: noqa: PLC0414 - `as` tells type checkers that a name is exported

from naishi.common.errors import IllegalActionError as IllegalActionError
from naishi.common.errors import InvalidActionError as InvalidActionError
from naishi.common.errors import InvalidPositionError as InvalidPositionError
from naishi.common.errors import NaishiError as NaishiError
from naishi.common.errors import SaveError as SaveError
from naishi.game.encoding import NO_CARD as NO_CARD
from naishi.game.encoding import VIEW_COLUMNS as VIEW_COLUMNS
from naishi.game.encoding import VIEW_LEGEND as VIEW_LEGEND
from naishi.game.encoding import VIEW_WIDTH as VIEW_WIDTH
from naishi.game.encoding import decode_action as decode_action
from naishi.game.encoding import encode_action as encode_action
from naishi.game.encoding import encode_view as encode_view
from naishi.game.encoding import legal_mask as legal_mask
from naishi.game.game import Game as Game
from naishi.game.record import GameRecord as GameRecord
from naishi.game.record import Options as Options
from naishi.game.record import Player as Player
from naishi.game.view import PlayerView as PlayerView
from naishi.rules.actions import Action as Action
from naishi.rules.cards import Card as Card
from naishi.rules.cards import Colour as Colour
from naishi.rules.cards import Kind as Kind
from naishi.rules.deal import Deal as Deal
from naishi.rules.outcome import Outcome as Outcome
from naishi.rules.outcome import Termination as Termination
from naishi.rules.perft import perft as perft
from naishi.rules.phase import Phase as Phase
from naishi.rules.position import Position as Position
from naishi.rules.scoring import score as score
from naishi.rules.sheet import ScoreSheet as ScoreSheet
from naishi.rules.territory import Cell as Cell
from naishi.rules.territory import Territory as Territory
from naishi.rules.territory import Zone as Zone
from naishi.rules.totals import Total as Total
