"""The service as the tests of its calls use it."""

from __future__ import annotations

from typing import Any, Protocol

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api import create_app
from api.service.settings import Settings

Json = dict[str, Any]


class Ask(Protocol):
    """Asks a call and gives back its answer; `status` is the one expected."""

    def __call__(self, call: str, body: Any, status: int = 200, **headers: str) -> Json: ...


@pytest.fixture(scope="session")
def app() -> Flask:
    return create_app(Settings(time_ms=5000))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def ask(client: FlaskClient) -> Ask:
    def asked(call: str, body: Any, status: int = 200, **headers: str) -> Json:
        response = client.post(
            f"/v1/{call}", json=body, headers={name.replace("_", "-"): one for name, one in headers.items()}
        )
        assert response.status_code == status, response.get_data(as_text=True)
        answer: Json = response.get_json()
        return answer

    return asked
