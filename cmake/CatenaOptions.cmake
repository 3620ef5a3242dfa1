# catena_private_options(target): how Catena's own code is compiled. Nothing of it reaches consumers.
function(catena_private_options target)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Werror=switch
    $<$<BOOL:${CATENA_WERROR}>:-Werror>
    -Wno-psabi  # without AVX, gcc and clang remark on how a Pack4 is passed
    $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>  # gcc 12 is wrong about Eigen's 3-vectors with AVX
    -ffp-contract=fast -fno-math-errno -fno-trapping-math)
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
  if(target MATCHES "^catena_(math|dynamics|yaml)$")
    catena_precompile(${target} <Eigen/Core> <functional> <map> <memory> <span> <string> <vector>)
  elseif(target MATCHES "^catena_(mechanism|library|formats|record|plot|scenario|view)$")
    catena_reuse_precompiled(${target} catena_yaml)
  else()
    catena_reuse_precompiled(${target} catena_math)
  endif()
endfunction()

function(catena_precompiled_cacheable target)
  if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    target_compile_options(${target} PRIVATE
      $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
      "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
  endif()
endfunction()
