# Compiles through ccache where it is installed. The sloppiness lets it cache translation units that
# use precompiled headers.
find_program(CATENA_CCACHE ccache)
mark_as_advanced(CATENA_CCACHE)
if(CATENA_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros "${CATENA_CCACHE}")
endif()
