"""Alerts as mail, sent through the host's own mail server. Every mail ends all mail with one click (RFC 8058)."""

from __future__ import annotations

import asyncio
import re
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from grognard.kernel.errors import BadInput
from grognard.server.alerts.mail_settings import MailSettings, read_address
from grognard.server.alerts.messages import Message
from grognard.server.alerts.outcomes import SENT, Outcome

if TYPE_CHECKING:
    import ssl

SECONDS: Final = 10.0  # for each command
SECONDS_IN_ALL: Final = 20.0  # a slow server could stay just below the other limit each time
LINK: Final = re.compile(r"https?://[!-;=?-~]+")  # no spaces and no angle brackets
LATER: Final = range(400, 500)  # statuses of SMTP by which a server asks to try again
WAIT: Final = 900.0


def alert_mail(settings: MailSettings, to: str, id: str, message: Message, stop: str, now: datetime) -> bytes:
    """Returns the mail of an alert. `stop` is the address that ends all mail to this receiver.

    `id` stays the same when a mail is sent again, so that the receiver's mail program recognizes it.
    """
    text = f"{message.text}\n\n{message.url}\n\n-- \nGet no more mail: {stop}\n"
    return _composed(settings, to, f"<{id}@{settings.domain}>", message.title, text, stop, now)


def confirmation_mail(settings: MailSettings, to: str, confirm: str, stop: str, now: datetime) -> bytes:
    """Returns the one mail that an address gets before it is confirmed. It repeats nothing that a user typed."""
    server = urlsplit(confirm).netloc
    text = (
        f"You, or someone who typed your address by mistake, asked {server} to mail you when a game waits for you.\n\n"
        f"Confirm your address: {confirm}\n\n"
        "If it wasn't you, do nothing. You won't get any more mail.\n\n"
        f"-- \nBlock all mail from {server}: {stop}\n"
    )
    id = make_msgid(domain=settings.domain)
    return _composed(settings, to, id, "Confirm your mail address for game alerts", text, stop, now)


def _composed(settings: MailSettings, to: str, id: str, subject: str, text: str, stop: str, now: datetime) -> bytes:
    if not LINK.fullmatch(stop):
        raise BadInput(f"“{stop}” is not a link.")
    mail = EmailMessage(SMTP)
    mail["From"] = f"Grognard <{read_address(settings.sender)}>"
    mail["To"] = read_address(to)
    mail["Subject"] = " ".join("".join(each if each.isprintable() else " " for each in subject).split())
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = id
    mail["Auto-Submitted"] = "auto-generated"  # so that no vacation notice answers
    mail.set_content(text)
    # Python would encode a long link as words of a text, and no mail program would find it.
    links = f"List-Unsubscribe: <{stop}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"
    return links.encode("ascii") + mail.as_bytes()


async def send(settings: MailSettings, to: str, mail: bytes, context: ssl.SSLContext | None = None) -> Outcome:
    """Sends a mail through the host's mail server and returns how that ended."""
    import aiosmtplib

    try:
        async with asyncio.timeout(SECONDS_IN_ALL):
            await aiosmtplib.send(
                mail,
                sender=settings.sender,
                recipients=[read_address(to)],
                hostname=settings.host,
                port=settings.port,
                username=settings.user or None,
                password=settings.password or None,
                local_hostname=settings.domain,  # otherwise it waits for a look-up of this machine's name
                use_tls=settings.security == "tls",
                start_tls=settings.security == "starttls",
                tls_context=context,
                timeout=SECONDS,
            )
    except aiosmtplib.SMTPRecipientsRefused as error:
        return _refused(error.recipients[0].code)
    except aiosmtplib.SMTPResponseException as error:
        return _refused(error.code)
    except (aiosmtplib.SMTPException, OSError):
        return Outcome("failed", "The mail server of this site could not be reached.")
    return SENT


def _refused(code: int) -> Outcome:
    """Returns the outcome of a mail that the server refused with this status."""
    if code in LATER:
        return Outcome("later", "The mail server asks to wait.", WAIT)
    return Outcome("failed", f"The mail server refused the message (status {code}).")
