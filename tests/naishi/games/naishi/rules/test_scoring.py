"""Scoring: edges, reasons and rulings. (RULES.md, scoring.)"""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from naishi import Card, Cell, InvalidPositionError, ScoreSheet, Territory, score
from naishi.games.naishi.rules.cards import BY_LETTER, NEIGHBOURS
from tests.naishi.games.naishi.rules.naive import CHARACTERS, naive_score, neighbours

EXAMPLE = "fort sentinel advisor banner rice / fort mountain naishi rice rice"

# Territory, the card looked at, its points, and the reasons of its lines: `+` joins the parts, `;` the lines.
ROWS = [
    # mountain: exactly 1: +5. Two or more: -5 in all
    ("MFFFF/FFFFF", "mountain", 5, "the only mountain 5"),
    ("FFFFF/FFFFM", "mountain", 5, "the only mountain 5"),
    ("MFFFF/FFFFM", "mountain", -5, "more than one mountain -5"),
    ("MMMMM/MMMMM", "mountain", -5, "more than one mountain -5"),
    # naishi: only in column 3: 12 in the Line, 8 in the Hand
    ("FFNFF/FFFFF", "naishi", 12, "in the centre of the Line 12"),
    ("FFFFF/FFNFF", "naishi", 8, "in the centre of the Hand 8"),
    ("FFNFF/FFNFF", "naishi", 20, "in the centre of the Line 12; in the centre of the Hand 8"),
    ("FNFFF/FFFNF", "naishi", 0, "not in the centre 0; not in the centre 0"),
    ("NFFFF/FFFFN", "naishi", 0, "not in the centre 0; not in the centre 0"),
    # advisor: by position 2, 4, 3, 4, 2 (Line or Hand), +4 for each adjacent naishi
    ("AFFFF/FFFFF", "advisor", 2, "in column 1 2"),
    ("FAFFF/FFFFF", "advisor", 4, "in column 2 4"),
    ("FFAFF/FFFFF", "advisor", 3, "in column 3 3"),
    ("FFFAF/FFFFF", "advisor", 4, "in column 4 4"),
    ("FFFFA/FFFFF", "advisor", 2, "in column 5 2"),
    ("FFFFF/AFFFF", "advisor", 2, "in column 1 2"),
    ("FFFFF/FAFFF", "advisor", 4, "in column 2 4"),
    ("FFFFF/FFAFF", "advisor", 3, "in column 3 3"),
    ("FFFFF/FFFAF", "advisor", 4, "in column 4 4"),
    ("FFFFF/FFFFA", "advisor", 2, "in column 5 2"),
    ("FFAFF/FFNFF", "advisor", 7, "in column 3 3 + beside a naishi 4"),
    ("FNANF/FFFFF", "advisor", 11, "in column 3 3 + beside 2 naishi 8"),
    ("FNANF/FFNFF", "advisor", 15, "in column 3 3 + beside 3 naishi 12"),
    ("FNFFF/AFFFF", "advisor", 2, "in column 1 2"),  # no diagonals
    ("AFFFN/FFFFF", "advisor", 2, "in column 1 2"),  # the row doesn't go round
    ("FFFFN/AFFFF", "advisor", 2, "in column 1 2"),
    # fort: 6 for each in column 1 or 5
    ("FMMMM/MMMMM", "fort", 6, "at the edge 6"),
    ("FMMMF/FMMMF", "fort", 24, "at the edge 6; at the edge 6; at the edge 6; at the edge 6"),
    ("MFMMM/MMMFM", "fort", 0, "not at the edge 0; not at the edge 0"),
    ("MMFMM/MMMMM", "fort", 0, "not at the edge 0"),
    # sentinel: 3 if no adjacent sentinel; +4 for each adjacent fort in any case
    ("MMSMM/MMMMM", "sentinel", 3, "no sentinel beside it 3"),
    ("MMSSM/MMMMM", "sentinel", 0, "beside a sentinel 0; beside a sentinel 0"),
    ("MMSMM/MMSMM", "sentinel", 0, "beside a sentinel 0; beside a sentinel 0"),
    ("MMSMM/MSMMM", "sentinel", 6, "no sentinel beside it 3; no sentinel beside it 3"),
    ("MMSFM/MMMMM", "sentinel", 7, "no sentinel beside it 3 + beside a fort 4"),
    ("MFSFM/MMMMM", "sentinel", 11, "no sentinel beside it 3 + beside 2 forts 8"),
    ("MFSFM/MMFMM", "sentinel", 15, "no sentinel beside it 3 + beside 3 forts 12"),
    ("MFSSF/MMMMM", "sentinel", 8, "beside a sentinel 0 + beside a fort 4; beside a sentinel 0 + beside a fort 4"),
    # torii: counted over the territory: one -5, two 0, three or more +30
    ("MTMMM/MMMMM", "torii", -5, "only 1 torii -5"),
    ("MTMMM/MMMTM", "torii", 0, "2 torii 0"),
    ("MTMTM/MMMTM", "torii", 30, "3 torii 30"),
    ("TTTTM/MMMMM", "torii", 30, "4 torii 30"),
    # monk: 5 if in the Hand; +2 for each adjacent torii wherever it is
    ("MKMMM/MMMMM", "monk", 0, "in the Line 0"),
    ("MMMMM/MKMMM", "monk", 5, "in the Hand 5"),
    ("MKTMM/MMMMM", "monk", 2, "in the Line 0 + beside a torii 2"),
    ("TKTMM/MTMMM", "monk", 6, "in the Line 0 + beside 3 torii 6"),
    ("MTMMM/TKMMM", "monk", 9, "in the Hand 5 + beside 2 torii 4"),
    # rice: each group of adjacent rice: two 10, three 20, four or more 30
    ("RMMMM/MMMMM", "rice", 0, "1 field on its own 0"),
    ("RMMMM/MRMMM", "rice", 0, "1 field on its own 0; 1 field on its own 0"),
    ("RRMMM/MMMMM", "rice", 10, "2 fields together 10"),
    ("RMMMM/RMMMM", "rice", 10, "2 fields together 10"),
    ("RRMMM/MRMMM", "rice", 20, "3 fields together 20"),
    ("RRRMM/MMMMM", "rice", 20, "3 fields together 20"),
    ("RRMMM/RRMMM", "rice", 30, "4 fields together 30"),
    ("RRRRR/MMMMM", "rice", 30, "5 fields together 30"),
    ("RRMRR/MMMMM", "rice", 20, "2 fields together 10; 2 fields together 10"),
    ("RRMRM/RMMRM", "rice", 30, "3 fields together 20; 2 fields together 10"),
    ("MMMMR/RMMMM", "rice", 0, "1 field on its own 0; 1 field on its own 0"),
    # banner: those in the Line: one 3, two 8
    ("BMMMM/MMMMM", "banner", 3, "1 in the Line 3"),
    ("BMMMB/MMMMM", "banner", 8, "2 in the Line 8"),
    ("BMMMM/BMMMM", "banner", 3, "1 in the Line 3; in the Hand 0"),
    ("MMMMM/BMMMB", "banner", 0, "in the Hand 0"),
    # horseman: in the Hand 3, and 10 more if a banner is in the Line at the same position
    ("BMMMM/HMMMM", "horseman", 13, "in the Hand 3 + under a banner 10"),
    ("BMMMM/MHMMM", "horseman", 3, "in the Hand 3"),
    ("HMMMM/BMMMM", "horseman", 0, "in the Line 0"),
    ("HBMMM/MMMMM", "horseman", 0, "in the Line 0"),
    ("BMMMM/BHMMM", "horseman", 3, "in the Hand 3"),
    # ronin: different characters and provinces (mountain and ninja never count): 8 -> 8, 9 -> 15, 10 -> 45
    ("OMMMM/MMMMM", "ronin", 0, "1 type 0"),
    ("NASKH/OFMMM", "ronin", 0, "7 different types 0"),
    ("NASKH/OFTMM", "ronin", 8, "8 different types 8"),
    ("NASKH/OFTRM", "ronin", 15, "9 different types 15"),
    ("NASKH/OFTRB", "ronin", 45, "10 different types 45"),
    ("NASKH/OOFTM", "ronin", 16, "8 different types 8; 8 different types 8"),
]


