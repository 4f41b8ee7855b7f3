# SPDX-License-Identifier: GPL-3.0-or-later
# Shared by app/run and tests/run (bash): installs what is missing from Debian, configures and builds.
# Wants $root set to the checkout.

say() { printf '%s\n' "$*" >&2; }
die() { say "error: $*"; exit 2; }

# ccache keeps its cache below HOME, which continuous integration may not have.
if [ -z "${CCACHE_DIR:-}" ] && [ ! -w "${HOME:-/nonexistent}" ]; then
    export CCACHE_DIR="$root/build/ccache"
fi

# Qt remarks on every start that it has no such folder, where nobody is logged in.
if [ -z "${XDG_RUNTIME_DIR:-}" ]; then
    export XDG_RUNTIME_DIR="$root/build/runtime"
    mkdir -p -m 700 "$XDG_RUNTIME_DIR"
fi

# wanted_packages SECTION…: the names listed in cmake/packages.txt under these sections.
wanted_packages() {
    local section
    for section in "$@"; do
        awk -v section="[$section]" '/^#/ || NF == 0 { next } /^\[/ { inside = ($0 == section); next } inside' \
            "$root/cmake/packages.txt"
    done
}

# install_packages SECTION…: installs once what is missing, saying what.
install_packages() {
    [ -z "${SHARDSCOPE_SKIP_PACKAGES:-}" ] || return 0
    local wanted missing package
    wanted=$(wanted_packages "$@")
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        die "this is not Debian, so nothing can be installed from here. Install what these Debian 12 packages hold," \
            "then set SHARDSCOPE_SKIP_PACKAGES=1 and run again:" $wanted
    fi
    missing=()
    for package in $wanted; do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] || install_from_debian "${missing[@]}"
}

# install_from_debian PACKAGE…: names, or files of packages with what they need; as root, else through sudo.
install_from_debian() {
    local elevate=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            die "these packages are missing and neither root nor sudo is at hand: $*." \
                "Have an administrator run: apt-get install --no-install-recommends $*"
        elif [ -t 0 ]; then
            elevate=(sudo)
        else
            elevate=(sudo -n)
        fi
    fi
    say "Installing (once): $*"
    if ! "${elevate[@]}" apt-get update -q >&2 </dev/null; then
        say "warning: apt-get update failed; trying with the lists as they are"
    fi
    "${elevate[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends "$@" >&2 </dev/null \
        || die "apt-get could not install: $*. See its messages above."
}

# configure_inputs: what configuring depends on: this place, the environment, the build's description, the packages.
configure_inputs() {
    printf '%s\n' "$root" "${CC:-}" "${CXX:-}" "${CFLAGS:-}" "${CXXFLAGS:-}" "${LDFLAGS:-}" "${CMAKE_PREFIX_PATH:-}"
    (cd "$root" && find . \( -name build -o -name .git \) -prune -o \
        \( -name CMakeLists.txt -o -name 'CMake*Presets.json' -o -path './cmake/*.cmake' \) -print0 \
        | sort -z | xargs -0 cksum)
    if command -v dpkg-query >/dev/null; then
        # Test packages count too: some are optional parts of the product (Open MPI).
        wanted_packages run test | xargs dpkg-query -W -f='${Package} ${Version} ${db:Status-Status}\n' 2>/dev/null || true
    else
        cmake --version
        "${CXX:-c++}" --version
    fi
}

# configure PRESET: configures build/PRESET where it is not yet, or where an input of that or a package changed since, or
# where the last build there did not succeed. From scratch, since CMake's cache keeps what it once found; what is
# compiled stays.
configure() {
    local preset=$1 folder="$root/build/$1" inputs
    inputs=$(configure_inputs)
    if [ -f "$folder/build.ninja" ] && [ ! -e "$folder/build_unfinished" ] \
        && [ "$inputs" = "$(cat "$folder/configure_inputs" 2>/dev/null)" ]; then
        return 0
    fi
    if [ -f "$folder/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
        rm -rf "$folder" # the checkout was moved: what is compiled there names the old place
    fi
    mkdir -p "$folder"
    rm -f "$folder/configure_inputs"
    cmake --fresh -S "$root" --preset "$preset" >"$folder/configure.log" 2>&1 \
        || { cat "$folder/configure.log" >&2; say "error: CMake could not configure the preset '$preset'"; return 2; }
    printf '%s\n' "$inputs" >"$folder/configure_inputs"
    rm -f "$folder/build_unfinished"
}

# build_jobs: compilers side by side; each may take about 1.5 GB.
build_jobs() {
    local cores memory
    cores=$(nproc)
    memory=$(awk '/^MemAvailable:/ { print int($2 / 1500000) }' /proc/meminfo 2>/dev/null || echo "$cores")
    [ "$memory" -ge 1 ] || memory=1
    [ "$memory" -lt "$cores" ] && echo "$memory" || echo "$cores"
}

# build PRESET [targets…]; a build that does not end well leaves build_unfinished, of which configure asks. $build_in, where
# set, is the command that it runs in.
build() {
    local preset=$1 folder="$root/build/$1"
    shift
    : >"$folder/build_unfinished"
    ${build_in:-} cmake --build "$folder" -j "$(build_jobs)" ${1:+--target "$@"} >&2 || return
    rm -f "$folder/build_unfinished"
}
