# evalground_units(out name source…): compiles sources that lie in one folder as one unit, a generated file that includes
# them. A source costs one to two seconds for its headers, whatever its length; a folder of twenty costs little more than
# one. Sources whose property EVG_KIND differs ("hot", "tables") are in units of their own: they are compiled with
# other options, or more than once, or their names clash. Names in anonymous namespaces must differ within a folder.
# `scripts/build apart` compiles each source alone, which shows whether it includes what it uses.
#
# Unlike CMake's own UNITY_BUILD, a unit names its sources relative to the repository, so that all clones of a machine
# share what ccache keeps, and takes COMPILE_OPTIONS.

option(EVG_UNITY "compile the sources of a folder as one unit" ON)
if(EVG_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # At -O2 g++ inlines a library function that a source calls once or twice, because the function itself is then dropped.
  # A unit calls it more often, and may grow by only 40 % once it is large. Both cost up to 17 % more instructions. The
  # inlining limits of -O3 make up for that; nothing else of -O3 is used.
  add_compile_options(--param=large-unit-insns=1000000 --param=inline-min-speedup=15 --param=max-inline-insns-auto=30
    --param=max-inline-insns-single=200)
endif()

# Sets `out` to the units of the sources, or to the sources themselves without EVG_UNITY. `name` keeps the files of
# different targets apart.
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
