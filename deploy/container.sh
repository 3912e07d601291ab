#!/bin/sh
# The steps of the Containerfile, for a plain Debian 12: container.sh tools|build|runtime.
# `make soak` runs them in a root made by debootstrap, and serves from it, read-only, as a user who owns nothing there.
set -eu

packages() {
	apt-get -q update
	DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends "$@"
	rm -rf /var/lib/apt/lists/*
}

case ${1-} in
tools) # packages needed to build
	packages ca-certificates gcc libc6-dev python3-dev python3-venv
	;;
build) # run in the source folder: installs Grognard to /opt/grognard
	python3 -m venv /tmp/building
	/tmp/building/bin/pip install --no-cache-dir --require-hashes -r requirements/build.txt
	# There is no wheel of http_ece, so it is built too, with pinned tools.
	/tmp/building/bin/pip wheel --no-cache-dir --use-pep517 --no-build-isolation --require-hashes \
		--wheel-dir /tmp/wheels -r requirements/run.txt
	/tmp/building/bin/pip wheel --no-deps --no-build-isolation --wheel-dir /tmp/wheels .
	python3 -m venv /opt/grognard
	/opt/grognard/bin/pip install --no-cache-dir --no-deps /tmp/wheels/*.whl
	rm -rf /tmp/building /tmp/wheels
	;;
runtime) # packages needed to serve
	# Alerts go only to servers whose certificates can be checked.
	packages ca-certificates python3
	install -d -m 700 -o 10001 -g 10001 /var/lib/grognard
	;;
*)
	echo "container.sh tools|build|runtime" >&2
	exit 2
	;;
esac
