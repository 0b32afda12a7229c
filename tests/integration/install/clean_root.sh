# clean_root.sh - the Debian packages of a build, and a fresh Debian 12 in a folder to install them in. Sourced after
# programs.sh, by tests that run as root. Sets $packages, $root, $version, $arch.
root=$work/root
packages=$work/packages
trap 'umount -l "$root/proc" 2>/dev/null; clean_up' EXIT

inside() { # inside COMMAND...: in the clean root
    chroot "$root" env DEBIAN_FRONTEND=noninteractive LC_ALL=C "$@"
}

install_packages() { # install_packages NAME...: of the build or of the distribution, with what they depend on
    local name files=()
    for name in "$@"; do
        case $name in duskwatch*) name=/var/tmp/$(basename "$packages/${name}"_*.deb) ;; esac
        files+=("$name")
    done
    inside apt-get install -y --no-install-recommends "${files[@]}" >"$work/apt.log" 2>&1 || fail "apt-get install $*"
}

make_packages() { # make_packages BUILD
    command -v dpkg-shlibdeps >/dev/null || fail "dpkg-shlibdeps is missing: deploy/install-packages package"
    cpack --config "$1/CPackConfig.cmake" -B "$packages" >"$work/cpack.log" 2>&1 || fail "cpack"
    version=$(dpkg-deb -f "$packages"/duskwatch-data_*.deb Version)
    arch=$(dpkg --print-architecture)
}

make_root() { # From where apt gets its packages on this machine.
    local server
    [ "$(id -u)" -eq 0 ] || fail "needs root"
    command -v debootstrap >/dev/null || fail "debootstrap is missing: deploy/install-packages package-test"
    # shellcheck disable=SC2016 # apt fills in the fields.
    server=$(apt-get indextargets --format '$(CODENAME) $(REPO_URI)' 'Created-By: Packages' |
        sed -n 's/^bookworm //p' | head -1)
    [ -n "$server" ] || fail "apt knows no server for bookworm"
    debootstrap --variant=minbase bookworm "$root" "$server" >"$work/debootstrap.log" 2>&1 || fail "debootstrap"
    cp /etc/resolv.conf "$root/etc/" 2>/dev/null
    cp "$packages"/*.deb "$root/var/tmp/"
    mount -t proc proc "$root/proc" || fail "no /proc in the clean root"
}
