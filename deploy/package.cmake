# The Debian packages, all from one build: cmake --build --preset release --target package, or deploy/build-packages.
# Needs `components` (those that this build has) and DW_DATE.
set(DW_CONTACT maintainers@duskwatch.invalid CACHE STRING "Address of those who maintain the packages")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME duskwatch)
set(CPACK_PACKAGE_VENDOR "The Duskwatch authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # Each package has its own.
set(CPACK_PACKAGE_CONTACT "The Duskwatch authors <${DW_CONTACT}>")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
# The prefix is known to the installation as /usr, as install-service.cmake wants it.
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL ${components})
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION net)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

# dw_package(COMPONENT NAME DEPENDS SUMMARY DESCRIPTION): the libraries of a program are found by dpkg-shlibdeps.
macro(dw_package component name depends summary description)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${depends}")
  set(CPACK_DEBIAN_${upper}_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}\n${description}")
  foreach(file copyright changelog.gz)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${file} COMPONENT ${component}
      DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name})
  endforeach()
endmacro()

set(same_version "(= ${PROJECT_VERSION})")
set(about "Duskwatch is a multiplayer stealth simulation: intruders steal documents
from a house whose guards see, hear, remember and work together.\n\n")
dw_package(data duskwatch-data "" "stealth simulation - maps and rules"
  "${about}This package holds the maps, rulesets, kinds of guards and strategies.")
set(CPACK_DEBIAN_DATA_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DATA_PACKAGE_SHLIBDEPS OFF)
dw_package(server duskwatch-server
  "duskwatch-data ${same_version}, systemd-standalone-sysusers | systemd-sysusers"
  "stealth simulation - server"
  "${about}This package holds the server, which hosts many matches in one process.
Its service is not enabled: a computer hosts when its owner says so.")
set(CPACK_DEBIAN_SERVER_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_SOURCE_DIR}/debian/postinst
  ${CMAKE_CURRENT_SOURCE_DIR}/debian/prerm ${CMAKE_CURRENT_SOURCE_DIR}/debian/postrm
  ${CMAKE_CURRENT_SOURCE_DIR}/debian/conffiles)
set(CPACK_DEBIAN_SERVER_PACKAGE_SUGGESTS "prometheus, duskwatch-tools")
dw_package(tools duskwatch-tools "duskwatch-data ${same_version}" "stealth simulation - bots and laboratory"
  "${about}This package holds duskwatch-bots, which puts a server under load with
many clients, and duskwatch-lab, which plays matches without a network,
checks maps and plays replays again.")
if(DW_CLIENT)
  dw_package(client duskwatch "duskwatch-server ${same_version}, fonts-dejavu-core" "stealth simulation - client"
    "${about}This package holds the game itself: it plays an intruder, or watches.")
  set(CPACK_DEBIAN_CLIENT_PACKAGE_SECTION games)
  install(FILES debian/lintian-overrides RENAME duskwatch COMPONENT client
    DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides)
endif()

# Debian's own form of the licence.
file(STRINGS ${PROJECT_SOURCE_DIR}/LICENSE licence)
set(copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Duskwatch\n\nFiles: *\n")
set(text "")
foreach(line IN LISTS licence)
  if(line MATCHES "^Copyright \\(c\\) (.*)")
    string(APPEND copyright "Copyright: ${CMAKE_MATCH_1}\nLicense: Expat")
  elseif(NOT line STREQUAL "MIT License")
    string(APPEND text "\n ${line}")
  endif()
endforeach()
string(REGEX REPLACE "^(\n )+\n" "\n" text "${text}")
string(REGEX REPLACE "\n \n" "\n .\n" text "${text}")
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/copyright "${copyright}${text}\n")

# The log of changes that each package must have.
string(TIMESTAMP moment "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/changelog "duskwatch (${PROJECT_VERSION}) unstable; urgency=medium

  * Version ${PROJECT_VERSION}.

 -- ${CPACK_PACKAGE_CONTACT}  ${moment}
")
execute_process(COMMAND gzip -9nf changelog WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}
  COMMAND_ERROR_IS_FATAL ANY)

include(CPack)
