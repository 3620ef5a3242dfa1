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


def events(recording, kind):
    """Time, name and energy that was lost, of all events of a kind."""
    with open(os.path.splitext(recording)[0] + ".events.csv") as file:
        rows = [row for row in csv.DictReader(file) if row["kind"] == kind]
    return [(float(row["t"]), row["name"], float(row["energy_lost"] or 0)) for row in rows]


def happens(name, out, kind, times, within=1e-9):
    """Whether events of a kind come at these times and no others."""
    found = [t for t, _, _ in events(out, kind)] if out else []
    check(f"{name}: {kind} at {times}", len(found) == len(times) and
          all(abs(a - b) <= within for a, b in zip(found, times)), str(found))


def run(name, *more, fast=False, rough=False):
    """Runs to the end and explains its energies; gives the recording. `fast`: in less processor time than it simulates.
    `rough`: time steps take over, and what they leave unexplained may be more than events promise, and is told."""
    out, report = os.path.join(work, name + ".csv"), os.path.join(work, name + ".json")
    before = os.times().children_user
    done = catena("run", scenario(name), "--out", out, "--report", report, *more)
    spent = os.times().children_user - before
    is_rough = rough and done.returncode == 1 and "are unexplained" in done.stderr
    check(f"{name}: exit code", done.returncode == 0 or is_rough, done.stderr)
    if done.returncode != 0 and not is_rough:
        return None
    with open(report) as file:
        told = json.load(file)
    check(f"{name}: reason", is_rough or told["reason"] == "end", told["reason"])
    if fast:
        check(f"{name}: faster than real time", spent < told["t_end"], f"{spent} s for {told['t_end']} s")
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
    run("limp_human_two_feet", "--duration", "0.7", fast=True)
    run("limp_anymal", "--duration", "0.5", fast=True, rough=True)
    for name in ("ragdoll_coincident", "ragdoll_chatters", "slider_crank_clearance"):
        run(name)
    out = run("same_point_twice")
    shares = list(zip(column(out, "contact.c1.fn"), column(out, "contact.c2.fn"))) if out else []
    check("same_point_twice: both carry half", shares and max(a for a, _ in shares) > 1 and
          all(abs(a - b) <= 1e-9 * (a + b) for a, b in shares))
    happens("lift_box_four_corners", run("lift_box_four_corners"), "lift", [0.327] * 4)
    happens("lift_separate_balls", run("lift_separate_balls"), "lift", [0.981] * 2)
    happens("chatter_lift_block_two_feet", run("chatter_lift_block_two_feet"), "lift", [0.4905] * 2)
    happens("chatter_clutch_disengage", run("chatter_clutch_disengage"), "lift", [3.8] * 3)
    run("twenty_hinges_with_stops", "--duration", "0.3")
    # It begins by time steps, whose energies are not explained as events promise.
    out = os.path.join(work, "stuck_wheels_swallow_energy.csv")
    done = catena("run", scenario("stuck_wheels_swallow_energy"), "--out", out, "--duration", "0.2")
    check("stuck_wheels: says that its energies are not explained",
          done.returncode == 1 and "unexplained" in done.stderr, done.stderr)
    check("stuck_wheels: a wheel slides", any("slides" in line for line in open(out[:-4] + ".events.csv")))
    speed = column(out, "v.base.3") if out else [0]
    check("stuck_wheels: the car rolls on", speed[-1] > 0.9 * speed[0], f"{speed[0]} {speed[-1]}")


def inputs():
    for name in ("step_input_flywheel", "cam_profile_jumps"):
        happens(name, run(name), "switch", [0.1], 1e-12)
    out = run("sign_friction_hangs")
    check("sign_friction_hangs: slides along its surface", out and len(events(out, "slide")) == 1)
    check("sign_friction_hangs: stands", out and abs(column(out, "v.hinge")[-1]) < 1e-9)
    out = run("when_at_impact_missed")
    order = [events(out, kind) for kind in ("impact", "connect")] if out else []
    check("when_at_impact_missed: then, behind the impact", out and order[0][0][0] == order[1][0][0], str(order))
    out = run("prescribed_kink")
    happens("prescribed_kink", out, "kink", [1.0], 1e-12)
    if out:
        after = dict(zip(column(out, "t"), column(out, "v.swing")))
        check("prescribed_kink: kicked", abs(abs(after[1.0]) - 0.99996) < 1e-5, str(after[1.0]))
    out = run("coupling_kink")
    turn = 2 * 3.141592653589793 / 10
    kinks = [k * turn + t for k in (0, 1, 2) for t in (0.2, 0.3, 0.5, turn)]
    happens("coupling_kink", out, "kink", [t for t in kinks if t <= 1.5], 1e-9)
    out = run("rolling_lock_swallows_energy")
    lost = sum(loss for _, _, loss in events(out, "lock")) if out else 0
    check("rolling_lock: its loss is booked", lost > 4000, str(lost))
    run("bennett")  # its orders: tests/scenario/over_constrained_test.cpp
    out = run("spinning_sphere_euler")
    check("spinning_sphere_euler: keeps its energy", out and abs(column(out, "energy.kinetic")[-1] - 70) < 1e-9)
    out = run("equal_limits_start_outside")
    check("equal_limits: held there", out and all(abs(q - 0.5) < 1e-15 for q in column(out, "q.j")))


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
    refused("unit_trap", r"\.yaml:5:98: .*'mm' after the name 'r'")
    refused("comma_in_flow_map", "put it in quotes")
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
