# scripts/build release: the command as one static file, and a Debian package of the files that scripts/release/pack.mjs
# has prepared in build/release/root.
option(EVG_RELEASE "link the command statically, and prepare cpack" OFF)
if(NOT EVG_RELEASE)
  return()
endif()

# glibc's static library is sufficient, because nothing resolves host or user names, which would need shared libraries.
set(CMAKE_EXE_LINKER_FLAGS "${CMAKE_EXE_LINKER_FLAGS} -static -s")

install(DIRECTORY ${PROJECT_BINARY_DIR}/root/ DESTINATION . COMPONENT command USE_SOURCE_PERMISSIONS)
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL command)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME evalground)
set(CPACK_DEBIAN_COMMAND_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "the developers of Evalground")
set(CPACK_DEBIAN_COMMAND_DESCRIPTION "Evaluates the small languages that configuration systems hide in YAML")
include(CPack)
