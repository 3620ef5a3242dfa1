# What a newcomer types first: each command as a person would type it, from an empty folder without the repository.
if(NOT TARGET catena_cli)
  return()
endif()
set(door_dir "${CMAKE_CURRENT_BINARY_DIR}/front_door")
file(MAKE_DIRECTORY "${door_dir}")

function(catena_walk name script output)
  add_test(NAME project.walk.${name} WORKING_DIRECTORY "${door_dir}" COMMAND sh -c
    "PATH=$<TARGET_FILE_DIR:catena_cli>:$PATH; export XDG_CACHE_HOME=$PWD/cache; rm -rf ${name} && mkdir ${name} && cd ${name} && \
     { ${script}; } 2>&1; echo exit code $?")
  set_tests_properties(project.walk.${name} PROPERTIES LABELS project PASS_REGULAR_EXPRESSION "${output}")
endfunction()

# A first-timer: something to start from, a look at it, a run, a plot.
foreach(kind IN ITEMS pendulum arm four_bar falling cable)
  catena_walk(new_${kind}
    "catena new ${kind} mine.yaml && catena check mine.yaml && catena info mine.yaml && catena run mine.yaml --plot mine.svg && \
     catena plot mine.csv 'q.*' && ls mine.svg scenario.schema.json && head -n 1 mine.yaml"
    "mine.yaml, and scenario.schema.json.*unexplained.*mine.svg\nscenario.schema.json\n# yaml-language-server: .schema=scenario.schema.json\nexit code 0\n$")
endforeach()
catena_walk(new_twice "catena new arm a.yaml && catena new arm a.yaml" "a.yaml: exists already; choose another name\nexit code 2\n$")
catena_walk(new_unknown "catena new pendulm a.yaml" "there is no kind of scenario 'pendulm'. did you mean 'pendulum'.*exit code 2\n$")

# A mechanism designer: examples by name, written, changed, run; one that includes another is one file.
catena_walk(examples_list "catena examples" "\nfour_bar +Four-bar\n.*'catena examples NAME' writes one.*exit code 0\n$")
catena_walk(examples_write
  "catena examples four_bar && sed -i 's/crank: 0.3/crank: 0.25/' four_bar.yaml && catena check four_bar.yaml && catena run four_bar.yaml --duration 1"
  "four_bar.yaml, and scenario.schema.json.*1 degree of freedom.*simulated    1 s.*exit code 0\n$")
catena_walk(examples_included "catena examples y_tree_torques && grep -c include y_tree_torques.yaml; catena run y_tree_torques.yaml --duration 0.1"
  "\n0\n.*simulated    0.1 s.*exit code 0\n$")
catena_walk(run_by_name "catena run pendulum --duration 1 && catena plot pendulum q.joint1 && ls" "pendulum.csv\npendulum.events.csv\npendulum.svg\nexit code 0\n$")
catena_walk(run_misspelt "catena run pendulm" "there is no file or example 'pendulm'; did you mean 'pendulum'. 'catena examples' lists them\nexit code 2\n$")
catena_walk(run_in_folder "catena run tensegrity/prism --duration 0.1" "simulated    0.1 s.*exit code 0\n$")
catena_walk(command_misspelt "catena rnu pendulum" "unknown command 'rnu'; did you mean 'run'.*exit code 2\n$")

catena_walk(command_of_others "catena validate x; catena Run x; catena my.yaml" "did you mean 'check'.*did you mean 'run'.*'catena run my.yaml'.*exit code 2\n$")
catena_walk(option_misspelt "catena run pendulum --duraton 3" "catena run: unknown option '--duraton'; did you mean '--duration'.*exit code 2\n$")
catena_walk(help_of_command "catena help run" "^Simulate a scenario.*--duration.*exit code 0\n$")
catena_walk(run_of_docs "catena run examples/pendulum.yaml" "no file 'examples/pendulum.yaml'; the example of this name is written 'pendulum'\nexit code 2\n$")

# Two files that are one, a folder that is not there, a time after the end: known before the run, which took long or lost a file.
catena_walk(files_that_are_one "catena run pendulum --out p.csv --report ./p.csv" "^catena: --report: './p.csv' is the file of the recording as well. choose another name\nexit code 2\n$")
catena_walk(file_of_scenario "catena new arm a.yaml >/dev/null && catena run a.yaml --save a.yaml" "'a.yaml' is the file of the scenario as well. choose another name\nexit code 2\n$")
catena_walk(folder_of_report "catena run pendulum --report no/r.json" "^catena: --report: there is no folder 'no'\nexit code 2\n$")
catena_walk(checkpoint_after_end "catena run pendulum --checkpoint c --checkpoint-at 100" "^catena: --checkpoint-at 100: the run ends at 10 s\nexit code 2\n$")

