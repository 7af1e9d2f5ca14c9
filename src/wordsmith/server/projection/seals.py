"""The bag one can check: its hash from the start, its order when nobody draws from it any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.rules.sealed_bag import check_seal, format_order
from wordsmith.server.messages import outbound

if TYPE_CHECKING:
    from wordsmith.server.tables.ledger import Ledger


def format_seal(ledger: Ledger) -> outbound.Seal | None:
    """The seal of a game as anybody may see it now; None: its bag was not sealed."""
    seal = ledger.seal
    if seal is None:
        return None
    if ledger.phase != "ended":
        return outbound.Seal(seal.hash, None, None, None)
    order = format_order(seal.order, ledger.variant.alphabet)
    return outbound.Seal(seal.hash, seal.salt, order, check_seal(ledger.game, seal) is None)
