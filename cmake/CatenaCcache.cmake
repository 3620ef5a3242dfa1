# Compiles through ccache where it is installed. The sloppiness lets it cache translation units that
# use precompiled headers; paths relative to the source folder let a second clone find what the first
# one compiled.
find_program(CATENA_CCACHE ccache)
mark_as_advanced(CATENA_CCACHE)
if(CATENA_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros
      "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
      "${CMAKE_CURRENT_LIST_DIR}/cached_compiler" "${CATENA_CCACHE}")
endif()
