# What ./run and ./test share: packages and builds. Sourced by sh; $root is the top folder. SPDX-License-Identifier: MIT
# All messages go to standard error: standard output belongs to the program that is started afterwards.

say() { echo "$*" >&2; }

fail() {
  say "error: $*"
  exit 2
}

# Packages of ./run. A tool that comes from elsewhere will do, so tools are looked for by command: "command:package".
run_packages="cmake:cmake ninja:ninja-build c++:g++ nlohmann-json3-dev libspdlog-dev libtbb-dev libcli11-dev
  libedit-dev libstb-dev libboost-dev"
test_packages="$run_packages catch2 clang++:clang clang-format:clang-format nm:binutils dpkg-shlibdeps:dpkg-dev
  pkg-config:pkg-config file:file python3-numpy locales minetest-server minetest-mod-mobs-redo"
full_test_packages="$test_packages clang-tidy:clang-tidy cppcheck:cppcheck valgrind:valgrind libclang-rt-dev"

# What a run can do without: the viewer's page is bundled by Node, and tested in a browser.
run_extras="npm:npm"
test_extras="npm:npm chromium:chromium"

is_debian() { command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; }

# Prints what of the given packages is missing. Libraries are known to Debian's dpkg only.
missing_packages() {
  libraries=
  for package in "$@"; do
    case $package in
      *:*) command -v "${package%%:*}" >/dev/null || echo "${package#*:}" ;;
      *) libraries="$libraries $package" ;;
    esac
  done
  is_debian || return 0
  for library in $libraries; do
    dpkg-query -W -f='${db:Status-Abbrev}' "$library" 2>/dev/null | grep -q '^ii' || echo "$library"
  done
}

# ensure_packages "LIST" installs what is missing on Debian and its kin, and says elsewhere what to install.
ensure_packages() {
  missing=$(missing_packages $1)
  [ -n "$missing" ] || return 0
  missing=$(echo $missing)
  if ! is_debian; then
    say "This is no Debian system, so nothing is installed by this script. Missing, by Debian's names: $missing"
    fail "install CMake 3.25, Ninja, GCC 12 or Clang 14, spdlog, nlohmann-json, oneTBB, CLI11, libedit and stb (or newer), then try again"
  fi
  become_root=
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "as root, run: apt-get install $missing"
    become_root=sudo
  fi
  say "Installing by apt: $missing"
  $become_root env DEBIAN_FRONTEND=noninteractive apt-get update -q >&2 || fail "apt-get update failed"
  $become_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $missing >&2 ||
    fail "could not install: $missing"
}

# Installs what is missing if that is easy; without it the build goes on and says what it lacks.
ensure_extras() {
  missing=$(missing_packages $1)
  [ -n "$missing" ] && is_debian || return 0
  (ensure_packages "$1") || say "Going on without: $(echo $missing)"
}

use_ccache() {
  command -v ccache >/dev/null || return 0
  export CMAKE_C_COMPILER_LAUNCHER="${CMAKE_C_COMPILER_LAUNCHER-ccache}"
  export CMAKE_CXX_COMPILER_LAUNCHER="${CMAKE_CXX_COMPILER_LAUNCHER-ccache}"
}

# configure PRESET [OPTION...]
configure() {
  preset=$1
  say "Configuring build/$preset"
  (cd "$root" && cmake --preset "$@" >"build/$preset.log" 2>&1) || {
    cat "$root/build/$preset.log" >&2
    fail "build/$preset could not be configured; the reason stands above"
  }
}

# build PRESET [TARGET...] builds what is out of date, and says nothing when nothing is.
build() {
  directory=$root/build/$1
  shift
  ninja -C "$directory" -n "$@" 2>/dev/null | grep -q 'no work to do' && return 0
  say "Building ${*:-everything} in ${directory#"$root"/}"
  ninja -C "$directory" -j "$(nproc)" "$@" >&2 || fail "the build failed; the compiler's words stand above"
}
