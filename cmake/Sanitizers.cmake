# EVG_SANITIZE and EVG_FUZZ instrument everything, third-party sources included; include this before any target.

set(EVG_SANITIZE "" CACHE STRING "sanitizers to build with, such as address,undefined")
option(EVG_FUZZ "build the fuzz targets with clang's libFuzzer" OFF)

if(EVG_SANITIZE)
  add_compile_options(-fsanitize=${EVG_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${EVG_SANITIZE})
endif()
if(EVG_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "EVG_FUZZ needs clang: scripts/fuzz chooses it")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
