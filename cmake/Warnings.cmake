# evalground_warnings(target…): warnings for our own code, all of them errors. CMake before 3.24 only prints them;
# `cmake --compile-no-warning-as-error` does the same for a newer compiler.

function(evalground_warnings)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE
      -Wall -Wextra -Wpedantic -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual -Wextra-semi
      -Wno-sign-conversion                # part of -Wconversion in clang, but not in g++
      -Wno-missing-field-initializers)    # designated initialisers omit defaults on purpose
    if(NOT EVG_UNITY)
      target_compile_options(${target} PRIVATE -Wshadow)  # in a unit it would report names of other sources
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      # False positives of the optimiser: for `"text" + string` (GCC bug 105329), and for the destructor of a value that
      # is known to be a number.
      target_compile_options(${target} PRIVATE -Wno-restrict -Wno-nonnull -Wno-array-bounds)
    endif()
    set_target_properties(${target} PROPERTIES COMPILE_WARNING_AS_ERROR ON)
  endforeach()
endfunction()
