"""Ways on which a notice reaches somebody: e-mail, a web hook, or the push service of his browser.

Where a hook or a push service is said to be was typed in by somebody. It may not lead into the network that the server
stands in, which strangers could feel out by it: the name is looked up once, and the connection goes to what was found.
"""

from __future__ import annotations

import base64
import binascii
import http.client
import ipaddress
import json
import smtplib
import socket
import ssl
import time
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import parse_qs, quote, unquote, urlencode, urlsplit

from front1914.server.club.storage import Way
from front1914.server.refusals import Refused

SECONDS = 20.0  #: for one attempt
DAY = 86_400  #: seconds that a push service keeps a notice for a browser that is off
#: networks whose addresses hold one of the old kind: NAT64, 6to4, Teredo, and the oldest way to write them
CARRIERS = [ipaddress.ip_network(net) for net in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96")]
KINDS = {"mail": "e-mail", "hook": "web hook", "push": "push"}


class Notice(NamedTuple):
    """What is sent, wherever it goes."""

    subject: str
    text: str
    link: str
    id: str = ""  #: the same for the same notice: who gets it twice can tell

    @property
    def words(self) -> str:
        return f"{self.subject}. {self.text} {self.link}"


class Gone(OSError):
    """There is nobody at this address any more."""


Sender = Callable[[Way, Notice], None]


class Mail:
    """Sends by SMTP: smtp://user:password@host:port, with STARTTLS; smtps:// speaks TLS from the beginning."""

    def __init__(self, server: str, sender: str) -> None:
        self.server = urlsplit(server)
        self.sender = sender

    def __call__(self, way: Way, notice: Notice) -> None:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, way.address, notice.subject
        message.set_content(f"{notice.text}\n\n{notice.link}\n")
        host, secure = self.server.hostname or "localhost", self.server.scheme == "smtps"
        kind = smtplib.SMTP_SSL if secure else smtplib.SMTP
        with kind(host, self.server.port or (465 if secure else 25), timeout=SECONDS) as line:
            if not secure and line.has_extn("starttls"):
                line.starttls(context=ssl.create_default_context())
            if self.server.username:
                line.login(unquote(self.server.username), unquote(self.server.password or ""))
            line.send_message(message)


class Web:
    """Speaks to addresses that people typed in."""

    def __init__(self, inside: bool = False) -> None:
        self.inside = inside  #: addresses of this machine and its network are allowed

    def send(self, method: str, address: str, body: bytes, headers: dict[str, str]) -> None:
        """Raises OSError unless the other end is content; Gone if it says that there is nobody."""
        parts = urlsplit(address)
        secure, host = parts.scheme == "https", parts.hostname or ""
        port = parts.port or (443 if secure else 80)
        found = self.look_up(host, port)
        line: http.client.HTTPConnection = http.client.HTTPConnection(found, port, timeout=SECONDS)
        try:
            if secure:
                plain = socket.create_connection((found, port), timeout=SECONDS)
                line.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=host)
            path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
            line.request(method, path, body, {"host": parts.netloc.split("@")[-1], **headers})
            status = line.getresponse().status
        finally:
            line.close()
        if status in (404, 410):
            raise Gone(f"it answered {status}")
        if status >= 300:
            raise OSError(f"it answered {status}")

    def look_up(self, host: str, port: int) -> str:
        """An address of the host that one may connect to."""
        for *_, where in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            found = str(where[0])
            if self.inside or outside(found.partition("%")[0]):
                return found
        raise OSError("its address is not in the open network")


def outside(address: str) -> bool:
    """Whether it is an address of the open network, and not one of this network in the dress of another.

    >>> [outside(a) for a in ("93.184.216.34", "10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "::10.0.0.1", "224.0.0.1")]
    [True, False, False, False, False, False]
    """
    found = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv6Address) and any(found in net for net in CARRIERS):
        return False
    return found.is_global and not found.is_multicast


class Hook(Web):
    """Posts JSON as Discord, Slack or Matrix want it; to anybody else the same words under all their names."""

    def __call__(self, way: Way, notice: Notice) -> None:
        method, address, body, headers = shaped(way.address, notice)
        self.send(method, address, json.dumps(body).encode(), {"content-type": "application/json", **headers})


def shape_of(address: str) -> str:
    """Whose web hook an address is.

    >>> shape_of("https://discord.com/api/webhooks/1/x"), shape_of("https://hooks.slack.com/services/T/B/x")
    ('discord', 'slack')
    >>> shape_of("https://m.example/_matrix/client/v3/rooms/!r:m.example/send/m.room.message?access_token=x")
    'matrix'
    """
    parts = urlsplit(address)
    host = parts.hostname or ""
    if host in ("discord.com", "discordapp.com") or host.endswith(".discord.com"):
        return "discord"
    if host == "hooks.slack.com":
        return "slack"
    return "matrix" if parts.path.startswith("/_matrix/client/") else "any"


