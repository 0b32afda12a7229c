# dw_hardening: what makes a fault in memory end the program rather than hand it over. The programs
# read datagrams of strangers. Options that the compiler lacks are left out by test, not by its name.
# tests/integration/hardening reads the linked programs.
include(CheckCCompilerFlag)
include(CheckCSourceCompiles)
include(CheckPIESupported)

add_library(dw_hardening INTERFACE)
foreach(option -fstack-protector-strong -fstack-clash-protection -fcf-protection=full)
  string(MAKE_C_IDENTIFIER "DW_HAS${option}" has)
  set(CMAKE_REQUIRED_FLAGS -Werror) # clang only warns of an option that the processor lacks.
  check_c_compiler_flag(${option} ${has})
  unset(CMAKE_REQUIRED_FLAGS)
  if(${has})
    target_compile_options(dw_hardening INTERFACE ${option})
  endif()
endforeach()

# A program may be loaded anywhere. Not -fPIC, with which calls within a library cannot be inlined.
check_pie_supported(LANGUAGES C)
if(CMAKE_C_LINK_PIE_SUPPORTED)
  target_compile_options(dw_hardening INTERFACE -fPIE)
  target_link_options(dw_hardening INTERFACE -pie)
endif()
target_link_options(dw_hardening INTERFACE LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)

# Checked sizes in the C library's calls: only with optimisation, and beside the sanitizers they would
# hide what those look for. The C library warns where level 3 is not to be had.
if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug" AND NOT DW_SANITIZE AND NOT DW_FUZZ)
  set(CMAKE_REQUIRED_FLAGS "-Werror -O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3")
  check_c_source_compiles("#include <string.h>
    int main(void) { char text[2]; (void)memset(text, 0, sizeof text); return text[0]; }"
    DW_HAS_FORTIFY_3)
  unset(CMAKE_REQUIRED_FLAGS)
  target_compile_options(dw_hardening INTERFACE -U_FORTIFY_SOURCE
    -D_FORTIFY_SOURCE=$<IF:$<BOOL:${DW_HAS_FORTIFY_3}>,3,2>)
endif()
