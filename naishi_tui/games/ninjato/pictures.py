"""Pictures of Ninjato in half blocks."""

from functools import cache
from itertools import zip_longest

from naishi_tui.table.widgets import Canvas

Picture = tuple[str, ...]
"""Lines of cells; a blank leaves what is below."""

_BLOCKS = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}

_CRESTS = {
    # A butterfly.
    "T": (
        "##....##",
        "###..###",
        ".######.",
        "#.####.#",
        "#.####.#",
        ".##..##.",
        "##.##.##",
        ".#.##.#.",
    ),
    # Three flowers above five leaves.
    "M": (
        ".#.##.#.",
        "########",
        ".#.##.#.",
        "...##...",
        "##.##.##",
        "###..###",
        ".######.",
        "#..##..#",
    ),
    # A chrysanthemum.
    "G": (
        "..#..#..",
        ".##.###.",
        "##.##.##",
        "..####..",
        "..####..",
        "##.##.##",
        ".###.##.",
        "..#..#..",
    ),
}
_LARGE_CRESTS = {
    "T": (
        "##........##",
        "####....####",
        "#.###..###.#",
        "##.######.##",
        ".##.####.##.",
        "..########..",
        ".##.####.##.",
        "##.######.##",
        "#.##.##.##.#",
        ".##..##..##.",
        "##...##...##",
        ".....##.....",
    ),
    "M": (
        ".#...##...#.",
        "###.####.###",
        ".#.##..##.#.",
        "..#.####.#..",
        ".....##.....",
        "#....##....#",
        "###..##..###",
        ".####..####.",
        "..########..",
        "...######...",
        ".####..####.",
        "##...##...##",
    ),
    "G": (
        "....#..#....",
        ".##.#..#.##.",
        ".##..##..##.",
        "...##..##...",
        "##.#.##.#.##",
        "..#.####.#..",
        "..#.####.#..",
        "##.#.##.#.##",
        "...##..##...",
        ".##..##..##.",
        ".##.#..#.##.",
        "....#..#....",
    ),
}
_GUARD = (
    "#....#",
    ".#..#.",
    ".####.",
    "######",
    ".#..#.",
    "..##..",
    "######",
    "######",
)
_LARGE_GUARD = (
    "##......##",
    ".##.##.##.",
    "...####...",
    "..######..",
    ".########.",
    "...#..#...",
    "...####...",
    "....##....",
    "..######..",
    ".########.",
    "##.####.##",
    "##.####.##",
)
_LARGE_ELITE = (
    "#........#",
    "##..##..##",
    ".##.##.##.",
    "..######..",
    ".########.",
    "#########.",
    ".#.#..#.#.",
    "...####...",
    "#.######.#",
    "##########",
    "#.######.#",
    "..##..##..",
)
_TREASURES: dict[str, Picture] = {
    "f": ("▜▀▛", " ▀ "),
    "s": ("▛▀▜", "▙▄▟"),
    "v": ("▝█▘", "▐█▌"),
    "j": ("▞▀▚", "▚▄▞"),
    "g": ("▟█▙", "▜█▛"),
}
_SHUT = (
    "########",
    "#.#.#.##",
    "#.#.#.##",
    "########",
    "#.#.#.##",
    "#.#.#.##",
    "#.#.#.##",
    "########",
)


@cache
def _half_blocks(pixels: tuple[str, ...]) -> Picture:
    """Return a picture of pixels, two of them above each other in a cell."""
    pairs = zip_longest(pixels[::2], pixels[1::2], fillvalue="." * len(pixels[0]))
    return tuple("".join(_BLOCKS[above + below] for above, below in zip(*pair, strict=True)) for pair in pairs)


def crest(clan: str, *, large: bool = False) -> Picture:
    """Return the crest of a clan, eight columns by four lines, or twelve by six."""
    return _half_blocks((_LARGE_CRESTS if large else _CRESTS)[clan])


def guard(*, elite: bool = False, large: bool = False) -> Picture:
    """Return a guard, six columns by four lines; a large one ten by six."""
    if large:
        return _half_blocks(_LARGE_ELITE if elite else _LARGE_GUARD)
    return _half_blocks(_GUARD)


def shutters() -> Picture:
    """Return the closed door of a house, eight columns by four lines."""
    return _half_blocks(_SHUT)


def treasure(kind: str) -> Picture:
    """Return a treasure, three columns by two lines."""
    return _TREASURES[kind]


@cache
def roof(width: int, lines: int = 2) -> Picture:
    """Return a roof with upturned eaves."""
    steps = "▁▂▃▄▅▆▇"
    half = width // 2
    rising = max(half - 7, 1)
    top = f"{' ' * rising}{steps[-(half - rising) :] if half - rising <= len(steps) else steps.rjust(half - rising)}"
    upper = top.ljust(half)
    lower = f"▀▙{'▄' * max((half - 14) // 2, 0)}".ljust(2) + "█" * half
    lower = lower[:half]
    odd = width - 2 * half
    mirror = str.maketrans("▙▟▛▜▌▐▘▝▖▗", "▟▙▜▛▐▌▝▘▗▖")
    rows = [f"{left}{'█' * odd}{left[::-1].translate(mirror)}" for left in (upper, lower)]
    if lines > 2:
        ridge = f"{' ' * (half - 2)}▗▄{'▄' * odd}▄▖"
        rows.insert(0, ridge.ljust(width))
    return tuple(rows)


def card(text: str, *, large: bool = False) -> Picture:
    """Return a card with a text in it; a large one is nine columns by five lines."""
    if not large:
        return "┌───┐", f"│{text:^3}│", "└───┘"
    return "┌───────┐", f"│{text:<7}│", f"│{'':7}│", f"│{text:>7}│", "└───────┘"


def put(canvas: Canvas, x: int, y: int, picture: Picture, role: str = "") -> None:
    """Draw a picture; its blanks leave what is there."""
    for line, row in enumerate(picture, y):
        at = x
        for piece in _pieces(row):
            if piece.strip():
                canvas.put(at, line, piece, role)
            at += len(piece)


def _pieces(row: str) -> list[str]:
    """Split a row into what is blank and what isn't."""
    pieces: list[str] = []
    for character in row:
        if pieces and (pieces[-1][-1] == " ") == (character == " "):
            pieces[-1] += character
        else:
            pieces.append(character)
    return pieces