def shaped(address: str, notice: Notice) -> tuple[str, str, dict[str, Any], dict[str, str]]:
    """Method, address, body and headers of a notice for a web hook.

    Matrix has no hooks of its own: the address is that of a room, with the token of who speaks there. It takes the same
    notice once, however often it comes, by the number at the end of the path.
    """
    words, shape = notice.words, shape_of(address)
    if shape == "discord":
        return "POST", address, {"content": words, "allowed_mentions": {"parse": []}}, {}
    if shape == "slack":
        return "POST", address, {"text": words}, {}
    if shape == "matrix":
        parts = urlsplit(address)
        query = parse_qs(parts.query)
        token = query.pop("access_token", [""])[0]
        number = sha256(f"{notice.id}\n{words}".encode()).hexdigest()[:32]
        path = f"{parts.path.rstrip('/')}/{quote(number)}"
        found = parts._replace(path=path, query=urlencode(query, doseq=True)).geturl()
        return "PUT", found, {"msgtype": "m.text", "body": words}, {"authorization": f"Bearer {token}"}
    return "POST", address, {"content": words, "text": words, "body": words, "msgtype": "m.text"}, {}


class Push(Web):
    """Sends to the push service of a browser (RFC 8030), sealed for the browser (RFC 8291), under the club's key.

    The key (VAPID, RFC 8292) is made when the club starts for the first time, and kept: browsers know the club by it.
    """

    def __init__(self, secret: str, subject: str, inside: bool = False) -> None:
        from cryptography.hazmat.primitives.asymmetric import ec

        super().__init__(inside)
        self.subject = subject if subject.startswith("https:") else "mailto:club@localhost"
        self._key = ec.derive_private_key(int(secret, 16), ec.SECP256R1())

    @staticmethod
    def new_secret() -> str:
        """A key for a new club."""
        from cryptography.hazmat.primitives.asymmetric import ec

        return f"{ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value:064x}"

    @property
    def public(self) -> str:
        """What browsers are told."""
        return _text(_point(self._key))

    def __call__(self, way: Way, notice: Notice) -> None:
        import http_ece
        from cryptography.hazmat.primitives.asymmetric import ec

        told = {"title": notice.subject, "body": notice.text, "link": notice.link, "tag": notice.id}
        body = http_ece.encrypt(
            json.dumps(told).encode(),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=_bytes(way.more["p256dh"]),
            auth_secret=_bytes(way.more["auth"]),
            version="aes128gcm",
        )
        headers = {
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(DAY),
            "authorization": f"vapid t={self._token(way.address)}, k={self.public}",
        }
        self.send("POST", way.address, body, headers)

    def _token(self, address: str) -> str:
        """Says who sends, for one push service and half a day."""
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

        parts = urlsplit(address)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + DAY // 2, "sub": self.subject}
        said = ".".join(_text(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{said}.{_text(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def _point(key: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    found: bytes = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return found


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def check_address(kind: str, address: str, senders: Mapping[str, Sender]) -> None:
    """Refuses what cannot be an address of that kind."""
    if kind not in senders:
        raise Refused(409, "kind", f"this club sends nothing by {KINDS[kind]}")
    if len(address) > 500 or not address.isascii() or not address.isprintable() or " " in address:
        raise Refused(400, "address", "cannot be an address")
    if kind == "mail":
        name, at, host = address.rpartition("@")
        if not (name and at and "." in host and not set(",;<>\"'()") & set(address)):
            raise Refused(400, "address", "must be such as name@mail.example")
        return
    try:
        parts = urlsplit(address)
        good = parts.scheme in ("https", "http") and bool(parts.hostname) and not parts.username and parts.port != 0
    except ValueError:
        good = False
    if not good:
        raise Refused(400, "address", "must be such as https://chat.example/hook")


def check_keys(keys: Mapping[str, str] | None) -> dict[str, str]:
    """The keys of a browser's push service, if they are such."""
    from cryptography.hazmat.primitives.asymmetric import ec

    found = dict(keys or {})
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(found["p256dh"]))
        good = set(found) == {"p256dh", "auth"} and len(_bytes(found["auth"])) == 16
    except (KeyError, ValueError, TypeError, binascii.Error):
        good = False
    if not good:
        raise Refused(400, "keys", "must be p256dh and auth, as a browser gives them")
    return found