def reasons(sheet: ScoreSheet, card: Card) -> str:
    lines = (line for line in sheet.lines if line.card is card)
    return "; ".join(" + ".join(f"{part.reason} {part.points}" for part in line.parts) for line in lines)


@pytest.mark.parametrize(("territory", "name", "points", "why"), ROWS, ids=[f"{row[0]}-{row[1]}" for row in ROWS])
def test_the_table_of_points(territory: str, name: str, points: int, why: str) -> None:
    sheet = score(territory)
    assert (sheet.points[Card.from_text(name)], reasons(sheet, Card.from_text(name))) == (points, why)


def test_the_rulebooks_example_is_worth_62_points() -> None:
    sheet = score(EXAMPLE)
    assert {str(card): points for card, points in sheet.points.items()} == {
        "mountain": 5, "naishi": 8, "advisor": 7, "sentinel": 7, "fort": 12, "rice": 20, "banner": 3,
    }  # fmt: skip
    assert sheet.total == 62


def test_the_rulebooks_example_says_why() -> None:
    sheet = score(EXAMPLE)
    lines = [(str(line.card), " ".join(map(str, line.cells)), line.points) for line in sheet.lines]
    assert lines == [
        ("mountain", "H2", 5), ("naishi", "H3", 8), ("advisor", "L3", 7), ("sentinel", "L2", 7), ("fort", "L1", 6),
        ("fort", "H1", 6), ("rice", "L5 H4 H5", 20), ("banner", "L4", 3),
    ]  # fmt: skip


