# evalground_precompiled(target): g++ reads the headers of the standard library once for all sources of our own, not once
# for each, and so the test framework's for the unit tests: a third less to compile. A source includes what it uses all
# the same: clang and Emscripten, whose options differ from source to source, compile without, and say what is missing.

set(EVG_PRECOMPILES OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(EVG_PRECOMPILES ON)
  if(EVG_CCACHE)
    # That our sources ask for no time, and that a header may define what a source does not use: without being told,
    # ccache does not keep what was compiled this way.
    set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros ${EVG_CCACHE})
  endif()
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/precompiled.cpp CONTENT "")
  set(headers <algorithm> <array> <chrono> <cmath> <cstdint> <deque> <functional> <map> <memory> <optional> <span>
    <string> <string_view> <unordered_map> <unordered_set> <utility> <vector>)
  add_library(precompiled OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
  target_precompile_headers(precompiled PRIVATE ${headers})
  add_library(precompiled_tests OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
  target_precompile_headers(precompiled_tests PRIVATE ${headers} <gtest/gtest.h>)
  target_link_libraries(precompiled_tests PRIVATE GTest::gtest)
  evalground_warnings(precompiled precompiled_tests)  # -Wpedantic decides what the compiler defines
endif()

# evalground_precompiled(target [tests])
function(evalground_precompiled target)
  if(NOT EVG_PRECOMPILES)
    return()
  endif()
  if("tests" IN_LIST ARGN)
    target_precompile_headers(${target} REUSE_FROM precompiled_tests)
  else()
    target_precompile_headers(${target} REUSE_FROM precompiled)
  endif()
  # g++ no longer knows such headers to be the system's, and shows its false alarms about them.
  target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
endfunction()
