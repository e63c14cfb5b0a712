# evalground_units(out name source…): compiles the sources of a folder as one unit, a generated file that includes them.
# A source costs one to two seconds for its headers, whatever its length, so a folder of twenty costs little more than
# one. Sources with different EVG_KIND properties ("hot", "tables") are in different units: they have other options, are
# compiled more than once, or have clashing names. Names in anonymous namespaces must differ within a folder.
# `scripts/build apart` compiles each source alone, which shows missing includes.
#
# Unlike CMake's UNITY_BUILD, a unit names its sources relative to the repository, so that all clones on a machine share
# ccache's results, and supports COMPILE_OPTIONS.

option(EVG_UNITY "compile the sources of a folder as one unit" ON)
if(EVG_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # At -O2 g++ inlines a library function that a source calls once or twice, because the function itself is then
  # dropped. In a unit it is called more often, and a large unit may grow by only 40 %. Both cost up to 17 % more
  # instructions. The inlining limits of -O3 compensate for that; nothing else of -O3 is used.
  add_compile_options(--param=large-unit-insns=1000000 --param=inline-min-speedup=15 --param=max-inline-insns-auto=30
    --param=max-inline-insns-single=200)
endif()

# Sets `out` to the units of the sources, or without EVG_UNITY to the sources themselves. `name` distinguishes the files
# of different targets.
function(evalground_units out name)
  if(NOT EVG_UNITY)
    set(${out} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  set(units "")
  foreach(source IN LISTS ARGN)
    get_filename_component(path ${source} ABSOLUTE)
    file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${path})
    get_filename_component(folder ${path} DIRECTORY)
    get_source_file_property(kind ${source} EVG_KIND)
    set(unit ${folder})
    if(kind)
      string(APPEND unit ".${kind}")
    endif()
    if(source MATCHES "\\.c$")
      string(APPEND unit ".c")
    else()
      string(APPEND unit ".cpp")
    endif()
    if(NOT unit IN_LIST units)
      list(APPEND units ${unit})
      set(kind_of_${unit} ${kind})
      set(text_of_${unit} "")
    endif()
    string(APPEND text_of_${unit} "#include \"${path}\"\n")
  endforeach()
  set(files "")
  foreach(unit IN LISTS units)
    set(file ${PROJECT_BINARY_DIR}/units/${name}/${unit})
    file(CONFIGURE OUTPUT ${file} CONTENT "${text_of_${unit}}" @ONLY)
    if(kind_of_${unit})
      set_source_files_properties(${file} PROPERTIES EVG_KIND ${kind_of_${unit}})
    endif()
    list(APPEND files ${file})
  endforeach()
  set(${out} ${files} PARENT_SCOPE)
endfunction()
