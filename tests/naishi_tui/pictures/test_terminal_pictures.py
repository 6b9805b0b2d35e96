"""Picture cells on their way to a terminal."""

from __future__ import annotations

import re
from base64 import b64decode

import pytest

from naishi.games.naishi.rules.cards import BASE_CARDS, Card
from naishi_tui.games.naishi.cards.card_art import SMALL
from naishi_tui.pictures.protocols import MOST_COLUMNS, MOST_ROWS, PLACEHOLDER, QUESTION
from naishi_tui.pictures.terminal_pictures import MOST, PATIENCE, TerminalPictures
from tests.fuzzing import some
from tests.naishi_tui.pictures.scenes import pixels_of, scene
from tests.naishi_tui.pictures.shared import ITERM, KITTY, UNASKED, images

SIXEL = "\x1b[6;20;10t", "\x1b[?62;4;22c"


class Asked:
    """A terminal that was asked for pictures, and what it has been sent."""

    def __init__(self, *answers: str, wanted: bool = True, window: tuple[int, int, int, int] = UNASKED) -> None:
        self.wanted, self.now, self.changes = wanted, 0.0, 0
        self.sent: list[str] = []
        self.pictures = TerminalPictures(lambda: self.wanted, self.change, lambda: self.now)
        self.pictures.connect(self.sent.append, window)
        self.answer(*answers)

    def answer(self, *answers: str) -> None:
        for each in answers:
            self.pictures.answered(each)

    def change(self) -> None:
        self.changes += 1

    def draw(self, card: Card = Card.FORT) -> list[str]:
        """Draw a picture as widgets do, a line each."""
        return ["".join(segment.text for segment in line) for line in self.pictures.cells(scene(card))]

    def send(self, card: Card = Card.FORT) -> str:
        """Draw a picture, and return what the terminal is sent."""
        return self.pictures.translated("\n".join(self.draw(card)))


def place_of(sent: str) -> tuple[str, str]:
    """The marks for row and column of the first placeholder, the only one that has any."""
    (marks,) = re.findall(f"{PLACEHOLDER}([^{PLACEHOLDER}\x1b]+)", sent)
    row, column = marks
    return row, column


def test_a_terminal_is_asked_once_and_only_if_pictures_are_wanted() -> None:
    asked, unwanted = Asked(), Asked(wanted=False)
    asked.pictures.connect(asked.sent.append, UNASKED)  # after it was suspended
    assert asked.sent == [QUESTION]
    assert unwanted.sent == []
    unwanted.wanted = True
    unwanted.pictures.settings_changed()
    assert unwanted.sent == [QUESTION]


def test_pictures_are_shown_once_all_is_answered() -> None:
    asked = Asked()
    for answer in KITTY[:-1]:
        asked.answer(answer)
        assert not asked.pictures.shows()
    asked.answer(KITTY[-1])
    assert asked.pictures.shows()
    assert asked.changes == 1


def test_an_answer_that_comes_too_late_or_unasked_means_nothing() -> None:
    late, unasked = Asked(), Asked(wanted=False)
    late.now = PATIENCE + 0.1
    for each in (late, unasked):
        each.answer(*KITTY)
        assert each.pictures.medium is None


def test_a_second_answer_changes_nothing() -> None:
    asked = Asked("\x1b[?62;c")
    asked.answer(*KITTY)
    assert asked.pictures.medium is None


def test_a_setting_that_changes_holds_at_once() -> None:
    asked = Asked(*KITTY)
    asked.wanted = False
    assert not asked.pictures.shows()


@pytest.mark.parametrize(("answers", "often"), [(KITTY, True), (ITERM, False), (SIXEL, False)])
def test_only_a_terminal_that_keeps_pictures_shows_them_in_many_places(answers: tuple[str, ...], often: bool) -> None:
    pictures = Asked(*answers).pictures
    assert pictures.shows()
    assert pictures.shows(often=True) is often


def test_a_picture_is_sent_once_before_its_first_cell() -> None:
    asked = Asked(*KITTY)
    first, again = asked.send(), asked.send()
    ((number, file),) = images(first).items()
    assert pixels_of(file).shape == (140, 230, 3)
    assert first.index(PLACEHOLDER) > first.rindex("\x1b\\")
    assert images(again) == {}
    assert first.endswith(again), "the cells are the same"
    red, green, blue = int(number).to_bytes(3, "big")
    assert again.count(f"\x1b[38;2;{red};{green};{blue}m{PLACEHOLDER}") == 7
    assert again.count(PLACEHOLDER) == 7 * 23


@pytest.mark.ci
@pytest.mark.parametrize("card", some(Card, 4), ids=str)
def test_a_picture_is_a_few_kilobytes(card: Card) -> None:
    assert len(Asked(*KITTY).send(card).encode()) < 5600
    assert len(Asked(*ITERM).send(card).encode()) < 6400
    assert len(Asked(*SIXEL).send(card).encode()) < 6800


