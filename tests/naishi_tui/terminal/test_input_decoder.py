"""Arbitrary terminal bytes, and the next key."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st
from textual import events
from textual.message import Message

from naishi_tui.terminal import input_decoder
from naishi_tui.terminal.input_decoder import InputDecoder
from tests.naishi_tui.terminal.shared import corpus

pytestmark = pytest.mark.ci


class Decoder(InputDecoder):
    """A decoder with a clock that stands still."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(lambda: self.now)

    def wait(self, seconds: float) -> list[Message]:
        """Let nothing come for a while."""
        self.now += seconds
        return self.tick()

    def settle(self) -> list[Message]:
        """Let nothing come until nothing is expected any more."""
        found: list[Message] = []
        while self.patience is not None:
            found += self.wait(self.patience)
        return found


def words(messages: list[Message]) -> str:
    def word(message: Message) -> str:
        if isinstance(message, events.Key):
            return message.key
        return repr(message.text) if isinstance(message, events.Paste) else type(message).__name__

    return " ".join(map(word, messages))


@pytest.mark.parametrize(("data", "expected"), corpus(), ids=lambda each: repr(each) if isinstance(each, bytes) else "")
def test_an_input_of_the_corpus_is_what_it_says(data: bytes, expected: str) -> None:
    at_once, in_bytes = Decoder(), Decoder()
    assert words(at_once.feed(data) + at_once.settle()) == expected
    found = [message for byte in data for message in in_bytes.feed(bytes([byte]))]
    assert words(found + in_bytes.settle()) == expected


PIECES = [data for data, _expected in corpus()]
PIECES += [
    b"\x1b",
    b"\x1b[",
    b"\x1b]",
    b"\x1bP",
    b"\x1b[M",
    b"\x1b[200~",
    b"\x1b[<",
    b"\xc3",
    b"\x1b[[",
    b";",
    b"e",
    b"1",
]
INPUT = st.lists(st.sampled_from(PIECES) | st.binary(max_size=12), max_size=12).map(b"".join)


@given(INPUT, st.lists(st.integers(0, 200)))
def test_where_the_input_is_cut_makes_no_difference(data: bytes, cuts: list[int]) -> None:
    at_once, in_pieces = Decoder(), Decoder()
    places = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
    found = [message for a, b in pairwise(places) for message in in_pieces.feed(data[a:b])]
    assert words(found + in_pieces.settle()) == words(at_once.feed(data) + at_once.settle())


@given(st.lists(INPUT | st.floats(0, 3)))
def test_after_any_input_and_a_second_of_silence_a_key_is_a_key(inputs: list[bytes | float]) -> None:
    decoder = Decoder()
    for each in inputs:
        for message in decoder.feed(each) if isinstance(each, bytes) else decoder.wait(each):
            if isinstance(message, events.Key):
                (message.key + (message.character or "")).encode()  # can be drawn
    decoder.wait(1.0)
    decoder.wait(1.0)
    assert words(decoder.feed(b"\x11")) == "ctrl+q"


@pytest.mark.parametrize("begin", [b"\x1b[200~", b"\x1b]0;", b"\x1bP", b"\x1b_G", b"\x1b[", b"\x1b[<"], ids=repr)
def test_keys_that_never_pause_are_heard_again_after_what_never_ends(begin: bytes) -> None:
    decoder = Decoder()
    decoder.feed(begin)
    while decoder.now < input_decoder.PASTE_TIME:
        decoder.feed(b"1")
        decoder.wait(0.05)
    assert words(decoder.feed(b"e")).endswith("e")


@pytest.mark.parametrize("begin", [b"\x1b[200~", b"\x1b]0;", b"\x1b[", b"\x1b[M"], ids=repr)
def test_what_is_kept_of_an_endless_input_is_bounded(begin: bytes) -> None:
    decoder = Decoder()
    decoder.feed(begin)
    for _chunk in range(40):
        decoder.feed(b"1;\xc3;" * 1024)
    kept = sum(len(each) for each in vars(decoder).values() if isinstance(each, str))
    assert kept <= input_decoder.PIECE + (input_decoder.LONGEST_PASTE if begin == b"\x1b[200~" else 0)


def test_an_endless_report_is_read_as_keys_again_after_so_many_bytes() -> None:
    decoder = Decoder()
    assert decoder.feed(b"\x1b]0;" + b"e" * 100_000) == []
    found = decoder.feed(b"e" * input_decoder.LONGEST_REPORT)
    assert 0 < len(found) <= 100_004


@pytest.mark.parametrize("number", [b"1114112", b"4294967296", b"97:1114112"])
def test_whatever_textual_s_parser_raises_the_next_key_is_a_key(number: bytes) -> None:
    """It takes these numbers for characters."""
    assert words(Decoder().feed(b"\x1b[" + number + b"uq")) == "q"


@pytest.mark.slow
@settings(max_examples=20_000)
@given(INPUT)
def test_no_input_at_all_raises(data: bytes) -> None:
    decoder = Decoder()
    decoder.feed(data)
    decoder.settle()


class SlowDecoder(Decoder):
    """The same for what comes through a network."""

    def __init__(self) -> None:
        self.now = 0.0
        InputDecoder.__init__(self, lambda: self.now, slow=True)


@pytest.mark.parametrize("pause", [0.05, 0.2, 0.45])
@pytest.mark.parametrize(
    ("sequence", "key"), [("\x1b[A", "up"), ("\x1bOB", "down"), ("\x1b[5~", "pageup"), ("\x1b[1089::99;5u", "ctrl+c")]
)
def test_a_network_may_split_a_sequence_anywhere(sequence: str, key: str, pause: float) -> None:
    decoder, found = SlowDecoder(), []
    for character in sequence:
        found += decoder.feed(character.encode())
        found += decoder.wait(pause)
    assert words(found) == key


def test_the_rest_of_a_sequence_that_comes_too_late_is_no_key_and_the_next_one_is_waited_for() -> None:
    decoder = SlowDecoder()
    assert decoder.feed(b"\x1b") == []
    assert words(decoder.wait(0.7)) == "escape"
    assert words([*decoder.feed(b"[A"), *decoder.feed(b"q")]) == "q"
    assert words([*decoder.feed(b"\x1b"), *decoder.wait(0.7), *decoder.feed(b"[A")]) == "up"


def test_esc_alone_is_the_key_and_what_is_typed_behind_it_too() -> None:
    decoder = SlowDecoder()
    assert words([*decoder.feed(b"\x1b"), *decoder.wait(0.6), *decoder.feed(b"["), *decoder.settle()]) == (
        "escape left_square_bracket"
    )
    assert words([*decoder.feed(b"\x1b"), *decoder.wait(0.6), *decoder.feed(b"q")]) == "escape q"
