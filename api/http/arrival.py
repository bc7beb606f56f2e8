"""A request that is arriving: what has come of it, whether it is all there, and until when more of it must come.

Only so much is read here as tells when a request may be handed to a thread; what it says is read by the server's own
parser. What cannot be understood here is handed over too, and refused there.
"""

from __future__ import annotations

import re
import socket
import time
from dataclasses import dataclass
from typing import Final

from gunicorn.http.errors import ParseException
from gunicorn.http.unreader import SocketUnreader

HEAD_LIMIT: Final = 64 * 1024
BODY_SECONDS: Final = 120.0
"""Longest time in which a body comes, at whatever rate."""
SIZE_LINE_LIMIT: Final = 8190
BATCH: Final = b"/v1/batch"
CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"
_END: Final = b"\r\n\r\n"
_LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,15})[ \t]*(?=\r\n)", re.IGNORECASE)
_CODED: Final = re.compile(rb"\r\ntransfer-encoding:[ \t]*chunked[ \t]*(?=\r\n)", re.IGNORECASE)
_FRAMED: Final = re.compile(rb"\r\n(content-length|transfer-encoding)[ \t]*:", re.IGNORECASE)
_EXPECTS: Final = re.compile(rb"\r\nexpect:[ \t]*100-continue[ \t]*(?=\r\n)", re.IGNORECASE)
_LINES: Final = re.compile(rb"\r\ncontent-type:[ \t]*application/x-ndjson", re.IGNORECASE)


class TooSlow(ParseException):
    """A caller did not send his request in its time."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a request may be, in bytes, and how slow: so many seconds for the headers and for the beginning of the
    body, then so many bytes a second."""

    body: int
    batch: int
    seconds: float
    rate: int


class Arrival:
    """What has come of a request on one connection; times are those of `time.monotonic`."""

    def __init__(self, limits: Limits, now: float) -> None:
        self._limits = limits
        self.data = bytearray()
        self.until = now + limits.seconds
        self.ready = self.whole = self.stream = self.expects = False
        self.removed = 0  # bytes that came and are not kept
        self._began = now
        self._body = -1  # where it begins; -1: the headers have not ended
        self._limit = limits.body
        self._length: int | None = None
        self._place = self._left = self._got = 0  # of chunks: next byte to look at, left of this one, in all
        self._line = self._last = False

    def take(self, piece: bytes, now: float) -> None:
        """Adds what has come, and looks whether the request is ready to be handed over."""
        if not self.data:
            self._began, self.until = now, now + self._limits.seconds
        searched = max(0, len(self.data) - len(_END) + 1)
        self.data += piece
        if self._body < 0:
            self._find_head(searched, now)
        if self._body >= 0:
            received = len(self.data) - self._body
            self.until = self._began + min(self._limits.seconds + received / self._limits.rate, BODY_SECONDS)
            if not self.ready:
                self._look_at_body()

    def _find_head(self, searched: int, now: float) -> None:
        end = self.data.find(_END, searched)
        if end < 0:
            line = self.data.find(b"\n", 0, HEAD_LIMIT)
            self.ready = len(self.data) > HEAD_LIMIT or (line >= 0 and self.data[line - 1 : line] != b"\r")
            return
        self._began = now
        head = bytes(self.data[: end + 2])
        framed, length, coded = len(_FRAMED.findall(head)), _LENGTH.search(head), _CODED.search(head)
        target = head.split(b"\r\n", 1)[0].split(b" ")[1:2]
        batch = bool(target) and target[0].partition(b"?")[0] == BATCH
        self._limit = self._limits.batch if batch else self._limits.body
        self._body = end + len(_END)
        if length is not None:
            self._length = int(length[1])
        elif not coded:
            self._length = 0
        if framed > 1 or (framed and not length and not coded) or (self._length or 0) > self._limit:
            self.ready = True  # to be refused, before the body has come
            return
        self.stream = batch and _LINES.search(head) is not None
        without = _EXPECTS.sub(b"", head)
        if len(without) < len(head):
            self.expects = len(self.data) == self._body and self._length != 0
            self.data[: len(head)] = without
            self.removed = len(head) - len(without)
            self._body -= self.removed
        self._place = self._body

    def _look_at_body(self) -> None:
        if self._length is None:
            self._look_at_chunks()
            self.ready |= self.whole or self._got > self._limit or len(self.data) > 2 * self._limit + HEAD_LIMIT
        else:
            self.whole = len(self.data) - self._body >= self._length
            self._line = self.stream and b"\n" in self.data[self._place :]
            self._place = len(self.data)
        self.ready |= self.whole or (self.stream and self._line)

    def _look_at_chunks(self) -> None:
        while True:
            if self._left:  # the two bytes that end the chunk are counted too
                here = self.data[self._place : self._place + self._left]
                self._line |= b"\n" in here[: self._left - 2]
                self._place += len(here)
                self._left -= len(here)
                if self._left:
                    return
            if self._last:
                self.whole = (
                    self.data[self._place : self._place + 2] == b"\r\n" or self.data.find(_END, self._place) >= 0
                )
                return
            end = self.data.find(b"\r\n", self._place)
            if end < 0:
                self.ready |= len(self.data) - self._place > SIZE_LINE_LIMIT
                return
            size = self.data[self._place : end].partition(b";")[0].strip(b" \t")
            if not re.fullmatch(rb"[0-9a-fA-F]{1,12}", size):
                self.ready = True
                return
            self._place = end + 2
            self._got += int(size, 16)
            self._last = int(size, 16) == 0
            self._left = 0 if self._last else int(size, 16) + 2


class Reader(SocketUnreader):
    """Reads what has come, and for the rest waits no longer than it may."""

    def __init__(self, sock: socket.socket) -> None:
        super().__init__(sock)
        self.until = self.seconds = 0.0

    def chunk(self, size_hint: int | None = None) -> bytes:
        """The next piece. Raises TooSlow."""
        if time.monotonic() > self.until:
            raise TooSlow
        self.sock.settimeout(self.seconds)
        try:
            piece: bytes = super().chunk(size_hint)  # type: ignore[call-arg]
        except TimeoutError:
            raise TooSlow from None
        return piece
