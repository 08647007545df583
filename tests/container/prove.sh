#!/usr/bin/env bash
# Builds the image from the Dockerfile as it is, and uses it as its users would: `make container-proof`.
#
# It needs neither a Docker engine nor an image registry, only Debian's packages, which it installs when they are
# missing (so it runs as root). Images come from buildah, containers from podman with runc: the same formats and
# system calls as with Docker. The two images that would be pulled are made here and tagged as they are named:
#   - that of the Dockerfile's FROM: Debian trixie with its Python 3.13, laid out like the original
#   - Valkey's, as compose.yaml names it: the same with Debian's valkey-server
# All that it makes lies in one folder, which is removed at the end. It takes some minutes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

port=18427
here="http://127.0.0.1:$port"
work=$(mktemp -d /var/tmp/kiln-proof.XXXXXX)
log="$work/log"
failed="something unexpected"

say() { echo "ok: $*"; }
fail() { failed=$*; exit 1; }
check() { # check WHAT ACTUAL EXPECTED
  [ "$2" = "$3" ] || fail "$1: expected '$3', got '$2'"
}

# ---- what it needs, and what it leaves -----------------------------------------------------------

packages=(aardvark-dns buildah curl debootstrap iptables netavark podman podman-compose python3 runc)

install_packages() {
  local missing=() package
  for package in "${packages[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2> /dev/null | grep -q ' installed' || missing+=("$package")
  done
  if [ ${#missing[@]} -gt 0 ]; then
    export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 # no service is started
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "${missing[@]}"
  fi
}

settings() { # storage and networks of its own, whatever podman is used for besides
  mkdir -p "$work/networks" "$work/tmp"
  cat > "$work/containers.conf" << END
[containers]
default_ulimits = ["nofile=1024:$(ulimit -Hn)", "nproc=1024:1024"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
tmp_dir = "$work/tmp"
[network]
network_backend = "netavark"
network_config_dir = "$work/networks"
END
  cat > "$work/storage.conf" << END
[storage]
driver = "overlay"
graphroot = "$work/graph"
runroot = "$work/run"
END
  export CONTAINERS_CONF="$work/containers.conf" CONTAINERS_STORAGE_CONF="$work/storage.conf"
}

clean_up() {
  local code=$?
  set +e
  if [ $code -ne 0 ]; then # what is said goes to where the script writes, wherever it was just now
    tail -n 40 "$log"
    podman ps --all --quiet | while read -r container; do podman logs --tail 20 "$container"; done
    echo "FAILED: $failed"
  fi >&3 2>&1
  if [ -n "${CONTAINERS_CONF:-}" ]; then
    podman rm --force --all --time 0
    podman network prune --force
  fi > /dev/null 2>&1
  grep -o " ${work}[^ ]*" /proc/mounts | sort -r | xargs -r umount
  rm -rf --one-file-system "$work"
}
exec 3>&1
trap clean_up EXIT

# ---- images --------------------------------------------------------------------------------------

base_image() { # base_image NAME: Debian's Python where the original has its own, with pip beside it
  local root="$work/root" version
  debootstrap --variant=minbase --include=ca-certificates,python3,python3-dev,python3-venv trixie "$root"
  version=$(chroot "$root" python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  chroot "$root" python3 -m venv /opt/seed
  mkdir -p "$root/usr/local/lib/python$version/dist-packages"
  cp -r "$root/opt/seed/lib/python$version/site-packages"/pip* "$root/usr/local/lib/python$version/dist-packages/"
  rm -rf "$root/opt/seed" "$root/usr/lib/python$version/EXTERNALLY-MANAGED"
  ln -s /usr/bin/python3 "$root/usr/local/bin/python"
  # This machine's way to PyPI, so that the Dockerfile need not know it.
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
  if [ -e /etc/pip.conf ]; then cp /etc/pip.conf "$root/etc/"; fi
  tar -C "$root" -c . | podman import - "$1"
  rm -rf "$root"
}

valkey_image() { # valkey_image NAME BASE: the user and the folder of the original
  buildah build --isolation chroot --format docker --tag "$1" --file - "$work" << END
FROM $2
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends valkey-server valkey-tools \
    && usermod --uid 999 valkey && groupmod --gid 999 valkey && install -d -o 999 -g 999 -m 1777 /data
WORKDIR /data
END
}

kiln_image() {
  buildah build --isolation chroot --format docker --pull-never --tag kiln \
    --build-arg VERSION=1.2.3 --build-arg REVISION=abc .
}

inspect() { podman image inspect --format "$1" kiln; }
inside() { podman run --rm --network none --entrypoint sh kiln -c "$1"; }

look_at_image() {
  check user "$(inspect '{{.Config.User}}')" 10001:10001
  check command "$(inspect '{{.Config.Entrypoint}} {{.Config.Cmd}}')" '[kiln] [serve]'
  check "stop signal" "$(inspect '{{.Config.StopSignal}}')" SIGTERM
  check "health check" "$(inspect '{{.HealthCheck.Test}}')" '[CMD kiln health]'
  check volumes "$(inspect '{{.Config.Volumes}}')" 'map[/data:{}]'
  check ports "$(inspect '{{.Config.ExposedPorts}}')" 'map[8000/tcp:{}]'
  check version "$(inspect '{{index .Config.Labels "org.opencontainers.image.version"}}')" 1.2.3
  check revision "$(inspect '{{index .Config.Labels "org.opencontainers.image.revision"}}')" abc
  # shellcheck disable=SC2016 # expanded inside
  check tools "$(inside 'for tool in pip pip3 cc gcc make git curl; do command -v $tool; done; true')" ""
  check modules "$(inside 'python -c "
import importlib.util
print([name for name in (\"pip\", \"flit_core\", \"mypy\", \"setuptools\", \"pytest\", \"tests\", \"native\")
       if importlib.util.find_spec(name)])"')" '[]'
  check rules "$(inside 'python -c "
import service.bots.mover, service.rules.legal
print(service.bots.mover.__file__[-3:], service.rules.legal.__file__[-3:], service.rules.COMPILED)"')" '.so .so True'
  check version "$(podman run --rm --network none kiln --version)" 'kiln 0.1.0 (rules: compiled)'
  check "bytecode at hand" "$(inside 'ls /opt/kiln/lib/python*/site-packages/service/__pycache__ | grep -c server')" 1
  check "what the user may write" "$(inside 'find / -xdev -writable -not -type l -not -path "/proc/*" -not -path "/dev/*" -not -perm -1777')" /data
}

# ---- containers ----------------------------------------------------------------------------------

# The root read-only and no /tmp; no capability, no way to any.
locked=(--read-only --read-only-tmpfs=false --cap-drop all --security-opt no-new-privileges)

# On a network of the proof's own: the default one may be in use, or another tool's.
reachable=(--network proof --publish "127.0.0.1:$port:8000")

start_alone() {
  podman rm --force --time 0 --ignore alone
  podman run --detach --name alone "${locked[@]}" "${reachable[@]}" --volume games:/data kiln
}

wait_ready() {
  local end=$((SECONDS + 30))
  while [ $SECONDS -lt $end ]; do
    if [ "$(curl -s -o /dev/null -m 5 -w '%{http_code}' "$here/readyz")" = 200 ]; then return; fi
    sleep 0.2
  done
  fail "not ready within half a minute"
}

call() { # call METHOD PATH [JSON] [TOKEN]: the status alone; the answer is in $work/answer
  curl -sS -m 10 -o "$work/answer" -w '%{http_code}' -X "$1" "$here$2" ${3:+-H 'Content-Type: application/json' -d "$3"} \
    ${4:+-H "Authorization: Bearer $4"}
}

answer() { python3 -c "import json, sys; print(json.load(open('$work/answer'))$1)"; }

play() { # a game by curl, whose id is left in $game, and a whole one by the example's bot
  check "create" "$(call POST /v1/games '{"seed": 7}')" 201
  game=$(answer '["game"]["id"]')
  local token move='{"number": 1, "move": "W5 f4>c2"}'
  token=$(answer '["seat_tokens"][1]["token"]')
  check "play" "$(call POST "/v1/games/$game/moves" "$move" "$token")" 201
  check "play again" "$(call POST "/v1/games/$game/moves" "$move" "$token")" 200
  check "play out of turn" "$(call POST "/v1/games/$game/moves" '{"number": 2, "move": "E1 -"}' "$token")" 409
  python3 examples/random_bot.py "$here" 11 | tail -n 1 | grep -q '^finished' || fail "the bot has not finished"
}

game_is_there() {
  check "game after $1" "$(call GET "/v1/games/$game")" 200
  check "number after $1" "$(answer '["number"]')" 2
}

stop_alone() { # within ten seconds, cleanly
  local started=$SECONDS
  podman stop --time 40 alone
  check "exit code" "$(podman inspect --format '{{.State.ExitCode}}' alone)" 0
  [ $((SECONDS - started)) -le 10 ] || fail "the stop took $((SECONDS - started)) seconds"
}

run_alone() {
  podman network create proof
  start_alone
  wait_ready
  podman healthcheck run alone || fail "the health check says no"
  check "process 1" "$(podman exec alone python -c 'print(open("/proc/1/cmdline").read().split("\0")[2])')" serve
  check "user" "$(podman exec alone id -u)" 10001
  check "capabilities" "$(podman exec alone grep CapBnd /proc/1/status | tr -d '[:space:]')" CapBnd:0000000000000000
  check "root" "$(podman exec alone sh -c 'touch /x /tmp/x /opt/kiln/x 2>&1' | grep -c 'Read-only file system')" 3
  play
}

health_check_says_no() {
  if podman run --rm "${locked[@]}" --network none kiln health; then fail "the health check finds what is not there"; fi
}

survives_stop() { # with an event stream open, which ends too
  curl -sS -N -m 60 "$here/v1/games/$game/events" > "$work/stream" &
  local stream=$!
  until grep -q '^event: game' "$work/stream"; do
    kill -0 $stream || fail "the event stream has ended before it began"
    sleep 0.1
  done
  stop_alone
  wait $stream || fail "the event stream did not end well"
  start_alone
  wait_ready
  game_is_there "a stop"
}

survives_kill() {
  podman kill --signal KILL alone
  start_alone
  wait_ready
  game_is_there "a kill"
}

one_volume_one_service() {
  local said
  said=$(podman run --rm "${locked[@]}" --network none --volume games:/data kiln 2>&1) && fail "two on one volume"
  case $said in *"in use by another Kiln service"*) ;; *) fail "on one volume: $said" ;; esac
  game_is_there "another has tried"
}

stops_during_start() {
  start_alone
  sleep 0.1
  stop_alone
}

needs_no_options() { # as its users first try it
  podman rm --force alone
  podman run --detach --name alone "${reachable[@]}" kiln
  wait_ready
  play
  stop_alone
}

# ---- compose -------------------------------------------------------------------------------------

compose() { PORT=$port podman-compose -p proof "$@"; }

run_compose() {
  podman rm --force --all --time 0
  compose up --detach
  wait_ready
  podman healthcheck run proof_kiln_1 || fail "the health check of the service says no"
  podman healthcheck run proof_valkey_1 || fail "the health check of Valkey says no"
  check "Valkey's user" "$(podman exec proof_valkey_1 id -u)" 999
  play
}

outlives_valkey() {
  podman kill --signal KILL proof_valkey_1
  check "alive without Valkey" "$(call GET /healthz)" 200
  check "not ready without Valkey" "$(call GET /readyz)" 503
  if podman exec proof_kiln_1 kiln health --ready; then fail "the health check misses that Valkey is away"; fi
  podman start proof_valkey_1
  wait_ready
  game_is_there "a kill of Valkey"
}

stop_compose() {
  podman stop --time 40 proof_kiln_1
  check "exit code" "$(podman inspect --format '{{.State.ExitCode}}' proof_kiln_1)" 0
  compose down --volumes
}

# ---- the proof -----------------------------------------------------------------------------------

step() { # step WHAT COMMAND...
  local what=$1
  shift
  failed=$what
  echo "---- $what" >> "$log"
  "$@" >> "$log" 2>&1 < /dev/null
  say "$what"
}

if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
  failed="this needs root on a Debian"
  exit 1
fi
base=$(sed -n 's/^FROM \([^ ]*\) AS .*/docker.io\/library\/\1/p' Dockerfile)
valkey=$(sed -n 's/^ *image: \(valkey.*\)/docker.io\/\1/p' compose.yaml)
touch "$log"
step "Debian's packages" install_packages
settings
step "base image, as $base" base_image "$base"
step "Valkey, as $valkey" valkey_image "$valkey" "$base"
step "the image is built from the Dockerfile" kiln_image
step "it has what it should, and nothing else" look_at_image
step "a game on its own store, the root read-only, without rights" run_alone
step "the health check fails where there is no service" health_check_says_no
step "SIGTERM ends it cleanly with an event stream open, the game is there after it" survives_stop
step "a second container on the same volume is refused" one_volume_one_service
step "the game is there after a kill" survives_kill
step "SIGTERM ends it cleanly while it starts" stops_during_start
step "it runs without any option" needs_no_options
step "compose.yaml: a game on Valkey" run_compose
step "compose.yaml: Valkey is killed and comes back, the game with it" outlives_valkey
step "compose.yaml: stops cleanly" stop_compose
echo "The image is proved, in $SECONDS seconds"
