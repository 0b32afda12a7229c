# dw_flags: what every target of the tree is compiled with. Floating point keeps to IEEE operations
# in the order written (no contraction, no fast-math): ARCHITECTURE.md, invariant 1.
add_library(dw_flags INTERFACE)
target_compile_options(dw_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Wvla -Wstrict-prototypes
  -Wmissing-prototypes -Wundef -ffp-contract=off -fno-strict-aliasing)
target_compile_definitions(dw_flags INTERFACE _GNU_SOURCE DW_PRODUCT_VERSION="${PROJECT_VERSION}"
  DW_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
target_link_libraries(dw_flags INTERFACE dw_hardening)
target_include_directories(dw_flags INTERFACE ${PROJECT_SOURCE_DIR})
if(DW_WERROR)
  target_compile_options(dw_flags INTERFACE -Werror)
endif()
if(CMAKE_BUILD_TYPE STREQUAL "Debug" OR DW_SANITIZE)
  target_compile_definitions(dw_flags INTERFACE DW_DCHECKS=1)
endif()
if(DW_SANITIZE)
  target_compile_options(dw_flags INTERFACE -fsanitize=${DW_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(dw_flags INTERFACE -fsanitize=${DW_SANITIZE})
endif()
if(DW_FUZZ)
  # Every module is instrumented for coverage; the fuzz targets alone link the fuzzer's main.
  target_compile_options(dw_flags INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(dw_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# A layer of ARCHITECTURE.md as a static library: dw_add_layer(NAME SOURCES... [USES LIBS...]).
function(dw_add_layer name)
  cmake_parse_arguments(LAYER "" "" "SOURCES;USES;PRIVATE_USES" ${ARGN})
  add_library(${name} STATIC ${LAYER_SOURCES})
  target_link_libraries(${name} PUBLIC dw_flags ${LAYER_USES} PRIVATE ${LAYER_PRIVATE_USES})
endfunction()
