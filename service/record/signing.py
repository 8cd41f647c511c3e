"""Signing records: one Ed25519 key, kept by the service."""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from service.store import Shelf

NAME = "record-key"


class SigningKey:
    """The key that signs what this service exports."""

    def __init__(self, private: bytes) -> None:
        """``private``: 32 bytes."""
        self._private = Ed25519PrivateKey.from_private_bytes(private)
        self.public: str = self._private.public_key().public_bytes_raw().hex()

    @classmethod
    def kept_on(cls, shelf: Shelf) -> "SigningKey":
        """The service's key, made when there is none; of many processes that start at once, one makes it."""
        kept = shelf.get(NAME)
        if kept is None:
            shelf.put_new(NAME, Ed25519PrivateKey.generate().private_bytes_raw())
            kept = shelf.get(NAME)
        if kept is None:
            raise LookupError("the store lost the key that signs records")
        return cls(kept)

    def sign(self, data: bytes) -> str:
        """The signature, in hex."""
        return self._private.sign(data).hex()


def is_signed(key: str, signature: str, data: bytes) -> bool:
    """Whether this key (hex) made this signature (hex) over these bytes."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), data)
    except (InvalidSignature, ValueError):
        return False
    return True
