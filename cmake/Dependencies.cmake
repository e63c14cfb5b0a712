# Third-party sources as static libraries, built the same way natively and for wasm. The system's own libraries are
# never used, so that both give the same results. The sources come from scripts/setup, or else are downloaded here.
# cmake/deps.lock pins their hashes.

include(FetchContent)
set(EVG_DEPS_DIR "${PROJECT_SOURCE_DIR}/.deps" CACHE PATH "third-party sources, as scripts/setup unpacks them")

# Sets `out` to the folder of the sources that deps.lock calls `name`.
function(evalground_source name out)
  file(STRINGS "${PROJECT_SOURCE_DIR}/cmake/deps.lock" line REGEX "^${name} ")
  separate_arguments(fields UNIX_COMMAND "${line}")
  list(GET fields 3 debian_hash)
  list(GET fields 4 upstream_hash)
  list(GET fields 5 url)
  if(upstream_hash STREQUAL "=")
    set(upstream_hash "${debian_hash}")
  endif()
  if(EXISTS "${EVG_DEPS_DIR}/${name}/.ready-${debian_hash}")
    set(${out} "${EVG_DEPS_DIR}/${name}" PARENT_SCOPE)
    return()
  endif()
  # A SOURCE_SUBDIR without a CMakeLists.txt makes CMake only unpack it. The targets are defined here.
  FetchContent_Declare(${name} URL "${url}" URL_HASH SHA256=${upstream_hash} SOURCE_SUBDIR unpacked-only)
  FetchContent_MakeAvailable(${name})
  string(TOLOWER ${name} lower)
  set(${out} "${${lower}_SOURCE_DIR}" PARENT_SCOPE)
endfunction()

# evalground_third_party(name source…): a static library of these sources, compiled in few units.
function(evalground_third_party name)
  evalground_units(units ${name} ${ARGN})
  add_library(${name} STATIC EXCLUDE_FROM_ALL ${units})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
endfunction()

