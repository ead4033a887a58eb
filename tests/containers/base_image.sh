# shellcheck shell=bash
# A container engine and a base image for the tests, on a Debian machine without an image registry.
#
#     . tests/containers/base_image.sh [NAME]
#
# Installs podman, runc, mmdebstrap and bubblewrap where they are missing (needs root and apt), builds an image with
# Python from the machine's own package sources under the name that the Dockerfile of a pack uses, and sets
# CONTAINERS_CONF and PAPERGYM_CONTAINERS__BASE_IMAGE for what runs next in this shell. The image is for tests only and
# must not be published: the machine's certificates go into it. Without root or apt it says so, sets nothing and
# succeeds; the tests that need an engine are then skipped. It fails where the image could be built and was not.
papergym_base="${1:-docker.io/library/python:3.11-slim}"
papergym_here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

papergym_install() {
	local missing=() tool
	for tool in podman runc mmdebstrap bwrap; do
		command -v "$tool" >/dev/null || missing+=("${tool/#bwrap/bubblewrap}")
	done
	[ "${#missing[@]}" = 0 ] && return 0
	if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
		echo "${missing[*]} missing, and no root or no apt to install them: container tests are skipped" >&2
		return 1
	fi
	apt-get update -qq &&
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# The sources that apt itself reads, in whatever form they are kept.
papergym_sources() {
	local file
	for file in /etc/apt/sources.list.d/{debian,ubuntu}.sources /etc/apt/sources.list; do
		[ -s "$file" ] && echo "$file" && return
	done
}

papergym_build() {
	local root code
	root="$(mktemp -d)" && chmod 755 "$root"
	# shellcheck disable=SC2016  # $1 is the hook's own
	mmdebstrap --quiet --variant=minbase --include=python3,python3-pip,ca-certificates \
		--aptopt='Apt::Install-Recommends "false"' \
		--dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
		--customize-hook='rm -f "$1"/usr/lib/python3*/EXTERNALLY-MANAGED' \
		--customize-hook='ln -sf python3 "$1/usr/bin/python"' \
		--customize-hook='copy-in /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs' \
		"" "$root/base.tar" "$(papergym_sources)" >&2 &&
		podman import --quiet --change 'CMD ["python3"]' "$root/base.tar" "$papergym_base" >/dev/null
	code=$?
	rm -rf "$root"
	return "$code"
}

if papergym_install; then
	export CONTAINERS_CONF="$papergym_here/containers.conf"
	if podman image exists "$papergym_base" || papergym_build; then
		export PAPERGYM_CONTAINERS__BASE_IMAGE="$papergym_base"
	else
		echo "the base image $papergym_base could not be built" >&2
		return 1
	fi
elif [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
	echo "podman, runc, mmdebstrap or bubblewrap could not be installed" >&2
	return 1
fi
