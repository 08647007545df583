"""Bodies: strict JSON of at most 16 KiB."""

import json

import pytest

from tests.api.checked import CheckedClient
from tests.api.table import START, Table

JSON = "application/json"


def test_no_body_at_all_counts_as_an_empty_object_where_everything_is_optional(client: CheckedClient) -> None:
    created = client.post("/v1/games")
    assert created.status == 201
    assert created.json["game"]["players"] == 2
    waiting = client.post("/v1/games", {"seats": [{"open": True}, {}]}).json
    claimed = client.post(f"/v1/games/{waiting['game']['id']}/seats")
    assert claimed.status == 201
    path = f"/v1/games/{waiting['game']['id']}/seats/1/token"
    assert client.put(path, token=claimed.json["seat_token"]["token"]).status == 200


def test_no_body_at_all_is_an_error_where_something_is_required(client: CheckedClient, table: Table) -> None:
    for path in [f"{table.path}/moves", "/v1/positions/describe", "/v1/positions/play", "/v1/records/check"]:
        assert client.post(path).code == "unsupported_media_type"


def test_an_empty_body_that_claims_to_be_json_is_malformed(client: CheckedClient) -> None:
    assert client.post("/v1/games", raw=b"", content_type=JSON).code == "malformed_body"
    assert client.post("/v1/games", raw=b"  ", content_type=JSON).code == "malformed_body"


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json",
        "Application/JSON",
        "application/json; charset=utf-8",
        "application/json;charset=UTF-8",
        'application/json; charset="utf-8"',
        "application/json ; charset=utf-8",
    ],
)
def test_json_in_utf_8_is_taken(client: CheckedClient, content_type: str) -> None:
    assert client.post("/v1/games", raw=b"{}", content_type=content_type).status == 201


@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json5",
        "application/problem+json",
        "application/json; charset=latin-1",
        "application/json; charset=utf-16",
        "application/json, text/plain",
        "json",
        "*/*",
    ],
)
def test_another_content_type_is_unsupported(client: CheckedClient, content_type: str) -> None:
    answer = client.post("/v1/games", raw=b"{}", content_type=content_type)
    assert (answer.status, answer.code) == (415, "unsupported_media_type")


def test_a_body_without_a_content_type_is_unsupported(client: CheckedClient) -> None:
    assert client.post("/v1/games", raw=b"{}").code == "unsupported_media_type"


@pytest.mark.parametrize("encoding", ["gzip", "br", "identity", ""])
def test_a_content_encoding_is_unsupported(client: CheckedClient, encoding: str) -> None:
    answer = client.post("/v1/games", raw=b"{}", content_type=JSON, headers={"Content-Encoding": encoding})
    assert answer.code == "unsupported_media_type"


MALFORMED = {
    "not JSON": b"hello",
    "cut off": b'{"seed": ',
    "two values": b"{} {}",
    "a comma too many": b'{"seed": 7,}',
    "single quotes": b"{'seed': 7}",
    "a comment": b"{} // yes",
    "a byte order mark": b"\xef\xbb\xbf{}",
    "UTF-16": '{"seed": 7}'.encode("utf-16"),
    "UTF-16 without mark": '{"seed": 7}'.encode("utf-16-le"),
    "UTF-32": '{"seed": 7}'.encode("utf-32"),
    "Latin-1": '{"seats": [{"name": "é"}, {}]}'.encode("latin-1"),
    "overlong UTF-8": b'{"a": "\xc0\xaf"}',
    "a surrogate in UTF-8": b'{"a": "\xed\xa0\x80"}',
    "a key twice": b'{"seed": 1, "seed": 1}',
    "a key twice, deep inside": b'{"variants": {"heating_up": true, "heating_up": true}}',
    "a key twice in two spellings": b'{"seed": 1, "s\\u0065ed": 2}',
    "NaN": b'{"seed": NaN}',
    "Infinity": b'{"seed": Infinity}',
    "-Infinity": b'{"seed": -Infinity}',
    "a number that is too large": b'{"seed": 1e999}',
    "5000 digits": b'{"seed": ' + b"9" * 5000 + b"}",
    "5000 decimals": b'{"seed": 0.' + b"9" * 5000 + b"}",
    "a leading zero": b'{"seed": 07}',
    "a plus sign": b'{"seed": +7}',
    "a lone high surrogate": b'{"seats": [{"name": "\\ud800"}, {}]}',
    "a lone low surrogate": b'{"seats": [{"name": "\\uDFFF"}, {}]}',
    "a lone surrogate as a key": b'{"\\ud83d": 1}',
    "surrogates the wrong way round": b'{"a": "\\udc00\\ud800"}',
    "a control character in a string": b'{"a": "\x01"}',
    "a line break in a string": b'{"a": "\n"}',
    "16000 nested lists": b"[" * 16_000,
    "nested lists, closed": b"[" * 8_000 + b"]" * 8_000,
    "nested objects": b'{"a":' * 3_000,
    "33 levels": b'{"a":' * 33 + b"1" + b"}" * 33,
    "33 levels, with brackets in strings": b'["]]]", ' * 33 + b"1" + b"]" * 33,
    "a form feed as white space": b"\x0c{}",
    "a no-break space as white space": "\u00a0{}".encode(),
    "NUL at the end": b"{}\x00",
}