# For programs: the summary as data.
catena_walk(report "catena run swing_door --report r.json >/dev/null && ${Python3_EXECUTABLE} -c \"import json; r = json.load(open('r.json')); \
print(r['reason'], r['t_end'], r['events']['limit'] > 2, r['energy']['unexplained'] < 1e-9, r['steps'] > 10)\"" "end 10 True True True\nexit code 0\n$")

# Mistakes that show when the mechanism is put together: before the run, from check as well.
file(WRITE "${door_dir}/plots.yaml" "\
model:
  bodies: [{name: b, shapes: [{sphere: {radius: 0.1}, mass: 1}]}]
  joints: [{name: j, kind: revolute, parent: world, child: b}]
plots: [{title: Angle, columns: [q.jj]}]
")
file(WRITE "${door_dir}/loop.yaml" "\
model:
  bodies: [{name: b, shapes: [{sphere: {radius: 0.1}, mass: 1}]}]
  joints: [{name: j, kind: revolute, parent: world, child: b, axis: [0, 1, 0]}]
  loops: [{name: pin, kind: revolute, axis: [0, 1, 0], a: {body: b, at: [1, 0, 0]}, b: {body: world, at: [3, 0, 0]}}]
")
# A weld that a change cuts locks the mechanism until then, as it should.
file(WRITE "${door_dir}/bolt.yaml" "\
model:
  bodies: [{name: b, shapes: [{sphere: {radius: 0.1}, mass: 1}]}]
  joints: [{name: j, kind: prismatic, parent: world, child: b}]
  loops: [{name: bolt, kind: weld, a: b, b: world}]
changes: [{at: 1, cut: bolt}]
")
catena_walk(locked_for_a_while "catena check ../bolt.yaml" "redundant\nnothing suspicious\nexit code 0\n$")
# A condition that is true from the start never becomes so: nothing was said.
file(WRITE "${door_dir}/true.yaml" "\
model:
  bodies: [{name: b, shapes: [{sphere: {radius: 0.1}, at: [0.1, 0, 0], mass: 1}]}]
  joints: [{name: j, kind: revolute, parent: world, child: b, axis: [0, 1, 0]}]
changes: [{when: t >= 0, cut: j}]
")
catena_walk(true_from_start "catena check ../true.yaml; sed 's/t >= 0/t >= 1/' ../true.yaml > f.yaml && catena check f.yaml"
  "^- change 'j': 't >= 0' is true at the start. it takes place when this becomes true again, after it was false\nnothing suspicious\nexit code 0\n$")
# The world of a part that is moved has no mass and nothing to draw.
file(WRITE "${door_dir}/part.yaml" "\
bodies: [{name: b, shapes: [{sphere: {radius: 0.1}, at: [0, 0, -1], mass: 1}]}]
joints: [{name: j, kind: revolute, parent: world, child: b, axis: [0, 1, 0]}]
")
catena_walk(parts_are_drawn "printf 'model: {parts: [{prefix: a., model: ../part.yaml, at: [0, 1, 0]}]}\\n' > f.yaml && catena check f.yaml" "^nothing suspicious\nexit code 0\n$")
foreach(command IN ITEMS check run)
  catena_walk(plot_column_${command} "catena ${command} ../plots.yaml" "plots.0.: .*'q.jj'; did you mean 'q.j'.*exit code 2\n$")
  catena_walk(open_loop_${command} "catena ${command} ../loop.yaml"
    "the loops do not close from the given start: 'pin' stays open by 2 .m or rad.; check the lengths.*exit code 2\n$")
endforeach()

# Shapes that touch: what falls for ever, what overlaps, what is put down.
file(WRITE "${door_dir}/falls.yaml" "\
model:
  bodies: [{name: box, shapes: [{box: {sides: [0.2, 0.2, 0.2]}, mass: 1}]}]
  joints: [{name: j, kind: free, parent: world, child: box}]
initial: {j: {position: [0, 0, 0.05]}}
duration: 0.1
")
catena_walk(falls_check "catena check ../falls.yaml" "nothing stops 'box': it falls for ever; write contact: automatic, and ground: true for a floor\nexit code 0\n$")
catena_walk(falls_run "catena run ../falls.yaml" "note: nothing stops 'box'.*exit code 0\n$")
catena_walk(falls_settle "catena run ../falls.yaml --settle" "--settle: no shapes touch.*exit code 2\n$")
catena_walk(overlaps "cp ../falls.yaml f.yaml && echo 'ground: true' >> f.yaml && catena check f.yaml" "'box' and the world overlap by 0.05 m at the start.*exit code 0\n$")
# With settle, nothing overlaps that could be lifted; what stands on no free joint is not lifted.
catena_walk(overlaps_settled "cp ../falls.yaml f.yaml && echo 'ground: true' >> f.yaml && echo 'settle: true' >> f.yaml && catena check f.yaml" "^nothing suspicious\nexit code 0\n$")
catena_walk(overlaps_fixed "sed 's/kind: free/kind: prismatic/; s/initial.*/initial: {j: 0.05}/' ../falls.yaml > f.yaml && echo 'ground: true' >> f.yaml && catena check f.yaml"
  "'box' and the world overlap by 0.05 m.*start it outside, or name them under contact: ignore.*exit code 0\n$")
# Limits of robot files are radians; in a scenario, a whole number of them may be meant in degrees.
file(WRITE "${door_dir}/turns.urdf" "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/>\
<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' type='revolute'><parent link='a'/>\
<child link='b'/><axis xyz='0 1 0'/><limit lower='-10' upper='10' effort='1' velocity='1'/></joint></robot>\n")
catena_walk(limits_of_robots "printf 'model: {urdf: ../turns.urdf}\\n' > f.yaml && catena check f.yaml | grep -c turns; catena check ../degrees.yaml"
  "^0\n.*joint 'j' has a limit at -90 rad, which is 14.3 turns; for degrees, write -90 deg.*exit code 0\n$")
file(WRITE "${door_dir}/degrees.yaml" "\
model:
  bodies: [{name: b, shapes: [{sphere: {radius: 0.1}, mass: 1}]}]
  joints: [{name: j, kind: revolute, parent: world, child: b, limits: {lower: -90, upper: 90}}]
")
# A hinge that is damped strongly: 234,032 explicit steps, and some hundred of the default integrator.
file(WRITE "${door_dir}/stiff.yaml" "\
model:
  bodies: [{name: b, shapes: [{sphere: {radius: 0.1}, at: [0.5, 0, 0], mass: 1}]}]
  joints: [{name: j, kind: revolute, parent: world, child: b, axis: [0, 1, 0], damping: 1e6}]
duration: 1
")
catena_walk(stiff "catena check ../stiff.yaml && catena run ../stiff.yaml && catena check ../stiff.yaml"
  "^nothing suspicious\n.*simulated    1 s in [0-9][0-9][0-9] steps .[0-9]+ implicit: the motion is stiff., 101 samples.*exit code 0\n$")
catena_walk(stiff_explicit "sed 's/duration.*/integrator: dormand_prince/' ../stiff.yaml > s.yaml && catena check s.yaml"
  "damping stops part of the mechanism within .* s, so this explicit integrator will need about .* steps; use the integrator automatic\nexit code 0\n$")
catena_walk(settles "cp ../falls.yaml f.yaml && echo 'contact: automatic' >> f.yaml && echo 'ground: true' >> f.yaml && catena run f.yaml --settle && tail -n 1 f.csv | cut -d, -f8 && grep outside f.events.csv"
  "\n0.1\n0,outside,box,inside.*exit code 0\n$")

# A joint that connects two bodies keeps them from touching: check and the summary of a run say so.
file(WRITE "${door_dir}/through.yaml" "\
model:
  world: {shapes: [{box: {sides: [1, 1, 0.01]}, at: [0, 0, -0.5]}]}
  bodies: [{name: marble, shapes: [{sphere: {radius: 0.01}, mass: 0.01}]}]
  joints: [{name: move, kind: planar, axis: [0, 1, 0], parent: world, child: marble}]
contact: {shapes: all}
duration: 0.5
")
catena_walk(joined_pairs "catena check ../through.yaml; catena run ../through.yaml"
  "'marble' and the world can meet, but never touch, because joint 'move' connects them.*'connected: true'.*note  .*'marble' and the world were up to .* inside of each other.*joint 'move' connects them.*exit code 0\n$")
catena_walk(joined_pairs_touch "sed 's/shapes: all/shapes: all, connected: true/' ../through.yaml > f.yaml && catena check f.yaml && catena run f.yaml"
  "^nothing suspicious\n.*events       1 impact.*exit code 0\n$")
catena_walk(joined_door "sed 's/kind: planar, axis: .0, 1, 0./kind: revolute, axis: [0, 1, 0]/; s/mass: 0.01/mass: 0.01, at: [0.5, 0, 0]/' ../through.yaml > f.yaml && catena check f.yaml"
  "'marble' and the world can meet, but never touch, because joint 'move' connects them.*exit code 0\n$")
catena_walk(shapes_untouched "sed 's/shapes: all}/materials: {glass: {friction: 0.1}}}/' ../through.yaml > f.yaml && catena check f.yaml; catena run f.yaml"
  "^- contact: 'materials' has no effect, because no shapes touch: those of the world, 'marble'.*'shapes: all'.*note: contact: 'materials' has no effect.*exit code 0\n$")

# Words of check that were untrue, or alarms that were false.
file(WRITE "${door_dir}/string_off.yaml" "\
model:
  bodies: [{name: b, shapes: [{sphere: {radius: 0.1}, mass: 1}]}]
  joints: [{name: f, kind: prismatic, parent: world, child: b}]
  strings: [{name: line, from: {body: world, at: [0, 0, 3]}, to: b, length: 1 m}]
switched_off: [line]
duration: 1
")
catena_walk(string_off "catena check ../string_off.yaml; grep -v switched ../string_off.yaml > f.yaml; catena check f.yaml"
  "^nothing suspicious\n- string 'line' is 2 m too short for where its ends start.*exit code 0\n$")
file(WRITE "${door_dir}/bare.yaml" "\
model:
  bodies: [{name: b, inertia: {mass: 1, moments: [1, 1, 1]}}]
  joints: [{name: j, kind: revolute, parent: world, child: b, limits: {lower: 70 deg}}]
initial: {j: 60 deg}
duration: 0.35
record: {interval: 0.1}
")
catena_walk(bare_body "catena check ../bare.yaml; sed 's/moments.*/moments: [1, 1, 1]}, draw: false}]/; s/60 deg/80 deg/' ../bare.yaml > f.yaml; catena check f.yaml"
  "starts at 1.0472, outside its limits.*- one body has no shapes, so pictures show stand-ins.*'b'.*'draw: false' hides a body\nnothing suspicious\nexit code 0\n$")
catena_walk(starts_outside "catena run ../bare.yaml && tail -n 1 bare.csv | cut -d, -f1"
  "note: 'j' starts at 1.0472, below its limit 1.22173, and is moved there\n.*5 samples.*\n0.35\nexit code 0\n$")
file(WRITE "${door_dir}/rolls.yaml" "\
model:
  bodies: [{name: ball, shapes: [{sphere: {radius: 0.1}, mass: 1}]}]
  joints: [{name: f, kind: free, parent: world, child: ball}]
  loops: [{name: roll, rolling: {ball: ball, radius: 0.1, on: world}}]
initial: {f: {position: [0, 0, 0.1]}}
")
catena_walk(rolling_ball_is_held "catena check ../rolls.yaml" "nothing suspicious\nexit code 0\n$")
file(WRITE "${door_dir}/coin.yaml" "\
model:
  bodies: [{name: coin, shapes: [{cylinder: {radius: 0.01, length: 0.002}, mass: 1}]}]
  joints: [{name: move, kind: planar, axis: [0, 0, 1], parent: world, child: coin, at: [0, 0, 0.001]}]
  contacts: [{name: face, point: {body: coin, at: [0, 0, -0.001]}, plane: ground, friction: 0.3}]
")
catena_walk(idle_contact "catena check ../coin.yaml" "- contact 'face' can carry nothing: no joint lets 'coin' and the world move towards each other.*exit code 0\n$")

# Numbers for people and for programs.
catena_walk(info_body "catena info puma560 --body forearm 2>&1; catena info ../bare.yaml --body b" "mass              1 kg\ncentre            0, 0, 0 m\n.*exit code 0\n$")
catena_walk(info_json "catena info ../bare.yaml --json > i.json && catena check ../bare.yaml --json > c.json && ${Python3_EXECUTABLE} -c \"import json; i = json.load(open('i.json')); \
c = json.load(open('c.json')); print(i['bodies'][0]['mass'], i['joints'][0]['lower'], len(c['remarks']))\"" "1 .1.22173.*. 2\nexit code 0\n$")
catena_walk(set_parameter "printf 'parameters: {m: 1}\\nmodel: {bodies: [{name: b, inertia: {mass: m, moments: [1, 1, 1]}}], joints: [{name: j, kind: revolute, parent: world, child: b}]}\\nduration: 0.1\\n' > f.yaml && \
catena info f.yaml --set m=2.5; catena run f.yaml --set 'm=300 g' && catena run f.yaml --set M=2" "2.5 kg.*simulated.*there is no parameter 'M'; did you mean 'm'.\nexit code 2\n$")
catena_walk(plot_events "catena run bouncing_ball --duration 3 >/dev/null && catena plot bouncing_ball.events.csv && catena plot bouncing_ball.events.csv energy_lost -o e.svg && ls *.svg"
  "bouncing_ball.events.svg: 1 panel, .*\ne.svg: 1 panel, .*\nbouncing_ball.events.svg\ne.svg\nexit code 0\n$")
catena_walk(plot_sweep "printf 'm,L,top,end,t_end,message,study\\n1,1,2,end,1,,x\\n2,1,3,end,1,,x\\n1,2,3,end,1,,x\\n2,2,5,stopped,1,,x\\n' > s.csv && catena plot s.csv top --x L"
  "note: 1 run that did not reach the end is left out\ns.svg: 1 panel, 2 curves, 0 events\nexit code 0\n$")
