# Install rules: find_package(catena CONFIG [COMPONENTS module...]) then gives catena::catena and one
# target per module, and looks for the packages of these modules only.
include(CMakePackageConfigHelpers)

get_property(catena_modules GLOBAL PROPERTY CATENA_MODULES)
list(TRANSFORM catena_modules PREPEND catena_ OUTPUT_VARIABLE catena_targets)
set(catena_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/catena")

install(TARGETS catena ${catena_targets} EXPORT catenaTargets FILE_SET HEADERS)
install(EXPORT catenaTargets NAMESPACE catena:: DESTINATION "${catena_package_dir}")
if(TARGET catena_cli)
  install(TARGETS catena_cli)
endif()

# What each module needs, for catenaConfig.cmake.
set(catena_needs "set(catena_modules ${catena_modules})\n")
foreach(module IN LISTS catena_modules)
  get_property(links GLOBAL PROPERTY CATENA_${module}_NEEDS_LINKS)
  string(APPEND catena_needs "set(catena_${module}_needs ${links})\n")
endforeach()

configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/catenaConfig.cmake.in" "${PROJECT_BINARY_DIR}/catenaConfig.cmake"
  INSTALL_DESTINATION "${catena_package_dir}"
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/catenaConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/catenaConfig.cmake" "${PROJECT_BINARY_DIR}/catenaConfigVersion.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/CatenaPackages.cmake"
  DESTINATION "${catena_package_dir}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
