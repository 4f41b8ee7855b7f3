# SPDX-License-Identifier: GPL-3.0-or-later
# What is installed, and the packages that it goes into (CPack; packaging/make.sh makes them). A component is a package:
# cli (shardscope-cli, with models, machines and samples), window (shardscope), mpi, doc. "licence" is in no .deb: Debian
# has the licence's text already.
set(SHARDSCOPE_MAINTAINER "Shardscope maintainers <maintainers@users.noreply.a-seed-74390667.example>"
    CACHE STRING "Who makes the packages: name <address>")
set(desktop_id io.github.shardscope.Shardscope)

# What a run needs beside the programs; found through ../share/shardscope (see shardscope_config.h.in).
# Icons, translations and the guide are in the programs.
install(DIRECTORY resources/ DESTINATION "${CMAKE_INSTALL_DATADIR}/shardscope" COMPONENT cli OPTIONAL
        PATTERN desktop EXCLUDE PATTERN icons EXCLUDE PATTERN i18n EXCLUDE PATTERN "*.qrc" EXCLUDE)
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT licence)
install(FILES README.md README.ja.md CHANGELOG.md THIRD_PARTY.md DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT doc)
install(DIRECTORY docs/ DESTINATION "${CMAKE_INSTALL_DOCDIR}/docs" COMPONENT doc)

# Manual pages: what the built programs say of themselves.
if(SHARDSCOPE_APP AND NOT CMAKE_CROSSCOMPILING)
    find_program(SHARDSCOPE_HELP2MAN help2man)
    if(SHARDSCOPE_HELP2MAN)
        set(man_pages "${PROJECT_BINARY_DIR}/man")
        set(documented shardscope-cli)
        if(TARGET shardscope)
            list(APPEND documented shardscope)
        endif()
        list(TRANSFORM documented REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE documented_files)
        add_custom_command(OUTPUT "${man_pages}/shardscope-cli.1.gz"
            COMMAND sh "${PROJECT_SOURCE_DIR}/cmake/man_pages.sh" "${SHARDSCOPE_HELP2MAN}" "${man_pages}" "${PROJECT_VERSION}"
                    ${documented_files}
            DEPENDS ${documented} cmake/man_pages.sh
            COMMENT "Manual pages")
        add_custom_target(shardscope_man ALL DEPENDS "${man_pages}/shardscope-cli.1.gz")
        install(DIRECTORY "${man_pages}/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT cli OPTIONAL
                FILES_MATCHING PATTERN "shardscope-cli*")
        install(DIRECTORY "${man_pages}/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT window OPTIONAL
                FILES_MATCHING PATTERN "shardscope.1.gz")
    else()
        message(STATUS "help2man was not found: no manual pages")
    endif()
endif()

