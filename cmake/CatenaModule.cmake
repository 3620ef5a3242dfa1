# catena_module(name [DEPENDS module...] [LINKS target...] [PRIVATE_LINKS target...])
#
# Declares the folder catena/<name> as the target catena::<name>: a static library of its .cpp files,
# or an interface library where it has only headers. It may include the headers of the modules in
# DEPENDS, and of those that they depend on; a wrong include stops the build (catena_check_layers).
function(catena_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS;LINKS;PRIVATE_LINKS")
  if(DEFINED arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "catena_module(${name}): unexpected '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  file(GLOB headers CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.hpp")
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp")

  set(target catena_${name})
  if(sources)
    set(scope PUBLIC)
    add_library(${target} ${sources})
    catena_private_options(${target})
    catena_precompile_module(${target})
    target_link_libraries(${target} PRIVATE ${arg_PRIVATE_LINKS})
  else()
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
  endif()
  add_library(catena::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})

  target_sources(${target} ${scope}
    FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}" FILES ${headers})
  target_compile_features(${target} ${scope} cxx_std_20)
  target_compile_definitions(${target} ${scope} EIGEN_MAX_ALIGN_BYTES=32)
  target_compile_options(${target} ${scope} ${CATENA_SIMD_OPTIONS})
  list(TRANSFORM arg_DEPENDS PREPEND catena_ OUTPUT_VARIABLE depends_targets)
  target_link_libraries(${target} ${scope} ${depends_targets} ${arg_LINKS})

  set_property(GLOBAL APPEND PROPERTY CATENA_MODULES ${name})
  set_property(GLOBAL APPEND PROPERTY CATENA_MODULE_FILES ${headers} ${sources})
  list(JOIN arg_DEPENDS " " depends_text)
  set_property(GLOBAL APPEND_STRING PROPERTY CATENA_LAYERS "${name}: ${depends_text}\n")
endfunction()

# The umbrella target catena::catena, and the check that every module includes only what it may.
# Call once, after the last module.
function(catena_finish_modules)
  get_property(modules GLOBAL PROPERTY CATENA_MODULES)
  list(TRANSFORM modules PREPEND catena_ OUTPUT_VARIABLE targets)
  add_library(catena INTERFACE)
  add_library(catena::catena ALIAS catena)
  target_link_libraries(catena INTERFACE ${targets})
  target_sources(catena INTERFACE FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}"
                                  FILES "${CMAKE_CURRENT_SOURCE_DIR}/catena.hpp")

  find_package(Python3 COMPONENTS Interpreter)
  if(NOT Python3_FOUND)
    message(STATUS "Catena: python3 not found, includes between modules are not checked")
    return()
  endif()
  get_property(files GLOBAL PROPERTY CATENA_MODULE_FILES)
  get_property(layers GLOBAL PROPERTY CATENA_LAYERS)
  set(layers_file "${CMAKE_CURRENT_BINARY_DIR}/layers.txt")
  file(CONFIGURE OUTPUT "${layers_file}" CONTENT "${layers}")
  set(script "${PROJECT_SOURCE_DIR}/tools/check_includes.py")
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/layers.stamp")
  add_custom_command(OUTPUT "${stamp}"
    COMMAND Python3::Interpreter "${script}" --layers "${layers_file}" "${PROJECT_SOURCE_DIR}/catena"
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS "${script}" "${layers_file}" ${files}
    COMMENT "Checking the includes between modules" VERBATIM)
  add_custom_target(catena_check_layers ALL DEPENDS "${stamp}")
  foreach(target IN LISTS targets)
    add_dependencies(${target} catena_check_layers)
  endforeach()
endfunction()
