# Installs what names the prefix or depends on it: the units of systemd, the user and the settings. Runs at the
# installation, when the prefix is known: `cmake --install build/release --prefix /opt/dw` works for any.
# Needs DW_DEPLOY (this folder) and DW_DEPLOY_BUILD (a folder for the made files).
set(BIN ${CMAKE_INSTALL_PREFIX}/bin)
set(ETC ${CMAKE_INSTALL_PREFIX}/etc)
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  set(ETC /etc)
endif()

function(make_unit NAME DESCRIPTION CONFIG STATE)
  configure_file(${DW_DEPLOY}/systemd/duskwatch-server.service.in ${DW_DEPLOY_BUILD}/${NAME}.service @ONLY)
  file(INSTALL ${DW_DEPLOY_BUILD}/${NAME}.service DESTINATION ${CMAKE_INSTALL_PREFIX}/lib/systemd/system)
endfunction()
make_unit(duskwatch-server "Duskwatch server" duskwatch-server duskwatch)
make_unit(duskwatch-server@ "Duskwatch server %i" %i duskwatch@%i)

file(INSTALL ${DW_DEPLOY}/systemd/sysusers.conf DESTINATION ${CMAKE_INSTALL_PREFIX}/lib/sysusers.d
     RENAME duskwatch-server.conf)

# Settings belong to the host: an installation never writes over them.
set(settings $ENV{DESTDIR}${ETC}/duskwatch/duskwatch-server.ini)
if(EXISTS ${settings})
  message(STATUS "Kept: ${settings}")
else()
  file(INSTALL ${DW_DEPLOY}/duskwatch-server.ini DESTINATION ${ETC}/duskwatch)
endif()