def test_white_mountains_are_a_colour() -> None:
    assert score("MMMMM/MMMMM").colours == 1


def test_the_colours_of_the_example() -> None:
    assert score(EXAMPLE).colours == 7


class TestNinja:
    """RULES.md: each ninja must copy a character of its owner's territory, with its rulings."""

    def test_takes_the_scoring_of_what_it_copies_where_it_lies(self) -> None:
        sheet = score("NMXMM/MMMMS", {"L3": "naishi"})
        assert (sheet.points[Card.NINJA], sheet.points[Card.NAISHI]) == (12, 0)

    def test_takes_the_colour_of_what_it_copies(self) -> None:
        assert score("XAMMM/MMMMM").colours == 2

    def test_counts_as_its_copy_for_its_neighbours(self) -> None:
        assert score("MAXMM/MMMMN", {"L3": "naishi"}).points[Card.ADVISOR] == 8

    def test_that_copies_a_sentinel_stands_beside_a_sentinel(self) -> None:
        assert score("MSXMM/MMMMM").points == {Card.MOUNTAIN: -5, Card.SENTINEL: 0, Card.NINJA: 0}

    def test_adds_no_type_for_the_ronin(self) -> None:
        assert score("NASKH/OFMXX", {"H4": "ronin", "H5": "ronin"}).points[Card.RONIN] == 0

    def test_that_copies_a_ronin_scores_like_it(self) -> None:
        assert score("NASKH/OFTMX", {"H5": "ronin"}).points[Card.NINJA] == 8

    def test_does_not_add_a_type_by_being_a_ninja(self) -> None:
        assert score("NASKH/OFTRX", {"H5": "monk"}).points[Card.RONIN] == 15

    def test_without_anything_to_copy_has_no_points_and_no_colour(self) -> None:
        sheet = score("XMMMM/MMMFM")
        assert (sheet.points[Card.NINJA], sheet.colours, reasons(sheet, Card.NINJA)) == (0, 2, "nothing to copy 0")

    def test_does_not_copy_a_ninja(self) -> None:
        sheet = score("XXMMM/MMMMM")
        assert (sheet.points[Card.NINJA], sheet.colours) == (0, 1)

    def test_may_not_be_told_to_copy_a_ninja(self) -> None:
        with pytest.raises(InvalidPositionError, match="The ninja at L1 can't copy a ninja"):
            score("XXMAM/MMMMM", {"L1": "ninja"})

    def test_may_copy_the_same_as_another_ninja(self) -> None:
        sheet = score("XSMXM/MMAMM", {"L1": "advisor", "L4": "advisor"})
        assert [line.points for line in sheet.lines if line.card is Card.NINJA] == [2, 4]

    def test_may_copy_another_character_than_another_ninja(self) -> None:
        sheet = score("XSMXM/MMAMM", {"L1": "sentinel", "L4": "advisor"})
        assert [str(line.copy_of) for line in sheet.lines if line.card is Card.NINJA] == ["sentinel", "advisor"]

    def test_with_one_choice_needs_no_telling(self) -> None:
        assert score("XMMMM/MMAMM") == score("XMMMM/MMAMM", {"L1": "advisor"})

    def test_with_more_choices_must_be_told(self) -> None:
        with pytest.raises(
            InvalidPositionError, match=r"Say what the ninja at L1 copies\. It can copy: advisor, sentinel"
        ):
            score("XMMMM/MSAMM")

    def test_copies_nothing_that_is_not_in_its_territory(self) -> None:
        with pytest.raises(InvalidPositionError, match="The ninja at L1 can't copy a monk"):
            score("XMMMM/MSAMM", {"L1": "monk"})

    def test_copies_no_province(self) -> None:
        with pytest.raises(InvalidPositionError, match="can't copy a fort"):
            score("XFMMM/MSAMM", {"L1": "fort"})

    @pytest.mark.parametrize("cell", ["L2", "R1"])
    def test_is_where_it_is_said_to_be(self, cell: str) -> None:
        with pytest.raises(InvalidPositionError, match=f"There is no ninja at {cell}"):
            score("XMMMM/MSAMM", {cell: "advisor"})

    def test_is_listed_at_its_own_place_whatever_it_copies(self) -> None:
        assert [str(line.card) for line in score("XFMMM/MMAMM").lines] == ["mountain", "advisor", "ninja", "fort"]


