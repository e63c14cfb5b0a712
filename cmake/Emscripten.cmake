# Differences between versions of Emscripten, options for size and speed, and how test programs are linked for Node.

set(EVG_STACK_SIZE TOTAL_STACK)  # name of the option up to 3.1.24
if(EMSCRIPTEN)
  if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.6)
    message(FATAL_ERROR "Emscripten ${EMSCRIPTEN_VERSION} is too old: 3.1.6 or newer is needed")
  elseif(EMSCRIPTEN_VERSION VERSION_GREATER_EQUAL 3.1.25)
    set(EVG_STACK_SIZE STACK_SIZE)
  endif()
  file(WRITE ${PROJECT_BINARY_DIR}/package.json "{\"type\":\"commonjs\"}\n")  # for test programs' .js files
endif()

# Options for size and for speed. On their own, -Oz and -Os make em++ add -fno-inline-functions, which even keeps
# std::move a call and halves the speed. Functions that cost no more than their call are inlined; for speed, less is
# inlined than by default (docs/decisions/007-modules-by-dialect.md). The library's std::string was compiled without
# inlining. Code compiled for speed contains its functions again; these are linked first and serve all code.
set(EVG_FOR_SIZE -Oz -finline-functions -mllvm -inline-threshold=0)
set(EVG_FOR_SPEED -O2 -mllvm -inline-threshold=25 -D_LIBCPP_DISABLE_EXTERN_TEMPLATE)

# evalground_runs_in_node(target…): wasm programs that run in Node and can access the machine's files.
function(evalground_runs_in_node)
  if(EMSCRIPTEN)
    foreach(target IN LISTS ARGN)
      # emcmake's default emulator passes a flag that Node 20 rejects.
      set_target_properties(${target} PROPERTIES CROSSCOMPILING_EMULATOR node)
      set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${PROJECT_SOURCE_DIR}/tests/node_pre.js)
      target_link_options(${target} PRIVATE
        -O1  # links ten times as fast; the last -O option wins
        -sENVIRONMENT=node -sNODERAWFS=1 -sEXIT_RUNTIME=1 --pre-js=${PROJECT_SOURCE_DIR}/tests/node_pre.js
        -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=32MB -sMAXIMUM_MEMORY=1GB -s${EVG_STACK_SIZE}=8MB)
    endforeach()
  endif()
endfunction()
