#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# source_package.sh BUILD SOURCES OUT: Debian's source package (.dsc) of the tarball SOURCES, in the folder OUT. Names, words and
# dependencies of its packages are those that CPack gives the .debs of BUILD; what it is built with is cmake/packages.txt.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
. "$root/cmake/setup.sh"
build=$(cd "$1" && pwd -P)
sources=$(realpath "$2")
out=$(realpath "$3")
# setting NAME: what CPack was told, in one line or several
setting() {
    awk -v name="set($1 \"" 'index($0, name) == 1 { $0 = substr($0, length(name) + 1); inside = 1 }
        inside { end = sub(/"\)$/, ""); gsub(/\\"/, "\""); print; if (end) exit }' "$build/CPackConfig.cmake"
}
version=$(setting CPACK_PACKAGE_VERSION)
maintainer=$(setting CPACK_PACKAGE_CONTACT)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cp "$sources" "$place/shardscope_$version.orig.tar.gz"
tar -xzf "$sources" -C "$place"
tree=$place/shardscope-$version
mkdir -p "$tree/debian/source"
echo "3.0 (quilt)" >"$tree/debian/source/format"
cp "$root/packaging/copyright" "$tree/debian/copyright"
bash "$root/packaging/debian_changelog.sh" "$version-1" "$maintainer" <"$root/CHANGELOG.md" >"$tree/debian/changelog"
{
    printf 'Source: shardscope\nSection: science\nPriority: optional\nMaintainer: %s\nStandards-Version: 4.6.2\n' "$maintainer"
    printf 'Build-Depends: debhelper-compat (= 13), help2man, libopenmpi-dev'
    # Fonts and translations are wanted where the program runs.
    for package in $(wanted_packages run); do
        case $package in
            fonts-* | *-l10n | g++) ;; # g++ is there wherever packages are built
            libgl1-mesa-dev) printf ', libgl-dev' ;;
            *) printf ', %s' "$package" ;;
        esac
    done
    printf '\nRules-Requires-Root: no\n'
    for component in $(setting CPACK_COMPONENTS_ALL | tr ';' ' '); do
        upper=${component^^}
        name=$(setting "CPACK_DEBIAN_${upper}_PACKAGE_NAME")
        kind=$(setting "CPACK_DEBIAN_${upper}_PACKAGE_ARCHITECTURE")
        printf '\nPackage: %s\nArchitecture: %s\n' "$name" "${kind:-any}"
        depends='${misc:Depends}'
        [ "$kind" = all ] || depends="\${shlibs:Depends}, $depends"
        more=$(setting "CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS" | sed "s/(= $version)/(= \${binary:Version})/")
        printf 'Depends: %s\n' "$depends${more:+, $more}"
        for field in Recommends Suggests; do
            more=$(setting "CPACK_DEBIAN_${upper}_PACKAGE_${field^^}")
            [ -z "$more" ] || printf '%s: %s\n' "$field" "$more"
        done
        printf 'Description: %s\n' "$(setting "CPACK_DEBIAN_${upper}_DESCRIPTION" | sed '2,$s/^/ /')"
    done
} >"$tree/debian/control"
{
    printf '#!/usr/bin/make -f\n%%:\n\tdh $@ --buildsystem=cmake+ninja\n'
    printf 'override_dh_auto_configure:\n\tdh_auto_configure -- -DSHARDSCOPE_UNITY=ON -DSHARDSCOPE_TESTS=OFF\n'
    printf 'override_dh_auto_test:\noverride_dh_auto_install:\n\tgzip -9n <debian/changelog >obj-$(DEB_HOST_GNU_TYPE)/packaging/changelog.gz\n'
    for component in $(setting CPACK_COMPONENTS_ALL | tr ';' ' '); do
        printf '\tDESTDIR=debian/%s cmake --install obj-$(DEB_HOST_GNU_TYPE) --component %s\n' \
            "$(setting "CPACK_DEBIAN_${component^^}_PACKAGE_NAME")" "$component"
    done
} >"$tree/debian/rules"
chmod +x "$tree/debian/rules"
(cd "$place" && dpkg-source --build "shardscope-$version") >&2
cp "$place"/shardscope_"$version"*.dsc "$place"/shardscope_"$version"*.tar.* "$out/"
