#!/usr/bin/env bash
# Builds a base image for the container tests on a Debian machine without an image registry: Python from the machine's
# own package sources, under the name that the Dockerfile of a pack uses. For tests only, never to be published: the
# machine's certificates go into it. Installs podman, runc and mmdebstrap where they are missing (needs root and apt).
#
#     . tests/containers/base_image.sh [NAME]
#
# Sourced, it also sets CONTAINERS_CONF and PAPERGYM_CONTAINERS__BASE_IMAGE for what runs next. Without root or apt it
# says so and sets nothing; the tests that need an engine are then skipped.
_name="${1:-docker.io/library/python:3.11-slim}"
_here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

_install() {
	local missing=()
	for tool in podman runc mmdebstrap bwrap; do
		command -v "$tool" >/dev/null || missing+=("${tool/bwrap/bubblewrap}")
	done
	[ "${#missing[@]}" = 0 ] && return
	[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return
	apt-get update -qq
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# The sources that apt itself reads, in whatever form they are kept.
_sources() {
	for file in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list /etc/apt/sources.list.d/*.sources; do
		[ -s "$file" ] && { echo "$file"; return; }
	done
}

_build() {
	local root
	root="$(mktemp -d)"
	mmdebstrap --quiet --variant=minbase --include=python3,python3-pip,ca-certificates \
		--aptopt='Apt::Install-Recommends "false"' \
		--dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
		--customize-hook='rm -f "$1"/usr/lib/python3*/EXTERNALLY-MANAGED' \
		--customize-hook='ln -sf python3 "$1/usr/bin/python"' \
		--customize-hook='copy-in /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs' \
		"" "$root/base.tar" "$(_sources)" &&
		podman import --quiet --change 'CMD ["python3"]' "$root/base.tar" "$_name" >/dev/null
	local code=$?
	rm -rf "$root"
	return $code
}

_install
if command -v podman >/dev/null && command -v mmdebstrap >/dev/null; then
	export CONTAINERS_CONF="$_here/containers.conf"
	podman image exists "$_name" || _build && export PAPERGYM_CONTAINERS__BASE_IMAGE="$_name"
else
	echo "no podman or no mmdebstrap, and no right to install them: container tests are skipped" >&2
fi
