"""The page as an app: its manifest, and the page opened while the service is away, over restarts and new versions."""

from __future__ import annotations

import re
import struct
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect
from werkzeug.serving import BaseWSGIServer, make_server

from api import create_app
from api.service.settings import Settings
from api.web import installed
from tests.examples.conftest import _Quiet, _read_whole

LANGUAGES = {"en": "Žolíky advisor", "cs": "Rádce pro žolíky", "sk": "Radca na žolíky"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest(client: FlaskClient, language: str) -> None:
    page = client.get("/", headers={"Accept-Language": language}).text
    address = re.search(r'<link rel="manifest" href="([^"]+)"', page)
    assert address
    response = client.get(address[1].replace("&amp;", "&"))
    assert response.content_type == "application/manifest+json"
    told = response.get_json(force=True)
    assert (told["lang"], told["name"]) == (language, LANGUAGES[language])
    assert len(told["short_name"]) <= 12
    assert (told["id"], told["start_url"], told["scope"], told["display"]) == ("/", "/", "/", "standalone")
    sizes = set()
    for icon in told["icons"]:
        data = client.get(icon["src"], buffered=True).data
        if icon["type"] == "image/png":
            assert "{}x{}".format(*struct.unpack(">II", data[16:24])) == icon["sizes"]
            assert len(data) < 20_000
        sizes.add((icon.get("purpose", "any"), icon["sizes"]))
    assert sizes >= {("any", "192x192"), ("any", "512x512"), ("maskable", "512x512")}


def test_the_service_worker_names_what_there_is(client: FlaskClient) -> None:
    response = client.get("/service-worker.js")
    assert response.content_type.startswith("text/javascript")
    assert response.headers["Cache-Control"] == "no-cache"
    assert installed.version() in response.text
    assert client.get("/").headers[installed.VERSION_HEADER] == installed.version()
    for file in installed.files():
        assert client.get(f"/static/{file}", buffered=True).status_code == 200


class Restarted:
    """A service on one port that can go away and come back."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.port = 0
        self.server: BaseWSGIServer | None = None
        self.start()

    def start(self) -> None:
        self.server = make_server("127.0.0.1", self.port, _read_whole(self.app), threaded=True, request_handler=_Quiet)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever).start()

    def stop(self) -> None:
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@pytest.fixture
def service() -> Iterator[Restarted]:
    one = Restarted(create_app(Settings()))
    yield one
    one.stop()


def with_worker(browser: Browser, service: Restarted, **options: Any) -> Page:
    page = browser.new_context(base_url=service.address, **options).new_page()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    return page


HAND = ["7D", "8D", "9D", "KS", "KH", "KD", "2C", "5H"]
NOTE = """async (cards) => {
  const { note } = await import("/static/js/live/deal.js");
  const { session } = await import("/static/js/live/kept.js");
  note({ type: "hand", cards }, { type: "correct", set: { turn: "me", round: 5, phase: "after_draw" } });
  await (await session()).settled();
}"""


def test_without_the_service(browser: Browser, service: Restarted) -> None:
    """Opens with all that is kept, says what needs the service, and asks again by itself when it is back."""
    page = with_worker(browser, service, locale="cs-CZ")
    page.evaluate(NOTE, HAND)
    expect(page.locator('#advice [data-act="do_it"]')).to_be_visible()
    service.stop()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    expect(page.locator("#cards .card")).to_have_count(len(HAND))
    expect(page.locator('#advice [data-act="ask_again"]')).to_be_visible()
    service.start()
    expect(page.locator('#advice [data-act="do_it"]')).to_be_visible(timeout=15_000)
    page.context.close()


def test_a_new_version(browser: Browser, service: Restarted, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new version replaces the old one whole; a page of it never gets a file of the old one."""
    page = with_worker(browser, service)
    caches = "async () => (await caches.keys()).filter((one) => one.startsWith('zolik-'))"
    assert page.evaluate(caches) == [f"zolik-{installed.version()}"]
    monkeypatch.setattr("api.web.views.version", lambda: "1" * 16)
    page.goto("/")  # a page of the new version under the worker of the old one
    service.stop()
    refused = "import('/static/js/live/details.js').then(() => 'loaded', () => 'refused')"
    assert page.evaluate(refused) == "refused"
    service.start()
    monkeypatch.setattr("api.web.installed.version", lambda: "1" * 16)
    page.evaluate("async () => { await (await navigator.serviceWorker.getRegistration()).update(); }")
    page.wait_for_function(f"async () => String(await ({caches})()) === 'zolik-{'1' * 16}'")
    page.reload()
    service.stop()
    page.reload()
    expect(page.locator("html")).to_have_class(re.compile("ready"))
    page.context.close()
