# SPDX-License-Identifier: GPL-3.0-or-later
# Read by CPack for each kind of package: a .deb lies below /usr, a tarball below the folder that it is unpacked to.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
if(CPACK_GENERATOR STREQUAL "DEB")
    set(CPACK_PACKAGING_INSTALL_PREFIX "/usr")
else()
    set(CPACK_PACKAGING_INSTALL_PREFIX "/")
endif()
