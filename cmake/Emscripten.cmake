# What differs between versions of Emscripten, how code is compiled for size, and how a test program is linked for Node.

set(EVG_STACK_SIZE TOTAL_STACK)  # the option's name up to 3.1.24
if(EMSCRIPTEN)
  if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.6)
    message(FATAL_ERROR "Emscripten ${EMSCRIPTEN_VERSION} is too old: 3.1.6 or newer is needed")
  elseif(EMSCRIPTEN_VERSION VERSION_GREATER_EQUAL 3.1.25)
    set(EVG_STACK_SIZE STACK_SIZE)
  endif()
  file(WRITE ${PROJECT_BINARY_DIR}/package.json "{\"type\":\"commonjs\"}\n")  # what the .js of test programs is
endif()

# How code is compiled for size and for speed. Alone, -Oz and -Os make em++ add -fno-inline-functions, which keeps even
# std::move a call: half as fast. What costs no more than its call is inlined, and for speed less than by default
# (docs/decisions/007-modules-by-dialect.md). The library's own std::string was compiled that way: where speed counts its
# functions are compiled anew, and being linked first serve all.
set(EVG_FOR_SIZE -Oz -finline-functions -mllvm -inline-threshold=0)
set(EVG_FOR_SPEED -O2 -mllvm -inline-threshold=25 -D_LIBCPP_DISABLE_EXTERN_TEMPLATE)

# evalground_runs_in_node(target…): wasm programs that Node runs, with the machine's files visible to them.
function(evalground_runs_in_node)
  if(EMSCRIPTEN)
    foreach(target IN LISTS ARGN)
      # emcmake's own choice of emulator passes a flag that Node 20 refuses.
      set_target_properties(${target} PROPERTIES CROSSCOMPILING_EMULATOR node)
      set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${PROJECT_SOURCE_DIR}/tests/node_pre.js)
      target_link_options(${target} PRIVATE
        -O1  # links in a tenth of the time; the last -O counts
        -sENVIRONMENT=node -sNODERAWFS=1 -sEXIT_RUNTIME=1 --pre-js=${PROJECT_SOURCE_DIR}/tests/node_pre.js
        -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=32MB -sMAXIMUM_MEMORY=1GB -s${EVG_STACK_SIZE}=8MB)
    endforeach()
  endif()
endfunction()
