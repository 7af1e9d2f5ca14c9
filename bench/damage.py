"""Sound bytes, numbers and text with a few things done to them, for ``bench/fuzz_files.py``."""

from __future__ import annotations

import struct
import unicodedata
from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


def damage(random: Random, sound: bytes, others: Sequence[bytes]) -> bytes:
    """Bytes with a few things done to them."""
    whole = bytearray(sound)
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        at = random.randint(0, len(whole)) if random.random() < 0.7 else random.randint(0, 130)
        length = random.choice((1, 1, 4, 8, 100))
        match random.randrange(8):
            case 0:
                whole[at : at + length] = random.randbytes(length)
            case 1:
                del whole[at:]
            case 2:
                del whole[at : at + length]
            case 3:
                whole[at:at] = random.randbytes(length)
            case 4:
                whole += whole[at : at + length]
            case 5:
                other = random.choice(others)
                whole[at:] = other[at:]
            case 6:
                whole = bytearray(random.choice(others)) if random.random() < 0.3 else whole
            case _ if at < len(whole):
                whole[at] ^= 1 << random.randrange(8)
    return bytes(whole)


def damage_numbers(random: Random, sound: bytes) -> bytes:
    """Numbers of 32 bits with others among them, as somebody would put them who means harm."""
    numbers = array("I", sound[: len(sound) // 4 * 4])
    rest = sound[len(sound) // 4 * 4 :]
    for _ in range(random.choice((1, 1, 1, 2, 8))):
        at = random.randrange(len(numbers)) if random.random() < 0.8 else random.randrange(12)
        match random.randrange(6):
            case 0:
                numbers[at] = random.getrandbits(32)
            case 1:
                numbers[at] ^= 1 << random.randrange(32)
            case 2:
                numbers[at] = numbers[random.randrange(len(numbers))]
            case 3:
                numbers[at] = numbers[at] & 1023 | random.randrange(len(numbers)) << 10 & 2**32 - 1
            case 4:
                numbers[at] = random.choice((0, 1, 2, 255, 256, 2**31, 2**32 - 1))
            case _:
                numbers[at] = max(0, min(2**32 - 1, numbers[at] + random.choice((-1, 1))))
    whole = numbers.tobytes() + rest
    if random.random() < 0.1:
        return whole[: random.randint(0, len(whole))]
    return whole + random.randbytes(random.choice((0,) * 9 + (4,)))


SIGNS = "aAzZёЁЯя?*./0123456789[]();:#>-+ \t\n\r\0\ud800\u0301\ufeff\u2028İßﬁ𝔸٣²"


def damage_text(random: Random, sound: str) -> str:
    """Text with a few things done to it."""
    if random.random() < 0.05:
        return "".join(random.choices(SIGNS, k=random.randint(0, 300)))
    text = sound
    for _ in range(random.choice((0, 1, 1, 2, 5))):
        at = random.randint(0, len(text))
        some = "".join(random.choices(SIGNS, k=random.choice((1, 1, 2, 9))))
        match random.randrange(6):
            case 0:
                text = text[:at] + some + text[at:]
            case 1:
                text = text[:at] + some + text[at + len(some) :]
            case 2:
                text = text[:at] + text[at + random.randint(1, 20) :]
            case 3:
                text = text[:at] + text[at : at + 30] * random.choice((2, 2, 40)) + text[at + 30 :]
            case 4:
                text = (
                    text.swapcase() if random.random() < 0.5 else unicodedata.normalize("NFD", text)
                )
            case _:
                number = struct.unpack("q", random.randbytes(8))[0] >> random.randrange(64)
                text = text[:at] + str(number) + text[at:]
    return text
