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

# No file and no class is too large, and the check sees those that are.
add_test(NAME project.sizes
  COMMAND ${python} "${PROJECT_SOURCE_DIR}/tools/check_sizes.py"
          "${PROJECT_SOURCE_DIR}/catena" "${PROJECT_SOURCE_DIR}/apps" "${PROJECT_SOURCE_DIR}/tests"
          "${PROJECT_SOURCE_DIR}/examples" "${PROJECT_SOURCE_DIR}/bench")
string(REPEAT "  int method(int a) const { return a; }\n" 21 methods)
string(REPEAT "int x();\n" 401 lines)
file(CONFIGURE OUTPUT too_large/class.hpp CONTENT "class A {\n public:\n  A();\n${methods}};\n")
file(CONFIGURE OUTPUT too_large/reason.hpp CONTENT "// Large because it is a test.\nclass B {\n public:\n${methods}};\n")
file(CONFIGURE OUTPUT too_large/private.hpp CONTENT "class C {\n${methods}};\n")
file(CONFIGURE OUTPUT too_large/lines.cpp CONTENT "${lines}")
add_test(NAME project.large_is_refused
  COMMAND ${python} "${PROJECT_SOURCE_DIR}/tools/check_sizes.py" "${CMAKE_CURRENT_BINARY_DIR}/too_large")
set_tests_properties(project.large_is_refused PROPERTIES
  PASS_REGULAR_EXPRESSION "class.hpp:1: error: A has 21 public methods.*lines.cpp:401: error: 401 lines.*4 files, 2 too large"
  FAIL_REGULAR_EXPRESSION "reason.hpp;private.hpp")

add_test(NAME project.docs
  COMMAND ${python} "${PROJECT_SOURCE_DIR}/tools/check_docs.py" "${PROJECT_SOURCE_DIR}")

# Installs the library and builds README's program against it, outside of this source tree.
add_test(NAME project.readme_program
  COMMAND ${python} "${CMAKE_CURRENT_SOURCE_DIR}/consumer/readme_program.py"
          --cmake "${CMAKE_COMMAND}" --generator "${CMAKE_GENERATOR}" --compiler "${CMAKE_CXX_COMPILER}"
          --readme "${PROJECT_SOURCE_DIR}/README.md" --build "${PROJECT_BINARY_DIR}"
          --work "${CMAKE_CURRENT_BINARY_DIR}/consumer")

# The same for the programs of examples/cpp, which also run.
add_test(NAME project.example_programs
  COMMAND ${python} "${CMAKE_CURRENT_SOURCE_DIR}/consumer/example_programs.py"
          --cmake "${CMAKE_COMMAND}" --generator "${CMAKE_GENERATOR}" --compiler "${CMAKE_CXX_COMPILER}"
          --examples "${PROJECT_SOURCE_DIR}/examples" --build "${PROJECT_BINARY_DIR}"
          --work "${CMAKE_CURRENT_BINARY_DIR}/example_programs")
set_tests_properties(project.example_programs PROPERTIES LABELS project COST 800)

# The kernels alone, with the packages of the other modules hidden.
add_test(NAME project.kernels_only
  COMMAND ${python} "${CMAKE_CURRENT_SOURCE_DIR}/consumer/kernels_only.py"
          --cmake "${CMAKE_COMMAND}" --generator "${CMAKE_GENERATOR}" --compiler "${CMAKE_CXX_COMPILER}"
          --sources "${PROJECT_SOURCE_DIR}" --build "${PROJECT_BINARY_DIR}"
          --work "${CMAKE_CURRENT_BINARY_DIR}/kernels_only")
set_tests_properties(project.kernels_only PROPERTIES LABELS project COST 700)

add_test(NAME project.scenario_schema
  COMMAND ${python} "${CMAKE_CURRENT_SOURCE_DIR}/schema/validate_scenarios.py" "${PROJECT_SOURCE_DIR}")
set_tests_properties(project.scenario_schema PROPERTIES SKIP_RETURN_CODE 77)

set_tests_properties(project.wrong_include_is_refused project.docs project.readme_program
                     project.sizes project.large_is_refused
                     project.scenario_schema PROPERTIES LABELS project)

