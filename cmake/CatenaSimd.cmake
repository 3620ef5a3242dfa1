# Which vector instructions the library is compiled for. They are part of its ABI: they decide how a
# Pack4 is passed and how Eigen aligns, so consumers get the same flags (see CatenaModule).
#
# CATENA_SIMD: AUTO (what this machine has), AVX2 or NONE. Sets CATENA_SIMD_OPTIONS.
set(CATENA_SIMD AUTO CACHE STRING "Vector instructions: AUTO, AVX2 or NONE")
set_property(CACHE CATENA_SIMD PROPERTY STRINGS AUTO AVX2 NONE)
if(NOT CATENA_SIMD MATCHES "^(AUTO|AVX2|NONE)$")
  message(FATAL_ERROR "CATENA_SIMD is '${CATENA_SIMD}'; expected AUTO, AVX2 or NONE")
endif()

if(CATENA_SIMD STREQUAL "AUTO" AND NOT CMAKE_CROSSCOMPILING)
  include(CheckCXXSourceRuns)
  check_cxx_source_runs("
    int main() {
      __builtin_cpu_init();
      return __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\") &&
             __builtin_cpu_supports(\"bmi\") && __builtin_cpu_supports(\"bmi2\") ? 0 : 1;
    }" CATENA_MACHINE_HAS_AVX2)
endif()

set(CATENA_SIMD_OPTIONS)
if(CATENA_SIMD STREQUAL "AVX2" OR (CATENA_SIMD STREQUAL "AUTO" AND CATENA_MACHINE_HAS_AVX2))
  set(CATENA_SIMD_OPTIONS -march=x86-64-v3)
endif()
