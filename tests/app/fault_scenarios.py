"""Scenarios that once broke the program, each as its user would run it.

    fault_scenarios.py PROGRAM SOURCES FAULTS WORK

FAULTS: the folder of the scenarios; without it the test is skipped.
"""
import csv
import json
import os
import re
import shutil
import subprocess
import sys

program, sources, faults, work = (os.path.abspath(p) for p in sys.argv[1:5])
failures = []


def check(what, holds, detail=""):
    if not holds:
        failures.append(what)
        print(f"FAILED: {what} {detail}")


def catena(*arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=120)


def scenario(name):
    """The path of a scenario: a copy where it stands for the project's folder."""
    path = os.path.join(faults, name + ".yaml")
    with open(path) as file:
        text = file.read()
    if "PATH" not in text:
        return path
    copy = os.path.join(work, name + ".yaml")
    with open(copy, "w") as file:
        file.write(text.replace("PATH", sources))
    return copy


def column(recording, name):
    with open(recording) as file:
        rows = list(csv.reader(file))
    return [float(row[rows[0].index(name)]) for row in rows[1:]]


def run(name, *more):
    """Runs to the end and explains its energies; gives the recording."""
    out, report = os.path.join(work, name + ".csv"), os.path.join(work, name + ".json")
    done = catena("run", scenario(name), "--out", out, "--report", report, *more)
    check(f"{name}: exit code", done.returncode == 0, done.stderr)
    if done.returncode != 0:
        return None
    with open(report) as file:
        told = json.load(file)
    check(f"{name}: reason", told["reason"] == "end", told["reason"])
    energy = told["energy"]
    if energy and energy["exchanged"] > 1e-9:
        check(f"{name}: energy", energy["unexplained"] <= 1e-3 * energy["exchanged"], str(energy))
    return out


def refused(name, *patterns, command=("run",)):
    done = catena(*command, scenario(name), *(("--out", os.path.join(work, "no.csv")) if command == ("run",) else ()))
    check(f"{name}: exit code", done.returncode == 2, f"{done.returncode} {done.stderr}")
    for pattern in patterns:
        check(f"{name}: says '{pattern}'", re.search(pattern, done.stderr), done.stderr)


def contacts():
    run("limp_human_two_feet", "--duration", "0.7")
    run("limp_anymal", "--duration", "0.5")
    for name in ("same_point_twice", "ragdoll_coincident", "ragdoll_chatters", "slider_crank_clearance",
                 "lift_box_four_corners", "lift_separate_balls", "chatter_lift_block_two_feet",
                 "chatter_clutch_disengage"):
        run(name)
    run("twenty_hinges_with_stops", "--duration", "0.3")
    run("stuck_wheels_swallow_energy", "--duration", "0.2")


def inputs():
    for name in ("step_input_flywheel", "cam_profile_jumps", "sign_friction_hangs", "when_at_impact_missed",
                 "prescribed_kink", "coupling_kink", "rolling_lock_swallows_energy", "bennett",
                 "spinning_sphere_euler", "equal_limits_start_outside"):
        run(name)


def loops():
    for name in ("loop_cannot_close_inside_stops", "loop_and_one_stop"):
        refused(name, "do not close inside the stops", r"'l' stays open", r"'j1' \[-0\.")
    for name in ("loop_and_stops_2", "loop_and_stops_3"):
        out = run(name)
        check(f"{name}: stays closed", out and max(column(out, "loop.error")) < 1e-6)


def starts():
    out = run("late_start_time")
    check("late_start_time: samples", out and len(column(out, "t")) == 101)
    out = run("state_is_ignored_by_run")
    with open(scenario("state_is_ignored_by_run")) as file:
        time = float.fromhex(re.search(r"^\s+t (\S+)$", file.read(), re.M).group(1))
    check("state_is_ignored_by_run: starts there", out and column(out, "t")[0] == time)
    for command in (("run",), ("view", "--export", os.path.join(work, "no.html")), ("check",)):
        refused("view_crashes_on_short_state", r"\.yaml:\d+:\d+: state: .*nq", command=command)
    short = os.path.join(work, "replay_short_columns.csv")
    shutil.copy(os.path.join(faults, "replay_short_columns.csv"), short)
    done = catena("view", short, "--scenario", os.path.join(sources, "examples/pendulum.yaml"), "--export",
                  os.path.join(work, "replay.html"))
    check("replay_short_columns", done.returncode == 2 and done.stderr, f"{done.returncode} {done.stderr}")


def messages():
    refused("reader_leaks_model_error", r"\.yaml:62:29: controllers\[0\]")
    refused("reader_leaks_simulation_error", r"\.yaml:53:5: controllers\[0\]")
    refused("unit_trap", r"\.yaml:5:98: .*'mm' behind the name 'r'")
    refused("comma_in_flow_map", "put it into quotes")
    refused("tab", "indented with a tab")
    refused("if_function", r"unknown name 'if'; write condition")
    for name, untrue in (("false_radau_remark", "radau"), ("false_not_finite_remark", "finite"),
                         ("false_stiff_remark", "stiff")):
        done = catena("check", scenario(name))
        check(f"{name}: check", done.returncode == 0 and untrue not in done.stdout + done.stderr,
              done.stdout + done.stderr)


if not os.path.isdir(faults):
    print(f"skipped: {faults} is not there")
    sys.exit(77)
shutil.rmtree(work, ignore_errors=True)
os.makedirs(work)
for part in (contacts, inputs, loops, starts, messages):
    part()
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