if(TARGET catena_cli)
  add_test(NAME project.cli.version COMMAND catena_cli --version)
  set_tests_properties(project.cli.version PROPERTIES
    PASS_REGULAR_EXPRESSION "^catena ${PROJECT_VERSION}\n$")
  foreach(arguments IN ITEMS "--help" "demo --help" "run --help" "plot --help" "bench --help" "check --help" "info --help"
          "statics --help" "convert --help"
          "schema --help")
    separate_arguments(words UNIX_COMMAND "${arguments}")
    string(REPLACE " " "" name "${arguments}")
    add_test(NAME "project.cli.${name}" COMMAND catena_cli ${words})
    set_tests_properties("project.cli.${name}" PROPERTIES LABELS project)
  endforeach()
  add_test(NAME project.cli.licenses COMMAND catena_cli --licenses)
  set_tests_properties(project.cli.licenses PROPERTIES LABELS project
    PASS_REGULAR_EXPRESSION "Catena\nMIT License.*CLI11.*University of Cincinnati.*nlohmann/json.*Mozilla Public License")
  # An empty folder in the path of libraries is the current one.
  add_test(NAME project.cli.library_path COMMAND sh -c
    "command -v readelf >/dev/null || exit 77; readelf -d $<TARGET_FILE:catena_cli> | grep -E 'R(UN)?PATH' | grep -E '\\[:|::|:]' && exit 1; exit 0")
  set_tests_properties(project.cli.library_path PROPERTIES LABELS project SKIP_RETURN_CODE 77)
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
  add_test(NAME project.cli.info_loops COMMAND catena_cli info "${examples}/four_bar.yaml")
  set_tests_properties(project.cli.info_loops PROPERTIES LABELS project
    PASS_REGULAR_EXPRESSION "coupler_bar ── rocker_bar  .coupler_rocker revolute.")
  add_test(NAME project.cli.info_contacts COMMAND catena_cli info "${examples}/rocking_block.yaml")
  set_tests_properties(project.cli.info_contacts PROPERTIES LABELS project
    PASS_REGULAR_EXPRESSION "a point on block ── a plane on world  .left, restitution 0, friction 2.")
  add_test(NAME project.cli.check_loops COMMAND catena_cli check "${examples}/n_four_bar.yaml")
  set_tests_properties(project.cli.check_loops PROPERTIES LABELS project
    PASS_REGULAR_EXPRESSION "1 degree of freedom\nindependent coordinates: [a-z0-9]+\n.*nothing suspicious")
  add_test(NAME project.cli.bad_scenario
    COMMAND sh -c "$<TARGET_FILE:catena_cli> check '${PROJECT_SOURCE_DIR}/README.md'; test $? -eq 2")
  set_tests_properties(project.cli.check_quiet project.cli.check_remarks project.cli.info
                       project.cli.bad_scenario PROPERTIES LABELS project)
  add_test(NAME project.cli.demo COMMAND catena_cli demo)
  set_tests_properties(project.cli.version project.cli.bad_input project.cli.demo PROPERTIES LABELS project)

  # What check sees, and what it does not say any more.
  set(check_dir "${CMAKE_CURRENT_BINARY_DIR}/check")
  function(catena_check_test name text output)
    file(CONFIGURE OUTPUT "check/${name}.yaml" CONTENT "${text}" @ONLY)
    add_test(NAME project.cli.check_${name} COMMAND catena_cli check "${check_dir}/${name}.yaml")
    set_tests_properties(project.cli.check_${name} PROPERTIES LABELS project PASS_REGULAR_EXPRESSION "${output}")
  endfunction()
  set(slide "model:\n  bodies: [{name: b, shapes: [{sphere: {radius: 0.1}, mass: 1}]}]\n  joints: [{name: s, kind: prismatic, axis: [0, 0, 1], parent: world, child: b")
  catena_check_test(negative_stiffness "${slide}, spring: {stiffness: -5}}]\n" "'s' has a negative stiffness, -5: it pushes away")
  catena_check_test(position_jumps "${slide}}]\nprescribed: [{joint: s, position: 't < 0.5 ? 0 : 0.25'}]\nduration: 1\n"
    "its position jumps by 0.25 at t = 0.5 s")
  catena_check_test(velocity_jumps "${slide}}]\nprescribed: [{joint: s, position: abs(t - 0.3)}]\nduration: 1\n"
    "its velocity jumps by 2 at t = 0.3 s")
  catena_check_test(smooth_path "${slide}}]\nprescribed: [{joint: s, position: 0.1*sin(100*t)}]\nduration: 10\n" "^nothing suspicious\n$")
  catena_check_test(inside_ground "${slide}}]\n  contacts: [{name: floor, point: b, radius: 0.1, plane: world}]\ninitial: {s: 0.04}\n"
    "contact 'floor' starts 0.06 m inside its surface")
  catena_check_test(never_arrives "${slide}}]\nstart_time: 1e6\nduration: 1\nintegrator: {kind: rk4, step: 1e-11}\n"
    "the step is 1e-11 s, which is lost in rounding when added to times around 1e\\+06 s: the run never ends")
  catena_check_test(many_steps "${slide}}]\nduration: 10\nintegrator: {kind: rk4, step: 1e-9}\n" "needs 1.0e\\+10 of them")
  # A stiff spring of a loop joint counts; a light body that a loop ties to a heavy one is not stiff.
  # The two coordinates are one: rounding decides which of them is chosen.
  catena_check_test(stiff_loop "${slide}}]\n  loops: [{name: bolt, kind: prismatic, axis: [0, 0, 1], a: world, b: b, spring: {stiffness: 1e7}, damping: 2000}]\nintegrator: {kind: radau}\n"
    "1 degree of freedom\nindependent coordinates: (s|bolt)\n.*nothing suspicious\n$")

  # catena convert: what is written runs as what was read, byte for byte.
  set(convert_dir "${CMAKE_CURRENT_BINARY_DIR}/convert")
  file(MAKE_DIRECTORY "${convert_dir}")
  function(catena_convert_test name script output)
    add_test(NAME project.cli.convert_${name} WORKING_DIRECTORY "${convert_dir}" COMMAND sh -c
      "{ ${script}; } 2>&1; echo exit code $?")
    set_tests_properties(project.cli.convert_${name} PROPERTIES LABELS project
      PASS_REGULAR_EXPRESSION "${output}" ENVIRONMENT "CATENA=$<TARGET_FILE:catena_cli>;EXAMPLES=${examples}")
  endfunction()
  catena_convert_test(scenario
    "$CATENA convert $EXAMPLES/hand_fall.yaml h.yaml && $CATENA run $EXAMPLES/hand_fall.yaml --duration 0.2 --out a.csv && \
     $CATENA run h.yaml --duration 0.2 --out b.csv && cmp a.csv b.csv && echo the same"
    "h.yaml: 17 bodies, 22 degrees of freedom\n.*the same\nexit code 0\n$")
  catena_convert_test(ending "$CATENA convert $EXAMPLES/hand_fall.yaml h.json" "expected a file that ends in .yaml.*exit code 2\n$")
  catena_convert_test(missing "$CATENA convert nowhere.yaml h.yaml" "nowhere.yaml: cannot be read.*exit code 2\n$")

  # catena statics: forms, tables and exit codes.
  set(statics_dir "${CMAKE_CURRENT_BINARY_DIR}/statics")
  file(MAKE_DIRECTORY "${statics_dir}")
  file(CONFIGURE OUTPUT statics/bad.yaml CONTENT
    "nodes: {a: [0, 0, 0], b: [1, 0, 0]}\nmembers:\n  - {name: ab, kind: cable, from: a, to: b9}\n")
  function(catena_statics_test name arguments exit_code output)
    add_test(NAME project.cli.statics_${name} WORKING_DIRECTORY "${statics_dir}" COMMAND sh -c
      "$<TARGET_FILE:catena_cli> statics ${arguments} 2>&1; echo exit code $?")
    set_tests_properties(project.cli.statics_${name} PROPERTIES
      LABELS project PASS_REGULAR_EXPRESSION "${output}.*exit code ${exit_code}\n$"
      ENVIRONMENT "NETWORKS=${PROJECT_SOURCE_DIR}/models/networks")
  endfunction()
  catena_statics_test(prism "$NETWORKS/prism.yaml --csv p.csv && head -n 2 p.csv" 0
    "1 self-stress, 1 mechanism, 6 motions.*vertical0  cable       1.12603250.*super stable: yes.*member,kind,from,to,length,force_density,force\nstrut0,strut,a0,b0,2.1753277471")
  catena_statics_test(octahedron "$NETWORKS/expanded_octahedron.yaml" 0
    "pre-tension holds the mechanisms.*4 of 12 are zero")
  catena_statics_test(chain "$NETWORKS/hanging_chain.yaml" 0 "form found from the force densities")
  catena_statics_test(bad_node "bad.yaml" 2
    "bad.yaml:3:[0-9]+: members.0..to: the network has no node named 'b9'")
  catena_statics_test(missing "nowhere.yaml" 2 "nowhere.yaml")

  # catena run: its files, checkpoints, Ctrl-C and exit codes.
  set(run_dir "${CMAKE_CURRENT_BINARY_DIR}/run")
  file(MAKE_DIRECTORY "${run_dir}")
  function(catena_run_test name script output)
    add_test(NAME project.cli.run_${name} WORKING_DIRECTORY "${run_dir}" COMMAND sh -c "${script}")
    set_tests_properties(project.cli.run_${name} PROPERTIES
      LABELS project PASS_REGULAR_EXPRESSION "${output}" FAIL_REGULAR_EXPRESSION "rror")
    set_tests_properties(project.cli.run_${name} PROPERTIES ENVIRONMENT
      "CATENA=$<TARGET_FILE:catena_cli>;EXAMPLES=${examples}")
  endfunction()
  catena_run_test(pendulum
    "$CATENA run $EXAMPLES/pendulum.yaml --plot p.svg && head -n 1 pendulum.csv && ls p.svg pendulum.events.csv"
    "simulated    10 s .*t,q.joint1,v.joint1,a.joint1,tau.joint1.*p.svg\npendulum.events.csv\n$")
  # The events say which scenario it was; the summary does not count that, nor does a continued run repeat it.
  catena_run_test(scenario_noted
    "cd $EXAMPLES && $CATENA run pendulum.yaml --duration 1 --out $OLDPWD/noted.csv --save $OLDPWD/n.state && cd $OLDPWD && \
     $CATENA run $EXAMPLES/pendulum.yaml --duration 2 --out more.csv --from n.state && head -n 2 noted.events.csv more.events.csv"
    "events       none.*noted.events.csv <==\nt,kind,name,how,[^\n]*,note,detail\n0,run,[^\n]*,\"?scenario=/[^\n]*/examples/pendulum.yaml\"?\n\n==> more.events.csv <==\nt,kind,name,how,[^\n]*,note,detail\n$")
  # The end of a whole run, and of one that continues from its middle, are the same bytes.
  catena_run_test(checkpoint
    "$CATENA run $EXAMPLES/hand_elastic.yaml --duration 3 --out whole.csv --checkpoint c.state --checkpoint-at 1.5 && \
     $CATENA run $EXAMPLES/hand_elastic.yaml --duration 3 --out rest.csv --from c.state && \
     tail -n 140 whole.csv > a && tail -n 140 rest.csv > b && cmp a b && echo the same" "the same\n$")
  catena_run_test(interrupt
    "$CATENA run $EXAMPLES/pendulum.yaml --duration 1e9 --out long.h5 & sleep 1; kill -INT $!; \
     wait $!; echo exit code $?; $CATENA plot long.h5 q.joint1 --to 5 --out long.svg"
    "interrupted at t = .*exit code 1\nlong.svg: 1 panel, 1 curve, 0 events\n$")
  catena_run_test(bad_integrator
    "$CATENA run $EXAMPLES/pendulum.yaml --integrator rk5 2>&1; echo exit code $?"
    "rk5 not in {automatic,dormand_prince,euler,radau,rk4,semi_implicit_euler}.*exit code 2\n$")
  catena_run_test(stiff
    "$CATENA run $EXAMPLES/hand_elastic.yaml --integrator rk4 --step 1e-3 2>&1; echo exit code $?"
    "the motion may be stiff: try 'integrator: automatic', or a smaller step\nexit code 1\n$")

  # What is left when a run is killed or interrupted, the disk is full, a folder vanishes.
  add_test(NAME project.cli.run_faults
    COMMAND ${python} "${CMAKE_CURRENT_SOURCE_DIR}/app/run_faults.py"
            "$<TARGET_FILE:catena_cli>" "${examples}" "${CMAKE_CURRENT_BINARY_DIR}/run_faults")
  set_tests_properties(project.cli.run_faults PROPERTIES LABELS project TIMEOUT 120)

  # Scenarios that once broke the program.
  add_test(NAME project.cli.fault_scenarios
    COMMAND ${python} "${CMAKE_CURRENT_SOURCE_DIR}/app/fault_scenarios.py" "$<TARGET_FILE:catena_cli>" "${PROJECT_SOURCE_DIR}"
            "${CATENA_SHARED_DIR}/cases/faults" "${CMAKE_CURRENT_BINARY_DIR}/fault_scenarios")
  set_tests_properties(project.cli.fault_scenarios PROPERTIES LABELS project TIMEOUT 300 SKIP_RETURN_CODE 77)

  # Five people use the program for the first time.
  add_test(NAME project.cli.walks
    COMMAND ${python} "${CMAKE_CURRENT_SOURCE_DIR}/app/walks.py" "$<TARGET_FILE:catena_cli>" "${PROJECT_SOURCE_DIR}"
            "${CATENA_SHARED_DIR}/robots" "${CMAKE_CURRENT_BINARY_DIR}/walks")
  set_tests_properties(project.cli.walks PROPERTIES LABELS project TIMEOUT 300)

  file(GLOB documents "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/docs/*.md")
  add_test(NAME project.docs_scenarios
    COMMAND ${python} "${CMAKE_CURRENT_SOURCE_DIR}/consumer/docs_scenarios.py"
            "$<TARGET_FILE:catena_cli>" "${CMAKE_CURRENT_BINARY_DIR}/docs_scenarios" ${documents})
  set_tests_properties(project.docs_scenarios PROPERTIES LABELS project)

  # catena plot: what it says, and its exit codes.
  set(plot_dir "${CMAKE_CURRENT_BINARY_DIR}/plot")
  file(CONFIGURE OUTPUT plot/r.csv CONTENT "t,q.hip,q.knee,v.hip\n0,0,1,2\n0.5,1,2,3\n1,0,1,2\n")
  file(CONFIGURE OUTPUT plot/r.events.csv CONTENT "t,kind,name,detail\n0.5,impact,heel,before=-1\n")
  function(catena_plot_test name arguments exit_code output)
    add_test(NAME project.cli.plot_${name} WORKING_DIRECTORY "${plot_dir}" COMMAND sh -c
      "$<TARGET_FILE:catena_cli> plot ${arguments} 2>&1; echo exit code $?")
    set_tests_properties(project.cli.plot_${name} PROPERTIES
      LABELS project PASS_REGULAR_EXPRESSION "^${output}\nexit code ${exit_code}\n$")
  endfunction()
  catena_plot_test(default "r.csv" 0 "r\\.svg: 2 panels, 3 curves, 1 event")
  catena_plot_test(panels "r.csv 'q.*' --panel q.hip,v.hip --panel v.hip --out p.png --no-events" 0
    "p\\.png: 3 panels, 5 curves, 0 events")
  catena_plot_test(options "r.csv q.hip --from -1 --to 0.7 --title T --degrees --out d.svg" 0
    "d\\.svg: 1 panel, 1 curve, 1 event")
  catena_plot_test(misspelt "r.csv q.kne" 2
    "catena: the recording has no column named 'q.kne'; did you mean 'q.knee'\\?")
  catena_plot_test(missing "s.csv" 2 "catena: s\\.csv: cannot be read, [^\n]*")
  catena_plot_test(ending "r.csv --out p.pdf" 2 "catena: p\\.pdf: [^\n]* expected \\.svg or \\.png[^\n]*")
endif()
