"""Alerts, dashboard and documentation name figures that there are, and each alert says what to do about it."""

import json
import re
from typing import Any

import yaml

from service.telemetry.prometheus import PrometheusMeters
from tests.docs.markdown import ROOT, anchors, table

FOLDER = ROOT / "k8s" / "monitoring"
OPERATIONS = ROOT / "docs" / "operations.md"
SUFFIXES = ("_count", "_bucket", "_sum")


def known() -> dict[str, set[str]]:
    """Each figure that there is, with its labels; of a histogram all of its three."""
    meters = PrometheusMeters()
    meters.request("GET", "/", 200, "call", 0.1)
    meters.problem("not_found")
    meters.waiting("stream", 0)
    meters.rate_limited("read")
    meters.limited_locally()
    meters.thought("greedy", "complete", 0.1)
    meters.thinking(0)
    meters.game_created("2")
    meters.move_played("2")
    meters.game_finished("2", "target")
    meters.game_unreadable("damaged")
    meters.store_call("load", 0.1, failed=True)
    meters.save_conflict()
    found: dict[str, set[str]] = {}
    for line in meters.exposition().decode().splitlines():
        if not line.startswith("#"):
            name, labels = re.fullmatch(r"(\w+)(?:\{(.*)\})? \S+", line).groups()  # type: ignore[union-attr] # or it fails
            found.setdefault(name, set()).update(re.findall(r'(\w+)="', labels or ""))
    return {name: labels for name, labels in found.items() if not name.endswith("_created")}


def rules() -> list[dict[str, Any]]:
    document = yaml.safe_load((FOLDER / "prometheus-rule.yaml").read_text())
    (group,) = document["spec"]["groups"]
    found: list[dict[str, Any]] = group["rules"]
    return found


def panels() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((FOLDER / "dashboard.json").read_text())["panels"]
    return found


def check(expression: str, figures: dict[str, set[str]]) -> None:
    """Fail unless an expression is whole, and asks for figures and labels that there are."""
    for one, other in ("()", "[]", "{}"):
        assert expression.count(one) == expression.count(other), expression
    names = re.findall(r"kiln_\w+", expression)
    assert names, expression
    for name in names:
        assert name in figures, f"{name} in {expression}"
    labels = set(re.findall(r'(\w+)(?:=|!=|=~|!~)"', expression))
    for group in re.findall(r"by \(([^)]*)\)", expression):
        labels |= {label.strip() for label in group.split(",")}
    there = set().union(*(figures[name] for name in names)) | {"instance"}
    assert labels <= there, (labels - there, expression)
    for name in names:  # a counter is no use but by its rate
        if name.endswith(("_total", *SUFFIXES)):
            assert re.search(rf"(rate|increase)\({name}\b", expression), expression


def test_every_alert_asks_for_figures_that_there_are() -> None:
    figures = known()
    for rule in rules():
        check(rule["expr"], figures)


def test_every_alert_says_what_it_is_how_bad_and_what_to_do() -> None:
    headings = anchors(OPERATIONS)
    for rule in rules():
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
        assert rule["labels"]["severity"] in ("info", "warning", "critical")
        assert rule["annotations"]["summary"].endswith(".")
        page, _, anchor = rule["annotations"]["runbook"].partition("#")
        assert (ROOT / page, anchor) == (OPERATIONS, rule["alert"].lower())
        assert anchor in headings


def test_every_alert_of_the_runbook_is_there() -> None:
    told = set(re.findall(r"^### (Kiln\w+)$", OPERATIONS.read_text(), re.MULTILINE))
    assert told == {rule["alert"] for rule in rules()}


def test_every_panel_asks_for_figures_that_there_are() -> None:
    figures = known()
    for panel in panels():
        for target in panel["targets"]:
            check(target["expr"].replace("[$__rate_interval]", "[5m]"), figures)


def test_the_panels_have_names_ids_and_places_of_their_own() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in panels():
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert place["x"] + place["w"] <= 24
        assert not cells & taken, panel["title"]
        taken |= cells
    for key in ("id", "title"):
        assert len({panel[key] for panel in panels()}) == len(panels())


def test_alerts_that_panels_name_are_there() -> None:
    names = {rule["alert"] for rule in rules()}
    told = {name for panel in panels() for name in re.findall(r"\bKiln[A-Z]\w+", panel["description"])}
    assert told <= names
    assert told


def test_all_figures_are_on_the_dashboard_and_in_the_documentation() -> None:
    shown = json.dumps(panels())
    told = " ".join(figure for figure, *_ in table(OPERATIONS, "Metrics"))
    for name in known():
        base = re.sub("(_count|_bucket|_sum)$", "", name)
        assert base in shown, base
        assert base in told, base


def test_the_figures_are_looked_for_where_they_are() -> None:
    monitor = yaml.safe_load((FOLDER / "pod-monitor.yaml").read_text())
    deployment = yaml.safe_load((ROOT / "k8s" / "base" / "deployment.yaml").read_text())
    template = deployment["spec"]["template"]
    ports = {port["name"]: port["containerPort"] for port in template["spec"]["containers"][0]["ports"]}
    (endpoint,) = monitor["spec"]["podMetricsEndpoints"]
    assert endpoint["path"] == template["metadata"]["annotations"]["prometheus.io/path"] == "/metrics"
    assert str(ports[endpoint["port"]]) == template["metadata"]["annotations"]["prometheus.io/port"]
    assert monitor["spec"]["selector"]["matchLabels"].items() <= template["metadata"]["labels"].items()
