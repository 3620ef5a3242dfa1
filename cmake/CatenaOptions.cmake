# catena_private_options(target [ALONE]): how Catena's own code is compiled; ALONE where its files are
# never compiled together (CatenaBatches). Nothing of it reaches consumers.
function(catena_private_options target)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_features(${target} PRIVATE cxx_std_20)
  # In a batch, names of one file may be those of locals in another.
  set(shadow -Wshadow)
  if(CATENA_BATCHES AND NOT "ALONE" IN_LIST ARGN)
    set(shadow $<IF:$<CXX_COMPILER_ID:GNU>,-Wshadow=local,-Wno-shadow>)
  endif()
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic ${shadow} -Wconversion -Wsign-conversion -Werror=switch
    $<$<BOOL:${CATENA_WERROR}>:-Werror>
    -Wno-psabi  # without AVX, gcc and clang remark on how a Pack4 is passed
    $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>  # gcc 12 is wrong about Eigen's 3-vectors with AVX
    -ffp-contract=fast -fno-math-errno -fno-trapping-math)
endfunction()

option(CATENA_POSITION_INDEPENDENT "Libraries that may become part of shared libraries" ON)

# catena_position_independent(target): code that may go into a shared library, such as a module for
# Python. Nobody replaces a function of it by another of the same name, and nobody finds one by its name
# at run time: calls stay direct and may be inlined, as in a program.
function(catena_position_independent target)
  if(NOT CATENA_POSITION_INDEPENDENT)
    return()
  endif()
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-semantic-interposition>)
endfunction()

# catena_precompile(target headers...): precompiled headers, in a form that ccache can cache.
function(catena_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  catena_precompiled_cacheable(${target})
endfunction()

# catena_reuse_precompiled(target from): uses the precompiled headers of another target.
function(catena_reuse_precompiled target from)
  target_precompile_headers(${target} REUSE_FROM ${from})
  catena_precompiled_cacheable(${target})
endfunction()

# catena_precompile_module(target): what nearly all of the library includes. Modules share it, but for
# those that are compiled with options of their own.
function(catena_precompile_module target)
  set(from catena_math)
  if(target STREQUAL "catena_dynamics")
    set(from ${target})
  elseif(target MATCHES "^catena_(yaml|mechanism|library|formats|record|plot|scenario|view)$")
    set(from catena_yaml)  # not optimised much
  endif()
  if(TARGET ${from} AND NOT target STREQUAL from)
    catena_reuse_precompiled(${target} ${from})
  else()
    catena_precompile(${target} <Eigen/Core> <functional> <map> <memory> <span> <string> <vector>)
  endif()
endfunction()

function(catena_precompiled_cacheable target)
  if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    target_compile_options(${target} PRIVATE
      $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
      "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
  endif()
endfunction()
