# evalground_warnings(target…): the warnings of our own code, all of them errors.
# CMake before 3.24 only prints them; `cmake --compile-no-warning-as-error` does so for a newer compiler.

function(evalground_warnings)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE
      -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual -Wextra-semi
      -Wno-sign-conversion                # clang counts it to -Wconversion, g++ does not
      -Wno-missing-field-initializers)    # designated initialisers leave defaults out on purpose
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      target_compile_options(${target} PRIVATE -Wno-restrict)  # false alarms on `"text" + string` (GCC bug 105329)
    endif()
    set_target_properties(${target} PROPERTIES COMPILE_WARNING_AS_ERROR ON)
  endforeach()
endfunction()
