#!/usr/bin/env bash
# Install sil-thot, the decoder of the extra [smt], into the Python that is first on the path.
# Where it has a wheel that is all. On Linux ARM it has none, and its source wants to fetch three
# libraries while it is built: these are taken from Debian and PyPI instead, in two minutes or so.
# A wheel that was built is kept in ${TESLA_TOOLS:-~/.cache/tesla-metrics}/wheels.
#   tools/thot.sh
set -euo pipefail

version=3.5.3
wheels=${TESLA_TOOLS:-$HOME/.cache/tesla-metrics}/wheels

if pip install -q --only-binary sil-thot --find-links "$wheels" "sil-thot==$version" 2>/dev/null; then
  exit 0
fi
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  # CMake says what is missing where this did not work.
  apt-get install -y -qq robin-map-dev libyaml-cpp-dev >/dev/null || true
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A virtual environment of its own: what builds is not what is used.
python -m venv "$work/venv"
python=$work/venv/bin/python
"$python" -m pip install -q setuptools wheel pybind11 cmake ninja

mkdir -p "$work/yaml" "$work/robin" "$work/pybind"
touch "$work/yaml/empty.cpp"
# A target of its own, since Thot sets options on it.
cat >"$work/yaml/CMakeLists.txt" <<'CMAKE'
find_library(YAML_CPP NAMES yaml-cpp REQUIRED)
add_library(yaml-cpp STATIC empty.cpp)
target_link_libraries(yaml-cpp PUBLIC ${YAML_CPP})
CMAKE
cat >"$work/robin/CMakeLists.txt" <<'CMAKE'
find_path(ROBIN_MAP tsl/robin_map.h REQUIRED)
add_library(robin_map INTERFACE)
add_library(tsl::robin_map ALIAS robin_map)
target_include_directories(robin_map INTERFACE ${ROBIN_MAP})
CMAKE
cat >"$work/pybind/CMakeLists.txt" <<'CMAKE'
find_package(pybind11 CONFIG REQUIRED GLOBAL)
CMAKE

cat >"$work/fetched.cmake" <<CMAKE
set(FETCHCONTENT_SOURCE_DIR_YAML-CPP "$work/yaml" CACHE PATH "")
set(FETCHCONTENT_SOURCE_DIR_ROBIN_MAP "$work/robin" CACHE PATH "")
set(FETCHCONTENT_SOURCE_DIR_PYBIND11 "$work/pybind" CACHE PATH "")
set(pybind11_ROOT "$("$python" -m pybind11 --cmakedir)" CACHE PATH "")
CMAKE
mkdir -p "$wheels"
# Thot's setup.py hands no definitions on to CMake, but CMake reads a toolchain from here.
PATH="$work/venv/bin:$PATH" CMAKE_TOOLCHAIN_FILE="$work/fetched.cmake" \
  "$python" -m pip wheel -q --no-deps --no-build-isolation --no-binary sil-thot -w "$wheels" "sil-thot==$version"
pip install -q --only-binary sil-thot --find-links "$wheels" "sil-thot==$version"
