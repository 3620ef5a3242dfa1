# The modules ("rooms") of the library. catena/CMakeLists.txt declares them all; CATENA_COMPONENTS says
# which of them are built, and only the packages of those are looked for.
set(CATENA_COMPONENTS "" CACHE STRING
    "Modules that are built, with those that they use (for instance: dynamics); all if empty")

# catena_module(name [DEPENDS module...] [LINKS target...] [PRIVATE_LINKS target...]
#               [BUILD_LINKS target...] [NO_BATCHES])
#
# Declares the folder catena/<name> as the target catena::<name>: a static library of its .cpp files,
# or an interface library where it has only headers. It may include the headers of the modules in
# DEPENDS, and of those that they depend on; a wrong include stops the build (catena_check_layers).
# LINKS, PRIVATE_LINKS and BUILD_LINKS are targets of packages (CatenaPackages): the first are in its
# headers, the second in its sources, and the third too, but are headers alone, so that those who use
# the installed library do not need them. With NO_BATCHES each file is compiled by itself.
# catena_finish_modules() makes the targets.
function(catena_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NO_BATCHES" "" "DEPENDS;LINKS;PRIVATE_LINKS;BUILD_LINKS")
  if(DEFINED arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "catena_module(${name}): unexpected '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  set_property(GLOBAL APPEND PROPERTY CATENA_ALL_MODULES ${name})
  foreach(key IN ITEMS DEPENDS LINKS PRIVATE_LINKS BUILD_LINKS NO_BATCHES)
    set_property(GLOBAL PROPERTY CATENA_${name}_${key} ${arg_${key}})
  endforeach()

  # What it needs altogether: modules, and targets of packages.
  set(modules ${name})
  set(links ${arg_LINKS} ${arg_PRIVATE_LINKS})
  foreach(used IN LISTS arg_DEPENDS)
    get_property(more GLOBAL PROPERTY CATENA_${used}_NEEDS_MODULES)
    list(APPEND modules ${more})
    get_property(more GLOBAL PROPERTY CATENA_${used}_NEEDS_LINKS)
    list(APPEND links ${more})
  endforeach()
  list(REMOVE_DUPLICATES modules)
  list(REMOVE_DUPLICATES links)
  set_property(GLOBAL PROPERTY CATENA_${name}_NEEDS_MODULES ${modules})
  set_property(GLOBAL PROPERTY CATENA_${name}_NEEDS_LINKS ${links})
endfunction()

# Makes the target of one module.
function(catena_add_module name)
  foreach(key IN ITEMS DEPENDS LINKS PRIVATE_LINKS BUILD_LINKS NO_BATCHES)
    get_property(${key} GLOBAL PROPERTY CATENA_${name}_${key})
  endforeach()
  foreach(link IN LISTS LINKS PRIVATE_LINKS BUILD_LINKS)
    catena_find_target(${link} ${name})
    if(catena_missing)
      message(FATAL_ERROR "${catena_missing} Modules that you do not need can be left out: see CATENA_COMPONENTS.")
    endif()
  endforeach()
  file(GLOB headers CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.hpp")
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp")

  set(target catena_${name})
  if(sources)
    set(scope PUBLIC)
    add_library(${target})
    if(NO_BATCHES)
      target_sources(${target} PRIVATE ${sources})
    else()
      catena_batches(${target} ${sources})
    endif()
    catena_private_options(${target})
    catena_position_independent(${target})
    catena_precompile_module(${target})
    list(TRANSFORM BUILD_LINKS REPLACE "(.+)" "$<BUILD_INTERFACE:\\1>" OUTPUT_VARIABLE build_links)
    target_link_libraries(${target} PRIVATE ${PRIVATE_LINKS} ${build_links})
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
  list(TRANSFORM DEPENDS PREPEND catena_ OUTPUT_VARIABLE depends_targets)
  target_link_libraries(${target} ${scope} ${depends_targets} ${LINKS})

  set_property(GLOBAL APPEND PROPERTY CATENA_MODULES ${name})
  set_property(GLOBAL APPEND PROPERTY CATENA_MODULE_FILES ${headers} ${sources})
endfunction()

# The modules that are built: all, or CATENA_COMPONENTS with what they use, in the order of their
# declaration.
function(catena_wanted_modules result)
  get_property(all GLOBAL PROPERTY CATENA_ALL_MODULES)
  if(NOT CATENA_COMPONENTS)
    set(${result} ${all} PARENT_SCOPE)
    return()
  endif()
  set(needed)
  foreach(component IN LISTS CATENA_COMPONENTS)
    if(NOT component IN_LIST all)
      list(JOIN all ", " names)
      message(FATAL_ERROR "CATENA_COMPONENTS has '${component}', which is no module of Catena; expected: ${names}")
    endif()
    get_property(more GLOBAL PROPERTY CATENA_${component}_NEEDS_MODULES)
    list(APPEND needed ${more})
  endforeach()
  set(wanted)
  foreach(module IN LISTS all)
    if(module IN_LIST needed)
      list(APPEND wanted ${module})
    endif()
  endforeach()
  set(${result} ${wanted} PARENT_SCOPE)
endfunction()

# Makes the targets of the modules, the umbrella target catena::catena, and the check that every module
# includes only what it may. Call once, after the last module.
function(catena_finish_modules)
  set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON)  # programs and tests link some of them, too
  catena_wanted_modules(modules)
  foreach(module IN LISTS modules)
    catena_add_module(${module})
  endforeach()
  list(TRANSFORM modules PREPEND catena_ OUTPUT_VARIABLE targets)
  add_library(catena INTERFACE)
  add_library(catena::catena ALIAS catena)
  target_link_libraries(catena INTERFACE ${targets})
  if(NOT CATENA_COMPONENTS)
    target_sources(catena INTERFACE FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}"
                                    FILES "${CMAKE_CURRENT_SOURCE_DIR}/catena.hpp")
    catena_check_layers("${targets}")
  endif()
endfunction()

function(catena_check_layers targets)
  find_package(Python3 COMPONENTS Interpreter)
  if(NOT Python3_FOUND)
    message(STATUS "Catena: python3 not found, includes between modules are not checked")
    return()
  endif()
  get_property(modules GLOBAL PROPERTY CATENA_ALL_MODULES)
  set(layers "")
  foreach(module IN LISTS modules)
    get_property(depends GLOBAL PROPERTY CATENA_${module}_DEPENDS)
    list(JOIN depends " " depends)
    string(APPEND layers "${module}: ${depends}\n")
  endforeach()
  get_property(files GLOBAL PROPERTY CATENA_MODULE_FILES)
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
