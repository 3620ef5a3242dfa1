"""What `catena run` leaves behind when it is killed, interrupted, or cannot write.

    run_faults.py PROGRAM EXAMPLES WORK [COUNT]

COUNT: how many moments each signal is tried at (2 if not given, 50 with CATENA_LONG).
"""
import contextlib
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time

program, examples, work = (os.path.abspath(p) for p in sys.argv[1:4])
count = int(sys.argv[4]) if len(sys.argv) > 4 else 50 if os.environ.get("CATENA_LONG") else 2
pendulum = os.path.join(examples, "pendulum.yaml")
failures = []


def check(what, holds, detail=""):
    if not holds:
        failures.append(what)
        print(f"FAILED: {what} {detail}")


def catena(*arguments, **options):
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=60, **options)


def start(out, *more):
    return subprocess.Popen([program, "run", pendulum, "--duration", "1e7", "--out", out, *more],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def is_readable(out):
    if not os.path.exists(out) or os.path.getsize(out) == 0:
        return True  # it had not begun
    done = catena("plot", out, "q.joint1", "--to", "5", "--out", "p.svg")
    return done.returncode == 0 or "no rows" in done.stderr


def signals():
    chance = random.Random(7)
    for ending in ("csv", "h5"):
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            before = len(failures)
            for k in range(count):
                stem = f"{ending}_{number.name}_{k}"
                out = f"{stem}.{ending}"
                run = start(out, "--interval", "1e-4")
                # Before main() begins nothing can be noted: wait for the first file.
                while not os.path.exists(f"{stem}.events.csv"):
                    time.sleep(0.0005)
                time.sleep(chance.choice([0.0, 0.003, 0.3]) * chance.random())
                run.send_signal(number)
                _, error = run.communicate(timeout=60)
                name = f"{ending}, {number.name}"
                if number == signal.SIGKILL:
                    check(f"{name}: killed", run.returncode == -number)
                else:
                    check(f"{name}: exit code", run.returncode == 1, f"{run.returncode} {error}")
                    check(f"{name}: says so", "interrupted at t = " in error, error)
                check(f"{name}: readable", is_readable(out))
                os.remove(out) if os.path.exists(out) else None
            print(f"[ measured ] {ending}, {number.name}: {count} moments, {len(failures) - before} failures")


def full_disk():
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))

    for ending in ("csv", "h5"):
        out = f"full.{ending}"
        done = catena("run", pendulum, "--duration", "1e5", "--out", out, preexec_fn=limit)
        check(f"{ending}: exit code of a full disk", done.returncode == 1, done.stderr)
        check(f"{ending}: says how far it goes",
              "the recording is good for its first" in done.stderr, done.stderr)
        check(f"{ending}: readable after a full disk", is_readable(out))
    os.symlink("/dev/full", "device.csv")
    done = catena("run", pendulum, "--out", "device.csv")
    check("a recording on /dev/full", done.returncode == 1, done.stderr)
    os.symlink("/dev/full", "device.state")
    done = catena("run", pendulum, "--out", "a.csv", "--save", "device.state")
    check("a checkpoint on /dev/full", done.returncode == 1, done.stderr)
    with open("/dev/full", "w") as full:
        done = subprocess.run([program, "run", pendulum, "--out", "b.csv"], stdout=full,
                              stderr=subprocess.PIPE, text=True, timeout=60)
    check("a report on /dev/full", done.returncode == 1 and "standard output" in done.stderr,
          done.stderr)


def small_disk():
    """A disk of 1 MB, where one may be had: as root."""
    os.makedirs("small")
    mounted = os.geteuid() == 0 and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "none", "small"], capture_output=True).returncode == 0
    if not mounted:
        return
    try:
        for ending in ("csv", "h5"):
            out = f"small/r.{ending}"
            done = catena("run", pendulum, "--duration", "1e5", "--out", out)
            check(f"{ending}: exit code on a small disk", done.returncode == 1, done.stderr)
            check(f"{ending}: says how far it goes on a small disk",
                  "the recording is good for its first" in done.stderr, done.stderr)
            check(f"{ending}: readable on a small disk", is_readable(out))
            for name in os.listdir("small"):
                os.remove(f"small/{name}")
    finally:
        subprocess.run(["umount", "small"], capture_output=True)


