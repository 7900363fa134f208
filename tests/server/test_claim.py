"""Garbage where the server keeps its lock and its address; and other addresses than this machine's."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from front1914.server import app
from front1914.server.claim import ADDRESS, LOCK, Claim

GARBAGE = b"\xff\xfe this is no database " * 200


def test_a_lock_full_of_garbage_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / LOCK).write_bytes(GARBAGE)
    first = Claim(tmp_path)
    second = Claim(tmp_path)
    assert (first.ours, second.ours) == (True, False)
    first.release()


def test_a_lock_that_cannot_be_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / LOCK).mkdir()
    with pytest.raises(OSError, match="lock cannot be made"):
        Claim(tmp_path)
    assert app.run(port=0, open_browser=False, data_dir=tmp_path) == 1
    assert "the lock cannot be made" in capsys.readouterr().err


@pytest.mark.parametrize(
    "said",
    [
        GARBAGE,
        b"",
        b"file:///etc/passwd",
        b"javascript:alert(1)",
        b"http://127.0.0.1:1/\nhttp://evil.example/",
        b"http://a b:1/",
    ],
)
def test_only_an_address_is_opened_in_the_browser(
    tmp_path: Path, said: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    first = Claim(tmp_path)
    (tmp_path / ADDRESS).write_bytes(said)
    assert app.run(port=0, data_dir=tmp_path) == 1
    assert "address unknown" in capsys.readouterr().out
    assert opened == []
    first.release()


@pytest.mark.parametrize(("host", "warned"), [("127.0.0.1", False), ("localhost", False), ("0.0.0.0", True)])
def test_another_address_than_this_machine_is_warned_of(
    tmp_path: Path, host: str, warned: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listening: list[str] = []

    def listen(name: str, port: int) -> socket.socket:
        listening.append(name)
        found = socket.socket()
        found.bind(("127.0.0.1", 0))  # whatever is asked for, the test stays on this machine
        return found

    monkeypatch.setattr(app, "listen", listen)
    monkeypatch.setattr(app.Server, "run", lambda self, sockets: None)
    app.run(host=host, port=0, open_browser=False, data_dir=tmp_path)
    assert listening == [host]
    assert ("There are no passwords" in capsys.readouterr().err) == warned