# libyaml's scanner has two changes (docs/yaml.md).
#
# In flow collections libyaml treats each colon that begins a token as an indicator. Where a value must start (after
# `:`, `,`, `[` or `{`), there can be no such indicator, so there a colon directly before text begins a plain scalar.
# YAML 1.2 and ruamel.yaml also read `{eval: ::app::url}` that way.
#
# The names of anchors have only ASCII letters, digits, `-` and `_` in libyaml. In YAML 1.2 they end at a blank or a
# bracket. A colon still ends a name where it can be the colon of a key.
evalground_source(libyaml folder)
set(scanner ${PROJECT_BINARY_DIR}/libyaml/scanner.c)
set(value_sign [[
    if (CHECK(parser->buffer, ':')
            && (parser->flow_level || IS_BLANKZ_AT(parser->buffer, 1)))
        return yaml_parser_fetch_value(parser);
]])
set(plain_text [[
    if (CHECK(parser->buffer, ':') && parser->flow_level
            && parser->tokens.tail != parser->tokens.start
            && (parser->tokens.tail[-1].type == YAML_VALUE_TOKEN
                || parser->tokens.tail[-1].type == YAML_FLOW_ENTRY_TOKEN
                || parser->tokens.tail[-1].type == YAML_FLOW_SEQUENCE_START_TOKEN
                || parser->tokens.tail[-1].type == YAML_FLOW_MAPPING_START_TOKEN)
            && !IS_BLANKZ_AT(parser->buffer, 1)
            && !CHECK_AT(parser->buffer, ',', 1)
            && !CHECK_AT(parser->buffer, '[', 1) && !CHECK_AT(parser->buffer, ']', 1)
            && !CHECK_AT(parser->buffer, '{', 1) && !CHECK_AT(parser->buffer, '}', 1))
        return yaml_parser_fetch_plain_scalar(parser);
]])
set(anchor_letters [[
    if (!CACHE(parser, 1)) goto error;

    while (IS_ALPHA(parser->buffer)) {
        if (!READ(parser, string)) goto error;
        if (!CACHE(parser, 1)) goto error;
        length ++;
    }

    end_mark = parser->mark;

    /*
     * Check if length of the anchor]])
set(anchor_name [[
    for (;;) {
        int offset;
        if (!CACHE(parser, 2)) goto error;
        offset = CHECK(parser->buffer, ':') ? 1 : 0;
        if (IS_BLANKZ_AT(parser->buffer, offset) || CHECK_AT(parser->buffer, ',', offset)
                || CHECK_AT(parser->buffer, '[', offset) || CHECK_AT(parser->buffer, ']', offset)
                || CHECK_AT(parser->buffer, '{', offset) || CHECK_AT(parser->buffer, '}', offset))
            break;
        if (!READ(parser, string)) goto error;
        length ++;
    }

    end_mark = parser->mark;

    /*
     * Check if length of the anchor]])
file(READ ${folder}/src/scanner.c original)
string(REPLACE "${value_sign}" "${plain_text}\n${value_sign}" with_colons "${original}")
string(REPLACE "${anchor_letters}" "${anchor_name}" changed "${with_colons}")
if(with_colons STREQUAL original OR changed STREQUAL with_colons)
  message(FATAL_ERROR "libyaml's scanner is not the one that cmake/Dependencies.cmake knows")
endif()
file(CONFIGURE OUTPUT ${scanner} CONTENT "@changed@" @ONLY)
add_library(yaml STATIC EXCLUDE_FROM_ALL  # not in a unit: its private header has no include guard
  ${folder}/src/api.c ${folder}/src/reader.c ${scanner} ${folder}/src/parser.c ${folder}/src/emitter.c
  ${folder}/src/writer.c)
target_include_directories(yaml PRIVATE ${folder}/src)
target_include_directories(yaml SYSTEM PUBLIC ${folder}/include)
target_compile_definitions(yaml PUBLIC YAML_DECLARE_STATIC PRIVATE
  YAML_VERSION_MAJOR=0 YAML_VERSION_MINOR=2 YAML_VERSION_PATCH=5 "YAML_VERSION_STRING=\"0.2.5\"")

evalground_source(double-conversion folder)
file(GLOB sources CONFIGURE_DEPENDS ${folder}/double-conversion/*.cc)
evalground_third_party(double-conversion ${sources})
target_include_directories(double-conversion SYSTEM PUBLIC ${folder})

evalground_source(nlohmann-json folder)
add_library(nlohmann INTERFACE)
target_include_directories(nlohmann SYSTEM INTERFACE ${folder}/include)

evalground_source(pcre2 folder)
set(generated ${PROJECT_BINARY_DIR}/pcre2)
configure_file(${folder}/src/config.h.generic ${generated}/config.h COPYONLY)
configure_file(${folder}/src/pcre2.h.generic ${generated}/pcre2.h COPYONLY)
configure_file(${folder}/src/pcre2_chartables.c.dist ${generated}/pcre2_chartables.c COPYONLY)
set(sources ${generated}/pcre2_chartables.c)
foreach(module auto_possess compile context error extuni find_bracket match match_data newline ord2utf pattern_info script_run
    string_utils study tables ucd valid_utf xclass)
  list(APPEND sources ${folder}/src/pcre2_${module}.c)
endforeach()
set_source_files_properties(${folder}/src/pcre2_match.c PROPERTIES EVG_KIND hot)
evalground_third_party(pcre2 ${sources})
target_include_directories(pcre2 SYSTEM PUBLIC ${generated} PRIVATE ${folder}/src)
target_compile_definitions(pcre2 PUBLIC PCRE2_CODE_UNIT_WIDTH=8 PCRE2_STATIC PRIVATE HAVE_CONFIG_H SUPPORT_UNICODE)

evalground_source(libtommath folder)
file(GLOB sources CONFIGURE_DEPENDS ${folder}/bn_*.c)
list(FILTER sources EXCLUDE REGEX  # these read files, make random numbers, or contain no code
  "/bn_(mp_fread|mp_fwrite|mp_rand|s_mp_rand_.*|mp_prime_.*|mp_set_double|deprecated)\\.c$")
evalground_third_party(tommath ${sources})
target_include_directories(tommath SYSTEM PUBLIC ${folder})
target_compile_definitions(tommath PUBLIC MP_NO_FILE MP_64BIT)  # 60-bit digits in wasm as well

evalground_source(libtomcrypt folder)  # only what engine/base/crypto uses
set(sources "")
foreach(module ciphers/aes/aes hashes/blake2b hashes/blake2s hashes/md5 hashes/sha1 hashes/sha3 hashes/sha3_test
    hashes/helper/hash_memory hashes/sha2/sha224 hashes/sha2/sha256 hashes/sha2/sha384 hashes/sha2/sha512
    mac/hmac/hmac_done mac/hmac/hmac_init mac/hmac/hmac_memory mac/hmac/hmac_process misc/crypt/crypt_argchk
    misc/crypt/crypt_cipher_descriptor misc/crypt/crypt_cipher_is_valid misc/crypt/crypt_hash_descriptor
    misc/crypt/crypt_hash_is_valid misc/crypt/crypt_register_cipher misc/crypt/crypt_register_hash misc/pkcs5/pkcs_5_2
    misc/zeromem modes/ctr/ctr_encrypt modes/ctr/ctr_start)
  list(APPEND sources ${folder}/src/${module}.c)
endforeach()
add_library(tomcrypt STATIC EXCLUDE_FROM_ALL ${sources})  # not in a unit: hashes define macros with the same names
target_include_directories(tomcrypt SYSTEM PUBLIC ${folder}/src/headers)
target_compile_definitions(tomcrypt PUBLIC  # ENCRYPT_ONLY: a counter needs no decryption; ARGTYPE 4: bad arguments are results
  LTC_SOURCE LTC_NOTHING LTC_NO_TEST LTC_NO_FILE ARGTYPE=4 LTC_SMALL_CODE ENCRYPT_ONLY LTC_RIJNDAEL LTC_CTR_MODE
  LTC_HASH_HELPERS LTC_MD5 LTC_SHA1 LTC_SHA224 LTC_SHA256 LTC_SHA384 LTC_SHA512 LTC_SHA3 LTC_BLAKE2B LTC_BLAKE2S
  LTC_HMAC LTC_PKCS_5)

evalground_source(libxcrypt folder)  # of it only bcrypt, which is in the public domain; beside our header for its own
set(generated ${PROJECT_BINARY_DIR}/xcrypt)
foreach(file crypt-bcrypt.c byteorder.h)
  configure_file(${folder}/lib/${file} ${generated}/${file} COPYONLY)
endforeach()
configure_file(${PROJECT_SOURCE_DIR}/cmake/xcrypt-port.h ${generated}/crypt-port.h COPYONLY)
add_library(xcrypt STATIC EXCLUDE_FROM_ALL ${generated}/crypt-bcrypt.c)
target_include_directories(xcrypt SYSTEM PUBLIC ${generated})

# The command encodes and decodes share links. Pages use fflate for that.
evalground_source(libdeflate folder)
evalground_third_party(deflate ${folder}/lib/deflate_decompress.c ${folder}/lib/deflate_compress.c
  ${folder}/lib/utils.c ${folder}/lib/x86/cpu_features.c ${folder}/lib/arm/cpu_features.c)
target_include_directories(deflate SYSTEM PUBLIC ${folder})

# The command reads Markdown for `evalground check-docs`.
evalground_source(md4c folder)
add_library(md4c STATIC EXCLUDE_FROM_ALL ${folder}/src/md4c.c)
target_include_directories(md4c SYSTEM PUBLIC ${folder}/src)

# The server of `evalground serve`. The npm package uses Node's.
evalground_source(cpp-httplib folder)
add_library(httplib INTERFACE)
target_include_directories(httplib SYSTEM INTERFACE ${folder})

# The line editor of `evalground repl`. isocline.c includes its other sources. For each character it redraws the line
# and saves a copy for undo, which takes seconds for pasted text. The change here does this only when no more keys are
# waiting.
evalground_source(isocline folder)
set(generated ${PROJECT_BINARY_DIR}/isocline)
set(refresh "static void edit_refresh_hint(ic_env_t* env, editor_t* eb) {\n")
set(modify "static void editor_start_modify(editor_t* eb ) {\n")
file(READ ${folder}/src/editline.c original)
string(REPLACE "${refresh}" "${refresh}  if (evalground_key_waits()) return;\n" drawing "${original}")
string(REPLACE "${modify}" "int evalground_key_waits(void);\n${modify}  if (!evalground_key_waits())\n" changed
  "${drawing}")
if(drawing STREQUAL original OR changed STREQUAL drawing)
  message(FATAL_ERROR "isocline's editor is not the one that cmake/Dependencies.cmake knows")
endif()
file(CONFIGURE OUTPUT ${generated}/editline.c CONTENT "@changed@" @ONLY)
configure_file(${folder}/src/isocline.c ${generated}/isocline.c COPYONLY)
add_library(isocline STATIC EXCLUDE_FROM_ALL ${generated}/isocline.c)
target_include_directories(isocline PRIVATE ${folder}/src)
target_include_directories(isocline SYSTEM PUBLIC ${folder}/include)
# cli/repl/line_editor.cpp: records which key ended a line. _FORTIFY_SOURCE must be off, because it defines read as
# well.
target_compile_definitions(isocline PRIVATE read=evalground_read_key)
target_compile_options(isocline PRIVATE -U_FORTIFY_SOURCE)
if(NOT EMSCRIPTEN)
  # cli/repl/interrupt_posix.cpp: by default isocline discards keys that were typed or pasted before a prompt.
  target_compile_definitions(isocline PRIVATE tcsetattr=evalground_set_terminal)
endif()

evalground_source(googletest folder)
set(BUILD_GMOCK OFF CACHE INTERNAL "")
set(INSTALL_GTEST OFF CACHE INTERNAL "")
add_subdirectory(${folder} googletest EXCLUDE_FROM_ALL)

evalground_not_ours(yaml double-conversion pcre2 tommath tomcrypt xcrypt deflate md4c isocline gtest gtest_main)

# libyaml and double-conversion process every byte of a document, and PCRE2 matches; the others save size instead.
if(EMSCRIPTEN)
  foreach(library pcre2 tomcrypt tommath xcrypt)
    target_compile_options(${library} PRIVATE ${EVG_FOR_SIZE})
  endforeach()
  get_target_property(units pcre2 SOURCES)
  list(FILTER units INCLUDE REGEX "(src\\.hot|pcre2_match)\\.c$")
  set_source_files_properties(${units} PROPERTIES COMPILE_OPTIONS -O2)
endif()