# shardscope_completion(PROGRAM COMPONENT): what the Tab key of bash, zsh and fish asks the program.
function(shardscope_completion completed component)
    string(MAKE_C_IDENTIFIER "${completed}" completed_function)
    set(made "${PROJECT_BINARY_DIR}/packaging/completion")
    foreach(shell bash zsh fish)
        configure_file("packaging/completion.${shell}.in" "${made}/${completed}.${shell}" @ONLY)
    endforeach()
    install(FILES "${made}/${completed}.bash" RENAME ${completed} COMPONENT ${component}
            DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
    install(FILES "${made}/${completed}.zsh" RENAME _${completed} COMPONENT ${component}
            DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions")
    install(FILES "${made}/${completed}.fish" RENAME ${completed}.fish COMPONENT ${component}
            DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endfunction()
if(TARGET shardscope-cli)
    shardscope_completion(shardscope-cli cli)
endif()

# What a desktop shows of the program: menu entry, description, icons, file type.
if(TARGET shardscope)
    shardscope_completion(shardscope window)
    configure_file("resources/desktop/${desktop_id}.metainfo.xml" "${PROJECT_BINARY_DIR}/packaging/${desktop_id}.metainfo.xml" @ONLY)
    install(FILES "resources/desktop/${desktop_id}.desktop" DESTINATION "${CMAKE_INSTALL_DATADIR}/applications" COMPONENT window)
    install(FILES "${PROJECT_BINARY_DIR}/packaging/${desktop_id}.metainfo.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo"
            COMPONENT window)
    install(FILES "resources/desktop/${desktop_id}.mime.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages" COMPONENT window)
    install(FILES resources/icons/shardscope.svg DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps"
            RENAME "${desktop_id}.svg" COMPONENT window)
    if(NOT CMAKE_CROSSCOMPILING)
        set(icons "${PROJECT_BINARY_DIR}/icons")
        add_executable(shardscope_draw_icons packaging/icons.cpp)
        target_link_libraries(shardscope_draw_icons PRIVATE Qt6::Gui Qt6::Svg shardscope_warnings)
        add_custom_command(OUTPUT "${icons}/512x512/apps/${desktop_id}.png"
            COMMAND shardscope_draw_icons "${PROJECT_SOURCE_DIR}/resources/icons/shardscope.svg" "${icons}" "${desktop_id}"
            DEPENDS shardscope_draw_icons resources/icons/shardscope.svg
            COMMENT "Icons")
        add_custom_target(shardscope_icons ALL DEPENDS "${icons}/512x512/apps/${desktop_id}.png")
        install(DIRECTORY "${icons}/" DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor" COMPONENT window OPTIONAL)
    endif()
endif()

# The guide as HTML beside its sources.
if(TARGET shardscope AND NOT CMAKE_CROSSCOMPILING)
    set(guide_pages "${PROJECT_BINARY_DIR}/guide")
    file(GLOB guide_sources CONFIGURE_DEPENDS docs/guide/*/*.md)
    add_executable(shardscope_guide_html packaging/guide_html.cpp)
    target_link_libraries(shardscope_guide_html PRIVATE Qt6::Gui shardscope_warnings)
    add_custom_command(OUTPUT "${guide_pages}/en/index.html"
        COMMAND shardscope_guide_html "${PROJECT_SOURCE_DIR}/docs/guide" "${guide_pages}"
        DEPENDS shardscope_guide_html ${guide_sources}
        COMMENT "The guide as HTML")
    add_custom_target(shardscope_guide ALL DEPENDS "${guide_pages}/en/index.html")
    install(DIRECTORY "${guide_pages}/" DESTINATION "${CMAKE_INSTALL_DOCDIR}/guide" COMPONENT doc OPTIONAL)
endif()

# Each .deb carries its own copyright and changelog; a plain installation has LICENSE and CHANGELOG.md.
set(package_cli shardscope-cli)
set(package_window shardscope)
set(package_mpi shardscope-mpi)
set(package_doc shardscope-doc)
set(CPACK_COMPONENTS_ALL cli doc)
if(TARGET shardscope)
    list(APPEND CPACK_COMPONENTS_ALL window)
endif()
if(TARGET shardscope_mpi)
    list(APPEND CPACK_COMPONENTS_ALL mpi)
endif()
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    install(FILES packaging/copyright "${PROJECT_BINARY_DIR}/packaging/changelog.gz" COMPONENT ${component} EXCLUDE_FROM_ALL
            DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${package_${component}}")
    string(TOUPPER ${component} upper)
    set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package_${component}})
    set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION science)
    set(CPACK_DEBIAN_${upper}_PACKAGE_SHLIBDEPS ON)
endforeach()

set(CPACK_PACKAGE_NAME shardscope)
set(CPACK_PACKAGE_VENDOR Shardscope)
set(CPACK_PACKAGE_CONTACT "${SHARDSCOPE_MAINTAINER}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGE_FILE_NAME "shardscope-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_PROJECT_CONFIG_FILE "${PROJECT_SOURCE_DIR}/packaging/cpack_generator.cmake")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(same_version "shardscope-cli (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_CLI_PACKAGE_SUGGESTS "shardscope, shardscope-doc, shardscope-mpi")
set(CPACK_DEBIAN_WINDOW_PACKAGE_DEPENDS "${same_version}, fonts-inter, fonts-jetbrains-mono")
set(CPACK_DEBIAN_WINDOW_PACKAGE_RECOMMENDS "fonts-noto-cjk, qt6-translations-l10n, qt6-wayland")
set(CPACK_DEBIAN_WINDOW_PACKAGE_SUGGESTS "shardscope-doc")
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "${same_version}")
set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS "openmpi-bin")
set(CPACK_DEBIAN_DOC_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DOC_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_CLI_DESCRIPTION "planner and profiler for training very large models (command line)
Shardscope plans how a large model is laid out over many accelerators, says
whether it fits, how fast it runs and what limits it, and reads traces of
real runs.
.
This package has the command line, the models and machines that both
programs know, and samples.")
set(CPACK_DEBIAN_WINDOW_DESCRIPTION "planner and visual profiler for training very large models
Shardscope plans how a large model is laid out over many accelerators, says
whether it fits, how fast it runs and what limits it, and reads traces of
real runs. Every number opens to its derivation and its source.
.
This package has the window.")
set(CPACK_DEBIAN_MPI_DESCRIPTION "planner and profiler for training very large models (Open MPI)
Shardscope plans how a large model is laid out over many accelerators, and
reads traces of real runs.
.
This package lets several processes read one large run together, and search
together, where mpirun starts the command line.")
set(CPACK_DEBIAN_DOC_DESCRIPTION "planner and profiler for training very large models (documents)
Shardscope plans how a large model is laid out over many accelerators, and
reads traces of real runs.
.
This package has the guide, in English and Japanese, and the reference of
files, formulas, analyses and SQL tables.")
include(CPack)