@pytest.mark.ci
def test_all_pictures_together_leave_room_for_a_frame_in_what_may_wait_for_a_client() -> None:
    asked = Asked(*KITTY)
    assert sum(len(asked.send(card).encode()) for card in BASE_CARDS) < 56 * 1024


def test_pictures_that_are_forgotten_are_sent_again() -> None:
    asked = Asked(*KITTY)
    sent = "".join(asked.send(card) for card in (Card.FORT, Card.RICE))
    forgotten = asked.pictures.farewell()
    assert re.findall(r"\x1b_Ga=d,d=I,q=2,i=(\d+)\x1b\\", forgotten) == sorted(images(sent))
    assert asked.pictures.farewell() == ""
    assert len(images(asked.send())) == 1


def test_a_part_of_a_picture_says_which_part_it_is() -> None:
    """Something may cover the rest, or was there before."""
    asked = Asked(*KITTY)
    line, below = asked.draw()[2], asked.draw()[5]
    places = [place_of(asked.pictures.translated(cells)) for cells in (line, line[5:9], below[5:9])]
    (row, column), (same_row, further), (other_row, as_far) = places
    assert row == same_row != other_row
    assert column != further == as_far


def test_pictures_beside_each_other_are_told_apart() -> None:
    asked = Asked(*KITTY)
    line = asked.draw(Card.FORT)[0] + asked.draw(Card.RICE)[0]
    sent = asked.pictures.translated(line)
    assert len(images(sent)) == 2
    assert sent.count(PLACEHOLDER + "\u0305\u0305") == 2


@pytest.mark.parametrize("answers", [ITERM, SIXEL], ids=["iterm", "sixel"])
def test_slices_of_a_row_are_drawn_over_spaces(answers: tuple[str, ...]) -> None:
    """So that what covers some cells erases that part of the picture, and no picture is left behind."""
    asked = Asked(*answers)
    line = asked.draw()[0]
    assert re.match(r" {23}\x1b7\x1b\[23D\x1b[\]P].*\x1b8$", asked.pictures.translated(line), re.DOTALL)
    assert re.match(r"ab {4}\x1b7\x1b\[4D\x1b[\]P].*\x1b8cd$", asked.pictures.translated(f"ab{line[5:9]}cd"), re.DOTALL)


def test_a_slice_has_the_pixels_of_its_cells() -> None:
    whole = pixels_of(next(iter(images(Asked(*KITTY).send()).values())))
    asked = Asked(*ITERM)
    sent = asked.pictures.translated(asked.draw()[2][5:9])
    (width, data), *others = re.findall(r"\x1b]1337;File=inline=1;width=(\d+);height=1;[^:]*:([^\x07]*)\x07", sent)
    assert others == []
    assert width == "4"
    assert (pixels_of(b64decode(data)) == whole[40:60, 50:90]).all()


def test_sixel_slices_are_as_large_as_their_cells() -> None:
    """By the answer; where there is none, by what the window's size says."""
    for asked in (Asked(*SIXEL), Asked(SIXEL[-1], window=(80, 24, 804, 484))):
        assert '"1;1;230;20' in asked.pictures.translated(asked.draw()[0])


def test_what_is_no_picture_goes_as_it_is() -> None:
    for asked in (Asked(*KITTY), Asked()):
        assert asked.pictures.translated("\x1b[1m★\x1b[0m") == "\x1b[1m★\x1b[0m"


def test_a_text_with_characters_of_the_private_plane_is_no_picture() -> None:
    for asked in (Asked(*KITTY), Asked(*SIXEL)):
        asked.draw()
        assert asked.pictures.translated("A\U00104200\U00104201B") == "A  B"


@pytest.mark.slow
def test_there_is_always_room_for_another_picture() -> None:
    asked = Asked(*KITTY)
    small = [scene(card, SMALL) for card in BASE_CARDS]
    many = [each._replace(columns=width) for each in small for width in range(10, 17)]
    assert len(many) > MOST
    ids = [images(asked.pictures.translated(asked.pictures.cells(each)[0][0].text)) for each in many]
    assert all(len(each) == 1 for each in ids), "each is sent once, also in the place of another"
    assert len({number for each in ids for number in each}) == MOST
    assert len(asked.pictures.farewell().split("\x1b_G")) == MOST + 1


def test_the_largest_picture_has_a_character_for_each_cell() -> None:
    asked = Asked(*KITTY)
    largest = scene()._replace(columns=MOST_COLUMNS, rows=MOST_ROWS)
    lines = [segment.text for (segment,) in asked.pictures.cells(largest)]
    assert len({*"".join(lines)}) == MOST_COLUMNS * MOST_ROWS