@contextlib.contextmanager
def locked():
    """A folder that cannot be written to, if one may be had: root is stopped by a mounted one only."""
    os.makedirs("locked", exist_ok=True)
    if os.geteuid() != 0:
        os.chmod("locked", 0o500)
        yield True
        return
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "ro", "none", "locked"], capture_output=True).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "locked"], capture_output=True)


def folders():
    for ending in ("csv", "h5"):
        done = catena("run", pendulum, "--out", f"nowhere/r.{ending}")
        check(f"{ending}: no folder", done.returncode == 2, done.stderr)
        with locked() as is_locked:
            if is_locked:
                done = catena("run", pendulum, "--out", f"locked/r.{ending}")
                check(f"{ending}: read-only folder", done.returncode == 2 and "locked/r." in done.stderr,
                      done.stderr)
        os.makedirs("vanishing")
        run = start(f"vanishing/r.{ending}")
        while not os.path.exists(f"vanishing/r.{ending}"):
            time.sleep(0.002)
        shutil.rmtree("vanishing")
        run.send_signal(signal.SIGINT)
        _, error = run.communicate(timeout=60)
        check(f"{ending}: vanished folder", run.returncode == 1 and "was deleted" in error, error)


def second_writer():
    for ending in ("csv", "h5"):
        out = f"shared.{ending}"
        run = start(out)
        while not os.path.exists(out):
            time.sleep(0.002)
        done = catena("run", pendulum, "--out", out)
        check(f"{ending}: the second run refuses",
              done.returncode == 2 and "another run is writing" in done.stderr, done.stderr)
        other = "shared.h5" if ending == "csv" else "shared.csv"
        done = catena("run", pendulum, "--out", other)
        check(f"{ending}: also in the other format", done.returncode == 2, done.stderr)
        run.send_signal(signal.SIGTERM)
        run.communicate(timeout=60)
        check(f"{ending}: the first one is not disturbed", is_readable(out))


def refused():
    """What cannot go well is said before the run, with exit code 2."""
    arm = ("model:\n  bodies: [{name: b, inertia: {mass: 1, moments: [1, 1, 1]}}]\n"
           "  joints: [{name: j, kind: revolute, parent: world, child: b}]\n")
    cases = {
        "root": (arm + "motors: [{joint: j, effort: sqrt(t - 0.5)}]\n",
                 "root.yaml:4:10: motors[0]: motor 'j': its effort is not finite at the start"),
        "often": (arm + "motors: [{name: m, joint: j, effort: 1}]\n"
                  "changes: [{at: 0, every: 1e-9, switch_off: m}]\nduration: 1\n", "which is 1.0e+09 times"),
        "late": (arm + "start_time: 1e20\nduration: 1\n", "start_time: times around 1e+20 s"),
    }
    for name, (text, message) in cases.items():
        with open(f"{name}.yaml", "w") as file:
            file.write(text)
        for command in (("run",), ("check",)) if name == "root" else (("run",),):
            done = catena(*command, f"{name}.yaml")
            check(f"{name}: refused by {command[0]}", done.returncode == 2 and message in done.stderr, done.stderr)
            check(f"{name}: nothing is left", not os.path.exists(f"{name}.csv"))


