# shellcheck shell=bash
# A docker daemon for the tests, on a Debian machine where base_image.sh was sourced before.
#
#     . tests/containers/docker_daemon.sh; ...; papergym_docker_stop
#
# Unpacks docker and containerd from Debian's packages into a temporary folder (nothing is installed, nothing of the
# machine changes), starts a daemon without a network there, and loads the base image. Sets PAPERGYM_TESTS_DOCKER (the
# folder of the client) and PAPERGYM_TESTS_DOCKER_HOST for test_docker.py alone: `auto` elsewhere stays with podman.
# Where that cannot be done it says so, sets nothing and succeeds; those tests are then skipped.
papergym_docker_stop() {
	[ -n "${papergym_docker:-}" ] || return 0
	if [ -s "$papergym_docker/pid" ]; then
		local pid
		pid="$(cat "$papergym_docker/pid")"
		kill "$pid" && while kill -0 "$pid" 2>/dev/null; do sleep 0.2; done
	fi
	rm -rf "$papergym_docker"
	unset papergym_docker PAPERGYM_TESTS_DOCKER PAPERGYM_TESTS_DOCKER_HOST
}

papergym_docker_unpack() {
	local package
	chmod 755 "$papergym_docker" && mkdir "$papergym_docker/debs" &&
		(cd "$papergym_docker/debs" && apt-get -qq download docker.io containerd tini 2>/dev/null) || return 1
	for package in "$papergym_docker"/debs/*.deb; do
		dpkg -x "$package" "$papergym_docker" || return 1
	done
	rm -r "$papergym_docker/debs"
}

# $1 is the storage driver.
papergym_docker_start() {
	local tries
	PATH="$papergym_docker/usr/bin:$papergym_docker/usr/sbin:$PATH" setsid dockerd --storage-driver="$1" \
		--iptables=false --ip6tables=false --bridge=none --data-root "$papergym_docker/data-$1" \
		--exec-root "$papergym_docker/exec" --pidfile "$papergym_docker/pid" \
		--host "unix://$papergym_docker/socket" >"$papergym_docker/log-$1" 2>&1 &
	local started=$!
	for ((tries = 0; tries < 100; tries++)); do
		"$papergym_docker/usr/bin/docker" --host "unix://$papergym_docker/socket" version >/dev/null 2>&1 && return 0
		kill -0 "$started" 2>/dev/null || return 1
		sleep 0.3
	done
	return 1
}

papergym_docker_load() {
	podman save --format docker-archive "$PAPERGYM_CONTAINERS__BASE_IMAGE" 2>/dev/null |
		"$papergym_docker/usr/bin/docker" --host "unix://$papergym_docker/socket" load >/dev/null
}

if [ -n "${PAPERGYM_CONTAINERS__BASE_IMAGE:-}" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
	papergym_docker="$(mktemp -d)"
	if papergym_docker_unpack && { papergym_docker_start overlay2 || papergym_docker_start vfs; } && papergym_docker_load
	then
		export PAPERGYM_TESTS_DOCKER="$papergym_docker/usr/bin" PAPERGYM_TESTS_DOCKER_HOST="unix://$papergym_docker/socket"
	else
		echo "no docker daemon could be started here: the tests with docker are skipped" >&2
		tail -n 3 "$papergym_docker"/log-* >&2 2>/dev/null || true
		papergym_docker_stop
	fi
fi
