"""The wire: TLS with the table's own certificate, whose print is in the invitation."""

from __future__ import annotations

import os
import re
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from skill.errors import FileError, Unavailable, UnknownName, Words
from skill.files import Form, form, read_text, whole_write
from skill.net.invitation import Invitation, new_code, parse_invitation, print_of
from skill.rules.game import Seat

SENT_AWAY = 4000
"""The code with which a host closes a door for good; a guest does not come back by itself."""
HEARD = (60.0, 30.0)
"""Frames that a host hears of a guest at once after a while of silence, and a second; what is said more waits."""
SAID = (40.0, 20.0)
"""The same of what a guest says, who waits rather than say more."""
ALONE = "127.0.0.1"
"""By which a machine reaches itself, and no other one."""
_FORM = form(Words("the invitations of a table"), "skillbox table 1\n")
_LINE = re.compile(r"(address|port|hints|code [0-9]{1,4}) (\S+)")
_INVITED = "skillbox invitation 1\n"
_LAST = form(Words("the invitation of a table"), _INVITED)
_OWN = "-"  # in place of an address
_DAYS = 3650


class Kept(NamedTuple):
    """What a host keeps beside the journal, so that the same invitations hold when it comes back."""

    path: Path
    """Of a file that only its owner may read: the private key of the certificate is in it."""
    address: str
    """In its invitations; empty for the number that this machine has then, which may be another one tomorrow."""
    port: int
    codes: Mapping[Seat, str]
    hints: bool = True
    """Whether guests may ask for hints."""

    @property
    def secret(self) -> bytes:
        """What the host alone knows: made of its key."""
        return sha256(read_text(self.path).encode()).digest()

    @property
    def invitations(self) -> dict[Seat, Invitation]:
        """The invitation of each seat."""
        certificate = read_text(self.path).partition("-----BEGIN CERTIFICATE-----")
        found = print_of(ssl.PEM_cert_to_DER_cert("".join(certificate[1:]).strip()))
        address = self.address or address_here()
        return {seat: Invitation(address, self.port, code, found) for seat, code in self.codes.items()}

    @property
    def context(self) -> ssl.SSLContext:
        """TLS for the host's end."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        # Nobody comes back by a ticket. While OpenSSL reads one that comes after the handshake, what another thread of
        # the guest writes goes into a buffer that is then thrown away: a guest whose first words were lost waits.
        context.num_tickets = 0
        context.load_cert_chain(self.path)
        return context


class Pace:
    """How many frames a guest may still say: `most` at once after a while of silence, and `rate` a second."""

    def __init__(self, now_s: float, most: float, rate: float) -> None:
        self._left, self._most, self._rate, self._at_s = most, most, rate, now_s

    def allows(self, now_s: float) -> bool:
        """Counts one more that is said now; whether it may be."""
        self._left = min(self._most, self._left + (now_s - self._at_s) * self._rate) - 1
        self._at_s = now_s
        return self._left >= 0

    def wait_s(self, now_s: float) -> float:
        """Counts one more; how long to wait before it is said."""
        return 0.0 if self.allows(now_s) else -self._left / self._rate


def keep(path: Path, address: str, port: int, seats: list[Seat], hints: bool = True) -> Kept:
    """Makes codes and a certificate for a new table, and keeps them. Raises `FileError`, `Unavailable`."""
    codes = {seat: new_code() for seat in seats}
    lines = ["skillbox table 1", f"address {address or _OWN}", f"port {port}", *([] if hints else ["hints no"])]
    lines += [f"code {seat} {code}" for seat, code in codes.items()]
    _write_secret(path, "\n".join(lines).encode() + b"\n" + _certificate(), _FORM)
    return Kept(path, address, port, codes, hints)


def kept(path: Path) -> Kept:
    """What a host has kept there. Raises `FileError`."""
    head = read_text(path).partition("-----BEGIN")[0]
    found = {match[1]: match[2] for match in _LINE.finditer(head)}
    codes = {int(key.split()[1]): value for key, value in found.items() if key.startswith("code")}
    if codes and found.get("port", "").isdecimal() and "address" in found:
        address = "" if found["address"] == _OWN else found["address"]
        made = Kept(path, address, int(found["port"]), codes, found.get("hints") != "no")
        with suppress(OSError, ValueError):  # of a certificate or a key that is cut or changed
            if made.context and made.invitations:
                return made
    raise FileError("{path}: expected the invitations of a table", path=path)


def remember(path: Path, invitation: Invitation) -> None:
    """Keeps the words by which a guest has come in last. Raises `FileError`."""
    _write_secret(path, f"{_INVITED}skillbox join {invitation}\n".encode(), _LAST)


def remembered(path: Path) -> Invitation | None:
    """Those words, if there are any."""
    with suppress(FileError, UnknownName):
        return parse_invitation(read_text(path))
    return None


def _write_secret(path: Path, data: bytes, form: Form) -> None:
    """Writes what only the owner may read."""
    with whole_write(path, form) as file:
        if hasattr(os, "fchmod"):
            os.fchmod(file.fileno(), 0o600)
        file.write(data)


def encrypted(address: str, port: int, timeout_s: float) -> tuple[ssl.SSLSocket, bytes]:
    """A guest's end of an encrypted wire, and the host's certificate in DER. Raises `OSError`.

    No authority vouches for the certificate: the guest looks at its print before it says a word.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    bare = socket.create_connection((address, port), timeout_s)
    try:
        made = context.wrap_socket(bare)
        return made, made.getpeercert(True) or b""
    except BaseException:
        bare.close()
        raise


def is_alone() -> bool:
    """Whether this machine is in no network."""
    return address_here() == ALONE


def address_here() -> str:
    """The number of this machine in its network, as far as can be told; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # a number that nobody has; datagrams connect without a word
            return str(asked.getsockname()[0])
        except OSError:
            return ALONE


def _certificate() -> bytes:
    """A new private key and a certificate for it, as PEM."""
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
    except ImportError:
        raise missing() from None
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Skillbox table")])
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(x509.random_serial_number())
    made = made.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=_DAYS))
    pem = serialization.Encoding.PEM
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return secret + made.sign(key, hashes.SHA256()).public_bytes(pem)


def missing() -> Unavailable:
    """What is said where what the network needs is not installed."""
    return Unavailable("tables for several machines need more libraries: pip install '.[net]'")