@pytest.mark.parametrize("raw", MALFORMED.values(), ids=MALFORMED)
def test_what_is_not_proper_json_is_malformed(client: CheckedClient, table: Table, raw: bytes) -> None:
    for path in ["/v1/games", f"{table.path}/moves", "/v1/positions/describe", "/v1/records/check"]:
        answer = client.post(path, raw=raw, content_type=JSON)
        assert (answer.status, answer.code) == (400, "malformed_body"), path


def test_proper_json_is_taken_however_it_is_written(client: CheckedClient) -> None:
    raw = b' \t\r\n{ "s\\u0065ats" : [ {"name": "\\ud83d\\ude00"} , {} ] }\n'
    answer = client.post("/v1/games", raw=raw, content_type=JSON)
    assert answer.status == 201
    assert answer.json["game"]["seats"][0]["name"] == "\U0001f600"


def test_32_levels_are_not_too_deep_whatever_stands_in_strings(client: CheckedClient) -> None:
    raw = b'{"a":' * 32 + b'"[[[{{{\\"["' + b"}" * 32
    assert client.post("/v1/games", raw=raw, content_type=JSON).places == ["/a"]
    flat = b'{"seats": [' + b"{}," * 100 + b"{}]}"
    assert client.post("/v1/games", raw=flat, content_type=JSON).places == ["/seats"]


@pytest.mark.parametrize("body", [[], "text", 7, None, True, 1.5])
def test_json_that_is_no_object_is_an_invalid_field(client: CheckedClient, table: Table, body: object) -> None:
    raw = json.dumps(body).encode()
    for path in ["/v1/games", f"{table.path}/moves", "/v1/positions/describe"]:
        answer = client.post(path, raw=raw, content_type=JSON)
        assert answer.code == "invalid_field"
        assert answer.errors == [("", "Must be an object.")]


def test_a_body_may_have_16_kib_and_no_byte_more(client: CheckedClient) -> None:
    most = b'{"seed": 7}' + b" " * (16_384 - 11)
    assert client.post("/v1/games", raw=most, content_type=JSON).status == 201
    answer = client.post("/v1/games", raw=most + b" ", content_type=JSON)
    assert (answer.status, answer.code) == (413, "body_too_large")
    assert client.post("/v1/games", raw=b" " * 10_000_000, content_type=JSON).code == "body_too_large"


def test_the_content_type_is_looked_at_before_the_size(client: CheckedClient) -> None:
    assert client.post("/v1/games", raw=b" " * 20_000, content_type="text/plain").code == "unsupported_media_type"


def test_a_body_where_none_is_taken_is_not_looked_at(client: CheckedClient, table: Table) -> None:
    assert client.get(table.path, raw=b"{", content_type=JSON).status == 200


def test_malformed_bodies_say_where(client: CheckedClient) -> None:
    detail = client.post("/v1/games", raw=b'{\n "seed": }', content_type=JSON).json["detail"]
    assert detail == "The body is not proper JSON: expecting value at line 2, column 10."
    detail = client.post("/v1/positions/describe", raw=b'{"x": 1, "x": 2}', content_type=JSON).json["detail"]
    assert detail == 'The body is not proper JSON: the key "x" stands twice in one object.'


def test_a_hundred_faults_are_listed_and_the_rest_counted(client: CheckedClient) -> None:
    body = {"position": START, **{f"unknown{index:04}": index for index in range(600)}}
    answer = client.post("/v1/positions/describe", body)
    assert answer.json["detail"] == "600 things are not valid."
    assert len(answer.json["errors"]) == 100
