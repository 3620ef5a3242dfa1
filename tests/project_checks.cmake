# Checks of the project itself, as opposed to the library's behaviour.
set(python "${Python3_EXECUTABLE}" -B)

# The layers are checked by every build; here: that the check sees a wrong include.
file(CONFIGURE OUTPUT wrong_layers/layers.txt CONTENT "low:\nhigh: low\n")
file(CONFIGURE OUTPUT wrong_layers/catena/low/low.hpp CONTENT "#include \"catena/high/high.hpp\"\n")
file(CONFIGURE OUTPUT wrong_layers/catena/high/high.hpp CONTENT "#include \"catena/low/low.hpp\"\n")
add_test(NAME project.wrong_include_is_refused
  COMMAND ${python} "${PROJECT_SOURCE_DIR}/tools/check_includes.py"
          --layers "${CMAKE_CURRENT_BINARY_DIR}/wrong_layers/layers.txt"
          "${CMAKE_CURRENT_BINARY_DIR}/wrong_layers/catena")
set_tests_properties(project.wrong_include_is_refused PROPERTIES
  PASS_REGULAR_EXPRESSION "low.hpp:1: error: catena/high/high.hpp: 'low' may include no other module"
  FAIL_REGULAR_EXPRESSION "high.hpp:1: error")

add_test(NAME project.docs
  COMMAND ${python} "${PROJECT_SOURCE_DIR}/tools/check_docs.py" "${PROJECT_SOURCE_DIR}")

# Installs the library and builds README's program against it, outside of this source tree.
add_test(NAME project.readme_program
  COMMAND ${python} "${CMAKE_CURRENT_SOURCE_DIR}/consumer/readme_program.py"
          --cmake "${CMAKE_COMMAND}" --generator "${CMAKE_GENERATOR}" --compiler "${CMAKE_CXX_COMPILER}"
          --readme "${PROJECT_SOURCE_DIR}/README.md" --build "${PROJECT_BINARY_DIR}"
          --work "${CMAKE_CURRENT_BINARY_DIR}/consumer")

set_tests_properties(project.wrong_include_is_refused project.docs project.readme_program
                     PROPERTIES LABELS project)

if(TARGET catena_cli)
  add_test(NAME project.cli.version COMMAND catena_cli --version)
  set_tests_properties(project.cli.version PROPERTIES
    PASS_REGULAR_EXPRESSION "^catena ${PROJECT_VERSION}\n$")
  foreach(arguments IN ITEMS "--help" "demo --help" "bench --help")
    separate_arguments(words UNIX_COMMAND "${arguments}")
    string(REPLACE " " "" name "${arguments}")
    add_test(NAME "project.cli.${name}" COMMAND catena_cli ${words})
    set_tests_properties("project.cli.${name}" PROPERTIES LABELS project)
  endforeach()
  add_test(NAME project.cli.bad_input COMMAND sh -c "$<TARGET_FILE:catena_cli> nonsense; test $? -eq 2")
  add_test(NAME project.cli.demo COMMAND catena_cli demo)
  set_tests_properties(project.cli.version project.cli.bad_input project.cli.demo PROPERTIES LABELS project)
endif()
