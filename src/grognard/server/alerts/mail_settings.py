"""The host's mail server, and which mail addresses are valid."""

from __future__ import annotations

import re
from typing import Final, Literal, get_args

import msgspec

from grognard.kernel.errors import BadInput

LONGEST: Final = 254  # characters of an address
LABEL: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
# Plain addresses only: no quotes, comments, lists or letters beyond ASCII, so an address needs no escaping.
ADDRESS: Final = re.compile(rf"[A-Za-z0-9!#$%&'*+/=?^_`{{|}}~.-]{{1,64}}@(?:{LABEL}\.)+{LABEL}", re.ASCII)
GMAIL: Final = ("gmail.com", "googlemail.com")  # both names lead to the same mailboxes

Security = Literal["starttls", "tls", "none"]
SECURITIES: Final[tuple[str, ...]] = get_args(Security)


class MailSettings(msgspec.Struct, frozen=True):
    """The host's mail server, and the address that alerts come from."""

    host: str
    sender: str
    port: int = 587
    user: str = ""
    password: str = ""
    security: Security = "starttls"

    @property
    def domain(self) -> str:
        """The domain of the sender."""
        return self.sender.rpartition("@")[2]


def read_address(text: str) -> str:
    """Returns a mail address that someone typed; raises BadInput if it is not one."""
    address = text.strip()
    local = address.rpartition("@")[0]
    if len(address) > LONGEST or not ADDRESS.fullmatch(address) or f".{local}.".count(".."):
        raise BadInput(f"“{address}” is not a mail address. Check it for typing errors.")
    return address


def mailbox(address: str) -> str:
    """Returns one spelling of a valid address for all spellings that usually reach the same mailbox."""
    local, _at, domain = address.lower().rpartition("@")
    local = local.partition("+")[0] or local
    return f"{local.replace('.', '')}@{GMAIL[0]}" if domain in GMAIL else f"{local}@{domain}"
