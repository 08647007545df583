"""Query parameters: known, spelt right, given once."""

import pytest

from tests.api.checked import CheckedClient
from tests.api.table import Table


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "{game}"),
        ("GET", "{game}/me"),
        ("GET", "{game}/record"),
        ("GET", "{game}/moves/1"),
        ("DELETE", "{game}"),
        ("DELETE", "{game}/seats/1"),
        ("POST", "/v1/games"),
        ("POST", "{game}/seats"),
        ("PUT", "{game}/seats/1/token"),
        ("GET", "/healthz"),
        ("GET", "/readyz"),
        ("GET", "/openapi.json"),
        ("GET", "/docs"),
    ],
)
def test_a_parameter_that_is_not_known_is_an_error_everywhere(
    client: CheckedClient, table: Table, method: str, path: str
) -> None:
    answer = client.send(method, path.format(game=table.path) + "?token=abc")
    assert answer.status == 422
    assert answer.json["errors"] == [{"parameter": "token", "detail": "Is not known."}]
    assert client.get(table.path).status == 200  # still there


def test_a_parameter_given_twice_is_an_error(client: CheckedClient, table: Table) -> None:
    answer = client.get(f"{table.path}/legal-moves?limit=5&limit=5")
    assert answer.json["errors"] == [{"parameter": "limit", "detail": "Is given twice."}]


def test_all_faults_of_a_query_are_told_at_once(client: CheckedClient, table: Table) -> None:
    answer = client.get(f"{table.path}/legal-moves?limit=0&push=N7&offset=-1&x=1")
    assert answer.places == ["limit", "offset", "push", "x"]
    assert answer.errors[0] == ("limit", "Must be an integer from 1 to 10000.")


def test_faults_of_query_and_body_are_told_together(client: CheckedClient, table: Table) -> None:
    answer = client.post(f"{table.path}/moves?dry_run=yes", {"number": 0})
    assert answer.errors == [
        ("dry_run", "Must be true or false."),
        ("/move", "Is required."),
        ("/number", "Must be an integer from 1 to 999999."),
    ]


@pytest.mark.parametrize(
    "value",
    [
        "",
        "0",
        "10001",
        "01",
        "+1",
        "-1",
        "1.0",
        "1e3",
        "%20",
        "1%20",
        "%201",
        "1_0",
        "%EF%BC%91",
        "%D9%A1",
        "%B2",
        "true",
        "9" * 30,
    ],
)
def test_a_number_in_a_query_is_plain_digits_in_its_range(client: CheckedClient, table: Table, value: str) -> None:
    answer = client.get(f"{table.path}/legal-moves?limit={value}")
    assert answer.errors == [("limit", "Must be an integer from 1 to 10000.")]


@pytest.mark.parametrize("value", ["", "True", "TRUE", "1", "yes", "on", "true%20", "null"])
def test_a_truth_in_a_query_is_true_or_false(client: CheckedClient, table: Table, value: str) -> None:
    answer = client.post(f"{table.path}/moves?dry_run={value}", {"number": 1, "move": "?"})
    assert answer.errors == [("dry_run", "Must be true or false.")]


@pytest.mark.parametrize("value", ["", "n1", "N0", "N7", "X1", "N1%20", "N1%0A", "black", "0"])
def test_a_push_names_a_slot(client: CheckedClient, table: Table, value: str) -> None:
    for path in ["legal-moves", "legal-moves/tree"]:
        assert client.get(f"{table.path}/{path}?push={value}").places == ["push"]


@pytest.mark.parametrize("query", ["", "&", "&&", "limit=5&", "&limit=5"])
def test_stray_ampersands_are_nothing(client: CheckedClient, table: Table, query: str) -> None:
    assert client.get(f"{table.path}/legal-moves?{query}").status == 200


def test_odd_bytes_in_a_query_are_no_fault_of_ours(client: CheckedClient, table: Table) -> None:
    for query in ["%00=1", "%ff%fe=1", "limit=%ff", "limit=%00", "%", "=", "a;b", "limit=%ZZ"]:
        assert client.get(f"{table.path}/legal-moves?{query}").code == "invalid_field"
