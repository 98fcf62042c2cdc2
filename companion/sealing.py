"""Secrets at rest: encrypted and authenticated, with a key in a file of its own.

Whoever reads the database, or a backup of it, learns nothing; the key lies beside it as `companion.key`,
readable by its owner alone. A sealed text is bound to its place and can't be moved to another.
"""

from __future__ import annotations

import base64
import os
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from scorers.refusal import Refusal
from scorers.text import T

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

FILE = "companion.key"
_KEY_BYTES = 32
_NONCE_BYTES = 12
_LEAST_BYTES = 256
"""Shorter texts are filled up to this, longer ones to twice, four times ... as much: else the length of what
is sealed would tell of it."""


class Seal:
    """Seals and opens texts with the key in a folder; the key is made when it is first needed for sealing."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE

    def seal(self, text: str, place: str) -> str:
        """The text encrypted and bound to `place` (a table and a number), in base64.

        Spaces at its end are not kept.
        """
        nonce = os.urandom(_NONCE_BYTES)
        sealed = self._for_sealing.encrypt(nonce, _filled(text.encode()), place.encode())
        return base64.b64encode(nonce + sealed).decode()

    def open(self, sealed: str, place: str) -> str:
        """The text that was sealed for `place`. Refused: `no-key`, `wrong-key`."""
        from cryptography.exceptions import InvalidTag

        cipher = self._for_opening
        try:
            raw = base64.b64decode(sealed)
            text = cipher.decrypt(raw[:_NONCE_BYTES], raw[_NONCE_BYTES:], place.encode())
        except (InvalidTag, ValueError):  # the latter: too short, or no base64
            raise Refusal(
                "wrong-key",
                T(
                    "The key {path} does not open this table's secrets. Put the right one back.",
                    path=str(self.path),
                ),
            ) from None
        return text.decode().rstrip(" ")

    @cached_property
    def _for_opening(self) -> ChaCha20Poly1305:
        key = self._read()
        if key is None:
            raise Refusal(
                "no-key",
                T(
                    "The key {path}, which opens the secrets of the tables beside it, is gone. Put it back.",
                    path=str(self.path),
                ),
            )
        return _cipher(key)

    @cached_property
    def _for_sealing(self) -> ChaCha20Poly1305:
        key = self._read()
        return _cipher(self._make() if key is None else key)

    def _read(self) -> bytes | None:
        try:
            if self.path.stat().st_mode & 0o077:
                self.path.chmod(0o600)  # copied back from somewhere, perhaps: nobody else is to read it
            key = bytes.fromhex(self.path.read_text(encoding="utf-8").strip())
        except FileNotFoundError:
            return None
        except ValueError:
            key = b""
        if len(key) != _KEY_BYTES:
            raise Refusal(
                "wrong-key",
                T("{path} is no key: {n} hex digits are wanted.", path=str(self.path), n=2 * _KEY_BYTES),
            )
        return key

    def _make(self) -> bytes:
        """A new key, whole on disk before it has its name, so that a crash leaves no half key."""
        name = self.path.with_name(f"{FILE}-{os.urandom(8).hex()}")
        handle = os.open(name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(os.urandom(_KEY_BYTES).hex() + "\n")
                stream.flush()
                os.fsync(stream.fileno())
            with suppress(FileExistsError):  # another process was first: its key is the key
                os.link(name, self.path)
        finally:
            os.unlink(name)
        key = self._read()
        assert key is not None  # it was linked just now, by us or by the other
        return key


def _filled(text: bytes) -> bytes:
    """The text with spaces at its end up to a power of two times `_LEAST_BYTES`.

    >>> [len(_filled(b"x" * n)) for n in (1, 256, 257, 1000)]
    [256, 256, 512, 1024]
    """
    length = _LEAST_BYTES
    while length < len(text):
        length *= 2
    return text.ljust(length)


def _cipher(key: bytes) -> ChaCha20Poly1305:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    return ChaCha20Poly1305(key)
