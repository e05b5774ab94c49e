# Sourced by the scripts beside it: installs the Debian packages that are missing and finds Swift.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# What building and running need: C libraries with their headers.
build_packages=(
  libsqlite3-dev libexif-dev libexempi-dev libbrotli-dev libxxhash-dev libutf8proc-dev pkg-config
  libturbojpeg0-dev libvips-dev libraw-dev libavformat-dev libavcodec-dev libavfilter-dev
  libswscale-dev libswresample-dev libavutil-dev
)
# What the tests need besides: independent tools that say what is right.
test_packages=(sqlite3 libimage-exiftool-perl ffmpeg imagemagick xxhash strace libjxl-tools)
# What the benchmarks need besides: the peers.
bench_packages=(
  minidlna libimage-exiftool-perl gcc make libjpeg-dev libavformat-dev libavcodec-dev
  libvips-tools ffmpegthumbnailer exiv2
)

# need PACKAGE…: installs those that are missing, or says what to type.
need() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' \
      || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  if ! command -v apt-get >/dev/null; then
    echo "These libraries are missing, and there is no apt-get to install them: ${missing[*]}" >&2
    return 1
  fi
  local become=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "Run this once as root: apt-get install ${missing[*]}" >&2
      return 1
    fi
    become=(sudo)
  fi
  echo "Installing ${missing[*]} …" >&2
  local options=(-qq -y --no-install-recommends)
  "${become[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install "${options[@]}" "${missing[@]}" \
    >/dev/null 2>&1 && return 0
  # The package lists may be missing or old.
  "${become[@]}" apt-get update -qq >&2
  "${become[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install "${options[@]}" "${missing[@]}" \
    >&2
}

# need_swift: a Swift 6.3 toolchain on PATH or in the usual places.
need_swift() {
  local place
  if ! command -v swift >/dev/null; then
    for place in /opt/swift/usr/bin /opt/swift/bin "$HOME/.local/share/swiftly/bin" /usr/local/swift/bin
    do
      [ -x "$place/swift" ] && PATH=$place:$PATH && break
    done
  fi
  if ! command -v swift >/dev/null; then
    echo "Swift 6.3 is missing: see https://www.swift.org/install/linux/ and run this again." >&2
    return 1
  fi
}

# build_release: mediacat and its workers, with the Swift library linked in for a fast start.
build_release() {
  local program
  for program in mediacat mediacat-worker mediacat-decoder; do
    swift build --package-path "$root" -c release --static-swift-stdlib --product "$program" "$@" \
      || return
  done
}
