"""A seat's secret, and all that follows from it: a signing hand, a box for letters, and shares of the dice.

The shares are a chain of digests, shown from its far end: whoever knows one can check the next, and the end, which is
published before the game, commits to all of them. Nobody can choose a share, nor change one later.
"""

from __future__ import annotations

import os
from functools import cached_property
from hashlib import blake2b, sha256

from front1914 import BadInput

SHARES = 1 << 16  #: of a seat: two go with each letter
BYTES = 32

try:
    from nacl.exceptions import CryptoError
    from nacl.public import SealedBox
    from nacl.signing import SigningKey, VerifyKey
except ModuleNotFoundError as missing:  # it is an extra: who plays by letter installs it
    raise BadInput("mail", "needs the package PyNaCl: pip install 'front1914[mail]'") from missing

SIGNATURE = 64  #: bytes before what is signed


def _derived(secret: bytes, what: bytes) -> bytes:
    return blake2b(secret, digest_size=BYTES, person=what).digest()


class Seal:
    """The secret of one seat in one game."""

    def __init__(self, secret: bytes | None = None) -> None:
        self.secret = os.urandom(BYTES) if secret is None else secret
        self._hand = SigningKey(_derived(self.secret, b"f1914 hand"))

    @property
    def key(self) -> str:
        """What is published: it checks signatures, and letters are sealed for it."""
        return bytes(self._hand.verify_key).hex()

    def sign(self, content: bytes) -> bytes:
        """The signature, and then the content."""
        return bytes(self._hand.sign(content))

    def unseal(self, sealed: bytes) -> bytes:
        """What was sealed for this seat; BadInput if it was not, or was altered."""
        try:
            return bytes(SealedBox(self._hand.to_curve25519_private_key()).decrypt(sealed))
        except (CryptoError, ValueError, TypeError):
            raise BadInput("letter", "it is not for this seat, or it was altered on the way") from None

    @cached_property
    def _chain(self) -> list[bytes]:
        found = [_derived(self.secret, b"f1914 dice")]
        for _ in range(SHARES):
            found.append(sha256(found[-1]).digest())
        return found

    def share(self, number: int) -> str:
        """The share with this number; number 0 is the tip of the chain, which is published before the game."""
        if not 0 <= number <= SHARES:
            raise BadInput("dice", f"a seat has shares for {SHARES} throws, and they are used up")
        return self._chain[SHARES - number].hex()


def follows(share: str, before: str) -> bool:
    """Whether a share is the one that the share before it was made from."""
    return sha256(bytes_of(share, "share")).digest() == bytes_of(before, "share")


def checked(signed: bytes, key: str) -> bytes:
    """What was signed by this key; BadInput if it was altered, or signed by somebody else."""
    try:
        return bytes(VerifyKey(bytes_of(key, "key")).verify(signed))
    except (CryptoError, ValueError, TypeError):
        raise BadInput("signature", "the letter was altered, or somebody else wrote it") from None


def sealed(content: bytes, key: str) -> bytes:
    """Sealed, so that only the seat with this key can open it."""
    try:
        return bytes(SealedBox(VerifyKey(bytes_of(key, "key")).to_curve25519_public_key()).encrypt(content))
    except (CryptoError, ValueError, TypeError, RuntimeError):
        raise BadInput("key", "no letter can be sealed for this key") from None


def bytes_of(text: str, place: str) -> bytes:
    """32 bytes from hexadecimal digits."""
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if len(found) != BYTES or found.hex() != text:
        raise BadInput(place, "must be 64 hexadecimal digits")
    return found


def fingerprint(key: str) -> str:
    """Of a key, short enough to be read out on the telephone."""
    found = sha256(bytes_of(key, "key")).hexdigest()[:16]
    return " ".join(found[n : n + 4] for n in range(0, 16, 4))
