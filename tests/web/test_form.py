"""What the form makes of its fields, and the other way round."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from api.web.form import body_of, form_of, form_of_line

LINE = "z1~family.opening_minimum-42~7D8D9DJK~r6~s~dsJK~p3H8S~b2C~mm1.Eva.5CJK7C~mm2.me.4HJKJK.sn~qEva.11.1~tEva~e2H"
BODY = {
    "rules": {"base": "family", "opening_minimum": 42},
    "hand": "7♦ 8♦ 9♦ JK",
    "drawn": {"from": "stock", "card": "JK"},
    "discard_pile": "3♥ 8♠",
    "bottom_card": "2♣",
    "top_discard_by": "Eva",
    "seen": "2♥",
    "round": 6,
    "starter": True,
    "table": [
        {"owner": "Eva", "cards": "5♣ JK 7♣", "id": "m1"},
        {"owner": "me", "cards": "4♥ JK JK", "id": "m2", "kind": "set", "opening_run": False},
    ],
    "opponents": [{"name": "Eva", "cards": 11, "opened": True}],
}


def test_a_position_line_fills_the_form_and_comes_back() -> None:
    form = form_of_line(LINE)
    form.position = ""
    assert body_of(form) == BODY


def test_phase_stock_and_what_opponents_showed_stand_in_the_form() -> None:
    form = form_of_line("z1~family~7D8D~qEva.3.0.8S.2C3C~qJan..0..KC~fb~l9")
    form.position = ""
    assert (form.phase, form.stock_left) == ("before_draw", "9")
    body = body_of(form)
    assert body["phase"] == "before_draw"
    assert body["stock_left"] == 9
    assert body["opponents"] == [
        {"name": "Eva", "cards": 3, "opened": False, "picked": "8♠", "thrown": "2♣ 3♣"},
        {"name": "Jan", "opened": False, "thrown": "K♣"},
    ]


def test_the_form_asks_the_same_position(client: FlaskClient) -> None:
    fields = {"rules": "family", "overrides": '{"opening_minimum": 42}', "hand": "7-9♦ joker", "drawn_from": "stock"}
    fields |= {"drawn_card": "JK", "discard_pile": "3H 8S", "bottom_card": "2C", "top_discard_by": "Eva", "seen": "2H"}
    fields |= {"round": "6", "starter": "on", "ask": "penalty"}
    rows = [
        *[("meld_owner", one) for one in ("Eva", "me", "me")],
        *[("meld_cards", one) for one in ("5C JK 7C", "", "4H JK JK")],
        *[("meld_id", one) for one in ("m1", "", "m2")],
        *[("meld_kind", one) for one in ("", "", "set")],
        *[("meld_opening_run", one) for one in ("", "", "no")],
        *[("opponent_name", one) for one in ("Eva", "Opponent 2")],
        *[("opponent_cards", one) for one in ("11", "")],
        *[("opponent_opened", one) for one in ("yes", "")],
    ]
    response = client.post("/", data=MultiDict([*fields.items(), *rows]))
    assert response.status_code == 303
    assert response.location == f"/?position={LINE}&ask=penalty"


@pytest.mark.parametrize(
    ("fields", "body"),
    [
        ({"hand": "7D", "round": "soon"}, {"rules": "zoliky-online", "hand": "7D", "round": "soon"}),
        ({"hand": "7D", "overrides": "{{{"}, {"rules": "zoliky-online", "hand": "7D"}),
        ({"position": "z1~family~7D"}, {"position": "z1~family~7D"}),
        ({"rules": "family"}, {"rules": "family", "hand": ""}),
    ],
)
def test_what_is_typed_goes_on_as_it_is(fields: dict[str, str], body: dict[str, object]) -> None:
    assert body_of(form_of(MultiDict(fields))) == body


@pytest.mark.parametrize(
    "address",
    [
        "/?position=nonsense&ask=opening",
        "/?position=z1~family~7D8D~mm1.Eva.5C6C8C&ask=turn",
        "/?position=z1~family~&ask=penalty",
        "/?hand=7Q&ask=opening",
        "/?hand=%00%ff&ask=closing&rules=none&overrides=[1]",
        "/?ask=nothing&hand=7D&lang=xx",
    ],
)
def test_any_address_is_answered(client: FlaskClient, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 200
    assert response.content_type == "text/html; charset=utf-8"
    assert "Žolíky advisor" in response.text


def test_an_unreadable_line_is_told_at_its_field(client: FlaskClient) -> None:
    page = client.get("/?position=nonsense&ask=opening").text
    assert 'id="error-position">“nonsense” is not part of a position line.' in page


def test_what_was_typed_is_shown_as_text(client: FlaskClient) -> None:
    page = client.post("/", data={"hand": '"><script>alert(1)</script>', "ask": "opening"})
    assert page.status_code == 422
    assert "<script>alert" not in page.text


@pytest.mark.parametrize(
    ("asked", "language"), [("cs,en;q=0.8", "cs"), ("sk", "sk"), ("de", "en"), ("cs;q=0.1,sk", "sk")]
)
def test_the_language_is_the_browsers(client: FlaskClient, asked: str, language: str) -> None:
    response = client.get("/", headers={"Accept-Language": asked})
    assert f'<html lang="{language}"' in response.text
    assert response.headers["Content-Language"] == language
    assert {"Accept-Language", "Cookie"} <= set(response.vary)


def test_files_are_compressed_for_who_takes_it(client: FlaskClient) -> None:
    plain = client.get("/static/cards/KS.svg", headers={"Accept-Encoding": "identity"}, buffered=True)
    small = client.get("/static/cards/KS.svg", headers={"Accept-Encoding": "gzip"}, buffered=True)
    assert small.headers["Content-Encoding"] == "gzip"
    assert len(small.data) * 2 < len(plain.data)
    assert "max-age=604800" in small.headers["Cache-Control"]
    tag = small.headers["ETag"]
    assert client.get("/static/cards/KS.svg", headers={"If-None-Match": tag}, buffered=True).status_code == 304


def test_all_card_faces_are_there(client: FlaskClient) -> None:
    cards = [f"{rank}{suit}" for suit in "SHDC" for rank in ("A", *range(2, 11), "J", "Q", "K")]
    names = [*cards, "JK", *(f"four/{card}" for card in cards if card[-1] in "DC")]
    assert {client.get(f"/static/cards/{name}.svg", buffered=True).status_code for name in names} == {200}
