"""A real browser on the real service: Chromium, headless, under the service's own content policy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, BrowserContext, Page

from api import create_app
from api.service.settings import Settings
from tests.examples.conftest import served

PHONE, DESKTOP = (360, 780), (1280, 900)


@pytest.fixture(scope="session")
def web_app() -> Flask:
    return create_app(Settings())


@pytest.fixture
def client(web_app: Flask) -> FlaskClient:
    return web_app.test_client()


@pytest.fixture(scope="session")
def address(web_app: Flask) -> Iterator[str]:
    with served(web_app) as one:
        yield one


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The table, whose modules the tests of a file ask; none of them changes it."""
    context = browser.new_context(base_url=address)
    page = context.new_page()
    page.goto("/")
    yield page
    context.close()


class Visitor:
    """Opens pages, and notes every request and everything that went wrong."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self.requests: list[str] = []
        self.wrong: list[str] = []
        self._contexts: list[BrowserContext] = []

    def open(
        self, path: str = "/", *, size: tuple[int, int] = DESKTOP, language: str = "en-GB", **options: Any
    ) -> Page:
        options.setdefault("service_workers", "block")  # each would fetch every file; they have tests of their own
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, locale=language, base_url=self.address, **options
        )
        context.set_default_timeout(10_000)
        self._contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda message: self.wrong.append(message.text) if self._is_wrong(message) else None)
        page.goto(path)
        return page

    def form(self, path: str = "/", **options: Any) -> Page:
        """Opens a page as the form."""
        return self.open(f"{path}{'&' if '?' in path else '?'}view=form", **options)

    @staticmethod
    def _is_wrong(message: Any) -> bool:
        """A refused question is told in the console too, and is no fault of the page."""
        expected = ("status of 422", "Service Worker registration blocked")
        return message.type in ("error", "warning") and not any(one in message.text for one in expected)

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def visitor(browser: Browser, address: str) -> Iterator[Visitor]:
    """A visitor; after the test nothing went wrong in the pages, and no other host was asked for anything."""
    one = Visitor(browser, address)
    yield one
    one.close()
    assert one.wrong == []
    hosts = {urlsplit(url).netloc for url in one.requests if not url.startswith(("data:", "blob:"))}
    assert hosts <= {urlsplit(address).netloc}
