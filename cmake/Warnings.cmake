# evalground_warnings(target…): the warnings of our own code, all of them errors.
# CMake before 3.24 only prints them; `cmake --compile-no-warning-as-error` does so for a newer compiler.

function(evalground_warnings)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE
      -Wall -Wextra -Wpedantic -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual -Wextra-semi
      -Wno-sign-conversion                # clang counts it to -Wconversion, g++ does not
      -Wno-missing-field-initializers)    # designated initialisers leave defaults out on purpose
    if(NOT EVG_UNITY)
      target_compile_options(${target} PRIVATE -Wshadow)  # within a unit it would report names of other sources
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      # False alarms of the optimiser: on `"text" + string` (GCC bug 105329), and on the destructor of a value that it
      # knows to be a number.
      target_compile_options(${target} PRIVATE -Wno-restrict -Wno-nonnull -Wno-array-bounds)
    endif()
    set_target_properties(${target} PROPERTIES COMPILE_WARNING_AS_ERROR ON)
  endforeach()
endfunction()