def files():
    """No file of a run takes the place of another, and a run that is over before it begins leaves none."""
    shutil.copy(pendulum, "own.yaml")
    for arguments, message in (
            (("--out", "own.csv", "--save", "own.csv"), "--save: 'own.csv' is the file of the recording as well"),
            (("--out", "own.csv", "--report", "./own.events.csv"), "--report: './own.events.csv' is the file of the list of events as well"),
            (("--out", "own.csv", "--save", "own.yaml"), "--save: 'own.yaml' is the file of the scenario as well"),
            (("--out", "own.csv", "--checkpoint", "mid.state", "--checkpoint-at", "99"), "the run ends at 1 s"),
            (("--out", "own.csv", "--checkpoint", "mid.state", "--checkpoint-at", "nan"), "the run ends at 1 s")):
        done = catena("run", "own.yaml", "--duration", "1", *arguments)
        check(f"{arguments}: refused", done.returncode == 2 and message in done.stderr, done.stderr)
        check(f"{arguments}: nothing is left", not os.path.exists("own.csv"))
    done = catena("run", "own.yaml", "--duration", "1", "--out", "first.csv", "--save", "end.state")
    check("a run of 1 s", done.returncode == 0, done.stderr)
    for duration in ("0.5", "1"):
        done = catena("run", "own.yaml", "--duration", duration, "--from", "end.state", "--out", "own.csv")
        check(f"continued to {duration} s: refused", done.returncode == 2 and
              f"the saved state is at t = 1 s, and the run ends at {duration} s" in done.stderr, done.stderr)
        check(f"continued to {duration} s: nothing is left", not os.path.exists("own.csv"))


    with open("end.state") as whole, open("timeless.state", "w") as part:
        part.writelines(line for line in whole if not line.startswith("t "))
    done = catena("run", "own.yaml", "--from", "timeless.state", "--out", "own.csv")
    check("a state without a time: refused", done.returncode == 2 and "the line 't' is missing" in done.stderr,
          done.stderr)


def order():
    """Changes at one instant come in the order of the file, those with a condition among them."""
    with open("order.yaml", "w") as file:
        file.write("model:\n  bodies: [{name: b, inertia: {mass: 1, moments: [1, 1, 1]}}]\n"
                   "  joints: [{name: j, kind: revolute, parent: world, child: b}]\n"
                   "motors: [{name: m, joint: j, effort: 1}]\nduration: 2\n"
                   "changes:\n  - {name: a, at: 1, switch_off: m}\n  - {name: b, at: 1, switch_on: m}\n"
                   "  - {name: c, when: t - 1, switch_off: m}\n")
    done = catena("run", "order.yaml")
    check("order: runs", done.returncode == 0, done.stderr)
    with open("order.events.csv") as file:
        kinds = [line.split(",")[1] for line in file if ",m," in line]
    check("order: of the file", kinds == ["off", "on", "off"], str(kinds))


def noted():
    """What is most likely not meant is noted."""
    bar = "{{name: {0}, shapes: [{{box: {{sides: [{1}, 0.1, 0.1]}}, at: [{2}, 0, 0], mass: 1}}]}}"
    cases = {
        "beyond": ("model:\n  bodies: [{name: b, inertia: {mass: 1, moments: [1, 1, 1]}}]\n"
                   "  joints: [{name: j, kind: revolute, parent: world, child: b, limits: {lower: -1, upper: 1}}]\n"
                   "prescribed: [{joint: j, position: 2*t}]\nduration: 1\n", "outside the limits [-1, 1] of its joint"),
        "flat": (f"model:\n  bodies: [{bar.format('a', 1, 0.5)}, {bar.format('b', 2, 1)}, {bar.format('c', 1, 0.5)}]\n"
                 "  joints:\n"
                 "    - {name: ja, kind: revolute, parent: world, child: a, axis: [0, 1, 0]}\n"
                 "    - {name: jb, kind: revolute, parent: a, child: b, at: [1, 0, 0], axis: [0, 1, 0]}\n"
                 "    - {name: jc, kind: revolute, parent: world, child: c, at: [2, 0, 0], axis: [0, 1, 0]}\n"
                 "  loops: [{name: pin, kind: revolute, a: {body: b, at: [2, 0, 0]}, b: {body: c, at: [1, 0, 0]}, "
                 "axis: [0, 1, 0]}]\nduration: 0.1\n", "the start is a singular position of loop joint 'pin'"),
    }
    for name, (text, message) in cases.items():
        with open(f"{name}.yaml", "w") as file:
            file.write(text)
        done = catena("run", f"{name}.yaml")
        check(f"{name}: runs", done.returncode == 0, done.stderr)
        check(f"{name}: noted by run", message in done.stderr, done.stderr)
        check(f"{name}: noted by check", message in catena("check", f"{name}.yaml").stdout)


shutil.rmtree(work, ignore_errors=True)
os.makedirs(work)
os.chdir(work)
for part in (signals, full_disk, small_disk, folders, second_writer, refused, files, order, noted):
    part()
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
