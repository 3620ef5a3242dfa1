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

add_test(NAME project.scenario_schema
  COMMAND ${python} "${CMAKE_CURRENT_SOURCE_DIR}/schema/validate_scenarios.py" "${PROJECT_SOURCE_DIR}")
set_tests_properties(project.scenario_schema PROPERTIES SKIP_RETURN_CODE 77)

set_tests_properties(project.wrong_include_is_refused project.docs project.readme_program
                     project.scenario_schema PROPERTIES LABELS project)

if(TARGET catena_cli)
  add_test(NAME project.cli.version COMMAND catena_cli --version)
  set_tests_properties(project.cli.version PROPERTIES
    PASS_REGULAR_EXPRESSION "^catena ${PROJECT_VERSION}\n$")
  foreach(arguments IN ITEMS "--help" "demo --help" "bench --help" "check --help" "info --help")
    separate_arguments(words UNIX_COMMAND "${arguments}")
    string(REPLACE " " "" name "${arguments}")
    add_test(NAME "project.cli.${name}" COMMAND catena_cli ${words})
    set_tests_properties("project.cli.${name}" PROPERTIES LABELS project)
  endforeach()
  add_test(NAME project.cli.bad_input COMMAND sh -c "$<TARGET_FILE:catena_cli> nonsense; test $? -eq 2")
  set(examples "${PROJECT_SOURCE_DIR}/examples")
  add_test(NAME project.cli.check_quiet COMMAND catena_cli check "${examples}/pendulum.yaml")
  set_tests_properties(project.cli.check_quiet PROPERTIES PASS_REGULAR_EXPRESSION "^nothing suspicious\n$")
  add_test(NAME project.cli.check_remarks COMMAND catena_cli check "${examples}/hand_elastic.yaml")
  set_tests_properties(project.cli.check_remarks PROPERTIES
    PASS_REGULAR_EXPRESSION "'thumb.mcp' starts at 0.523599, outside its limits")
  add_test(NAME project.cli.info COMMAND catena_cli info "${examples}/hand_fall.yaml")
  set_tests_properties(project.cli.info PROPERTIES
    PASS_REGULAR_EXPRESSION "17 bodies, 17 joints, 22 degrees of freedom, 0.4575 kg")
  add_test(NAME project.cli.bad_scenario
    COMMAND sh -c "$<TARGET_FILE:catena_cli> check '${PROJECT_SOURCE_DIR}/README.md'; test $? -eq 2")
  set_tests_properties(project.cli.check_quiet project.cli.check_remarks project.cli.info
                       project.cli.bad_scenario PROPERTIES LABELS project)
  add_test(NAME project.cli.demo COMMAND catena_cli demo)
  set_tests_properties(project.cli.version project.cli.bad_input project.cli.demo PROPERTIES LABELS project)
endif()