def test_a_sheet_is_a_document() -> None:
    sheet = score("XMMMM/MMAMM")
    assert ScoreSheet.model_validate_json(sheet.model_dump_json()) == sheet


TERRITORIES = st.text("MNASKHOXFTRB", min_size=10, max_size=10)


@given(TERRITORIES, st.data())
def test_a_second_scorer_agrees(letters: str, data: st.DataObject) -> None:
    may = [letter for letter in CHARACTERS if letter in letters]
    ninjas = [i for i, letter in enumerate(letters) if letter == "X"] if may else []
    copies = {i: data.draw(st.sampled_from(may)) for i in ninjas}
    sheet = score(
        Territory.from_text(f"{letters[:5]}/{letters[5:]}"), {Cell(i): BY_LETTER[c] for i, c in copies.items()}
    )
    points, colours = naive_score(letters, copies)
    assert ({card.letter: n for card, n in sheet.points.items()}, sheet.colours) == (points, colours)
    assert sheet.total == sum(points.values()) == sum(line.points for line in sheet.lines)


def test_neighbours_share_a_side() -> None:

    assert [sorted(map(int, cells)) for cells in NEIGHBOURS] == [sorted(neighbours(i)) for i in range(10)]


class TestTerritoryText:
    @pytest.mark.parametrize("text", [EXAMPLE, "FSABR/FMNRR", "F S A B R / F M N R R", EXAMPLE.upper()])
    def test_reads_names_and_letters(self, text: str) -> None:
        assert Territory.from_text(text).to_text() == EXAMPLE

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("", "Write a territory as Line / Hand"),
            ("MMMMM", "Write a territory as Line / Hand"),
            ("MMMMM/MMMMM/MMMMM", "Write a territory as Line / Hand"),
            ("MMMM/MMMMM", "A Line has 5 cards, not 4"),
            ("MMMMMM/MMMMM", "A Line has 5 cards, not 6"),
            ("MMMMM/", "A Hand has 5 cards, not 0"),
            ("fort fort fort fort fort / fort fort fort fort fort fort", "A Hand has 5 cards, not 6"),
            ("MMMMZ/MMMMM", "'Z' is not the letter of a card"),
            ("fsabr/fmnrr", "'f' is not the letter of a card. The letters are: .* F Fort,"),
            ("fort / MMMMM", "A Line has 5 cards, not 1"),
            ("fort fort fort fort geisha / M M M M M", "There is no card called 'geisha'"),
        ],
    )
    def test_says_what_is_wrong(self, text: str, why: str) -> None:
        with pytest.raises(InvalidPositionError, match=why):
            Territory.from_text(text)

    def test_a_territory_has_ten_cards(self) -> None:
        with pytest.raises(InvalidPositionError, match="5 cards in the Line and 5 in the Hand"):
            Territory((Card.FORT,) * 9)
