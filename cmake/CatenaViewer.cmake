# catena_add_viewer_page(): the target catena_viewer_page, a library with the viewer's page in it
# (catena/view/viewer_page.hpp, docs/viewer.md).
#
# The page is bundled by node from packages that npm fetches into the build folder. Where these are
# missing the build goes on without: then the page is empty, and CMake says why.
option(CATENA_VIEWER "Bundle the page of the viewer (needs node and npm)" ON)

# Packages into ${folder}, if those there are not the ones that package-lock.json names. Sets
# ${problem} to what went wrong.
function(catena_viewer_packages source folder problem)
  set(locked "")
  foreach(file IN ITEMS package.json package-lock.json .npmrc)
    configure_file("${source}/${file}" "${folder}/${file}" COPYONLY)
    file(SHA256 "${source}/${file}" hash)
    string(APPEND locked "${hash}\n")
  endforeach()
  set(stamp "${folder}/packages.stamp")
  set(installed "")
  if(EXISTS "${stamp}")
    file(READ "${stamp}" installed)
  endif()
  if(NOT installed STREQUAL locked)
    file(REMOVE "${stamp}")
    message(STATUS "Catena: fetching the packages of the viewer")
    # No package runs programs of its own here; those that the page needs work without.
    execute_process(COMMAND "${CATENA_NPM}" ci --ignore-scripts --prefer-offline --no-progress --fetch-retries=1
      WORKING_DIRECTORY "${folder}" TIMEOUT 300
      RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
      string(REGEX MATCH "npm (ERR!|error)[^\n]*" reason "${output}")
      set(${problem} "npm could not fetch its packages (${result}: ${reason})" PARENT_SCOPE)
      return()
    endif()
  endif()
  # Its program is a package of its own for each kind of machine, which may be missing.
  execute_process(COMMAND "${CATENA_NODE}" -e "require('esbuild').transformSync('')"
    WORKING_DIRECTORY "${folder}" RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
  if(NOT result EQUAL 0)
    set(${problem} "esbuild does not run on this machine" PARENT_SCOPE)
    return()
  endif()
  if(NOT installed STREQUAL locked)
    file(WRITE "${stamp}" "${locked}")
  endif()
endfunction()

# Node and npm. Sets ${problem} to what is missing.
function(catena_find_node problem)
  find_program(CATENA_NODE NAMES node nodejs DOC "Node, for the viewer's page")
  find_program(CATENA_NPM NAMES npm DOC "npm, for the viewer's page")
  mark_as_advanced(CATENA_NODE CATENA_NPM)
  if(NOT CATENA_NODE OR NOT CATENA_NPM)
    set(${problem} "node and npm were not found" PARENT_SCOPE)
    return()
  endif()
  execute_process(COMMAND "${CATENA_NODE}" --version OUTPUT_VARIABLE version ERROR_QUIET)
  string(REGEX MATCH "[0-9]+" major "${version}")
  if(NOT major OR major LESS 18)
    set(${problem} "node 18 or newer is needed, and ${CATENA_NODE} is '${version}'" PARENT_SCOPE)
  endif()
endfunction()

# The page in a real browser, served by the program. What measures times has two processors of its own; what does not
# runs beside other tests.
function(catena_add_browser_test source folder)
  foreach(names "e2e live long many replay" "pages front grasp touch" "examples examples")
    separate_arguments(names)
    list(POP_FRONT names name)
    add_test(NAME viewer.${name} COMMAND "${CATENA_NODE}" "${source}/e2e/run.mjs" ${names} WORKING_DIRECTORY "${folder}")
    set_tests_properties(viewer.${name} PROPERTIES LABELS browser SKIP_RETURN_CODE 77 TIMEOUT 600 COST 900
      ENVIRONMENT "CATENA=$<TARGET_FILE:catena_cli>")
  endforeach()
  set_tests_properties(viewer.e2e PROPERTIES PROCESSORS 2 COST 1000)
endfunction()

function(catena_add_viewer_page)
  set(source "${PROJECT_SOURCE_DIR}/viewer")
  set(folder "${PROJECT_BINARY_DIR}/viewer")
  set(page "${folder}/viewer.html")
  set(problem "")
  if(NOT CATENA_VIEWER)
    set(problem "CATENA_VIEWER is off")
  endif()
  if(NOT problem)
    catena_find_node(problem)
  endif()
  if(NOT problem)
    catena_viewer_packages("${source}" "${folder}" problem)
  endif()

  if(problem)
    message(STATUS "Catena: the viewer is left out: ${problem}")
    add_library(catena_viewer_page STATIC "${source}/embed/viewer_page_none.cpp")
  else()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${source}/src/*")
    add_custom_command(OUTPUT "${page}"
      COMMAND "${CATENA_NODE}" "${source}/build.mjs" --out "${page}"
      DEPENDS ${sources} "${source}/build.mjs" "${folder}/packages.stamp"
      WORKING_DIRECTORY "${folder}" COMMENT "Bundling the page of the viewer" VERBATIM)
    set(embed "${source}/embed/viewer_page.cpp")
    add_library(catena_viewer_page STATIC "${embed}" "${page}")
    set_source_files_properties("${embed}" PROPERTIES OBJECT_DEPENDS "${page}"
      COMPILE_DEFINITIONS "CATENA_VIEWER_PAGE_FILE=\"${page}\"")
    if(CATENA_BUILD_TESTS)
      foreach(test IN ITEMS check test)
        add_test(NAME viewer.${test} COMMAND "${CATENA_NODE}" "${source}/build.mjs" --${test}
          WORKING_DIRECTORY "${folder}")
        set_tests_properties(viewer.${test} PROPERTIES LABELS viewer)
      endforeach()
      catena_add_browser_test("${source}" "${folder}")
    endif()
  endif()
  catena_private_options(catena_viewer_page)
  target_include_directories(catena_viewer_page PUBLIC "$<BUILD_INTERFACE:${source}/embed>")
endfunction()
