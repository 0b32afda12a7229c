# dw_flags: what every target of the tree is compiled with. Floating point keeps to IEEE operations
# in the order written (no contraction, no fast-math): ARCHITECTURE.md, invariant 1.
add_library(dw_flags INTERFACE)
target_compile_options(dw_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Wvla -Wstrict-prototypes
  -Wmissing-prototypes -Wundef -ffp-contract=off -fno-strict-aliasing)
target_compile_definitions(dw_flags INTERFACE _GNU_SOURCE DW_PRODUCT_VERSION="${PROJECT_VERSION}")
target_link_libraries(dw_flags INTERFACE dw_hardening)
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

# A layer of ARCHITECTURE.md, a static library of one folder: dw_add_layer(NAME SOURCES... [USES LIBS...]).
#
# A layer can include its own folder and the folders of the layers that it uses, and no other: the tree's
# root is not an include path. include/NAME in the build holds one link, at the folder's path in the tree,
# so that `#include "common/nav/nav.h"` is found by those that use dw_nav. Folders within a layer's
# folder come with it, libraries of their own too (protocol/seal with protocol).
function(dw_add_layer name)
  cmake_parse_arguments(LAYER "" "" "SOURCES;USES;PRIVATE_USES" ${ARGN})
  add_library(${name} STATIC ${LAYER_SOURCES})
  target_link_libraries(${name} PUBLIC dw_flags ${LAYER_USES} PRIVATE ${LAYER_PRIVATE_USES})

  list(GET LAYER_SOURCES 0 source)
  cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE folder)
  cmake_path(GET folder PARENT_PATH folder)
  cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE place)
  set(link ${PROJECT_BINARY_DIR}/include/${name}/${place})
  cmake_path(GET link PARENT_PATH above)
  file(MAKE_DIRECTORY ${above})
  file(CREATE_LINK ${folder} ${link} SYMBOLIC)
  target_include_directories(${name} PUBLIC ${PROJECT_BINARY_DIR}/include/${name})
endfunction()
