"""Five people use the program for the first time. Each command is as a person would type it; none fails.

    walks.py PROGRAM SOURCES ROBOTS WORK

ROBOTS: a folder with robots in URDF; without it the roboticist describes an arm instead.
"""
import csv
import json
import os
import shlex
import shutil
import subprocess
import sys

program, sources, robots, work = (os.path.abspath(p) for p in sys.argv[1:5])
failures = []


def check(what, holds, detail=""):
    if not holds:
        failures.append(what)
        print(f"FAILED: {what} {detail}")


class Walk:
    """The commands of one person, in a folder of its own."""

    def __init__(self, name):
        self.name = name
        self.folder = os.path.join(work, name)
        os.makedirs(self.folder)

    def types(self, line, code=0, says=()):
        words = shlex.split(line)
        assert words[0] == "catena"
        done = subprocess.run([program, *words[1:]], cwd=self.folder, capture_output=True, text=True, timeout=120)
        told = done.stdout + done.stderr
        check(f"{self.name}: {line}: exit code {code}", done.returncode == code, f"{done.returncode}\n{told}")
        for text in says:
            check(f"{self.name}: {line}: says '{text}'", text in told, told)
        return told

    def writes(self, name, text):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(text)

    def changes(self, name, before, after):
        path = os.path.join(self.folder, name)
        with open(path) as file:
            text = file.read()
        check(f"{self.name}: {name} has '{before}'", before in text, text)
        self.writes(name, text.replace(before, after, 1))

    def has(self, *names):
        for name in names:
            path = os.path.join(self.folder, name)
            check(f"{self.name}: {name} is there", os.path.exists(path) and os.path.getsize(path) > 100)

    def column(self, name, column):
        with open(os.path.join(self.folder, name)) as file:
            rows = list(csv.reader(file))
        check(f"{self.name}: {name} has {column}", column in rows[0], str(rows[0]))
        place = rows[0].index(column)
        return [float(row[place]) for row in rows[1:] if row[place]]

    def report(self, name):
        with open(os.path.join(self.folder, name)) as file:
            return json.load(file)


def first_timer():
    walk = Walk("first-timer")
    walk.types("catena", says=["run", "view"], code=0)
    walk.types("catena --help", says=["Simulate a scenario"])
    walk.types("catena --version")
    walk.types("catena examples", says=["pendulum", "swing"])
    walk.types("catena run pendulum", says=["unexplained", "pendulum.csv"])
    walk.types("catena plot pendulum.csv", says=["pendulum.svg"])
    walk.has("pendulum.csv", "pendulum.svg")
    walk.types("catena new pendulum mine.yaml", says=["catena view mine.yaml"])
    walk.types("catena check mine.yaml", says=["nothing suspicious"])
    walk.types("catena info mine.yaml", says=["world"])
    walk.types("catena run mine.yaml --plot mine.png", says=["mine.png"])
    walk.changes("mine.yaml", "duration:", "duratoin:")
    walk.types("catena run mine.yaml", code=2, says=["did you mean 'duration'?", "mine.yaml:"])
    walk.changes("mine.yaml", "duratoin:", "duration:")
    walk.types("catena rnu mine.yaml", code=2, says=["did you mean 'run'?"])
    walk.types("catena run mine.yaml --duration 2 --interval 0.01 -o short.csv")
    check("first-timer: 201 samples", len(walk.column("short.csv", "t")) == 201)
    walk.types("catena view mine.yaml --export mine.html")
    walk.has("mine.html")


def designer():
    """A slider-crank with a belt drive that is switched off, and a pin that shears."""
    walk = Walk("designer")
    walk.types("catena new four_bar bars.yaml")
    walk.types("catena check bars.yaml", says=["1 degree of freedom"])
    walk.types("catena run bars.yaml --plot bars.svg")
    walk.writes("crank.yaml", """
name: Slider-crank
parameters: {r: 50 mm, l: 150 mm, speed: 120 rpm}
model:
  gravity: [0, 0, 0]
  bodies:
    - {name: crank, shapes: [{box: {sides: [r, 10 mm, 10 mm]}, at: [r/2, 0, 0], density: 7800}]}
    - {name: rod, shapes: [{box: {sides: [l, 8 mm, 8 mm]}, at: [l/2, 0, 0], density: 7800}]}
    - {name: piston, shapes: [{cylinder: {radius: 30 mm, length: 40 mm}, at: {rpy: [0, 90 deg, 0]}, mass: 400 g}]}
  joints:
    - {name: crank, kind: continuous, parent: world, child: crank, axis: [0, 0, 1]}
    - {name: pin, kind: continuous, parent: crank, child: rod, axis: [0, 0, 1], at: [r, 0, 0]}
    - {name: slide, kind: prismatic, parent: world, child: piston, axis: [1, 0, 0]}
  loops:
    - {name: gudgeon, kind: revolute, axis: [0, 0, 1], a: {body: rod, at: [l, 0, 0]}, b: piston}
initial: {crank: {q: 30 deg, v: speed}}
motors: [{name: belt, joint: crank, effort: "2*(speed - v.crank)"}]
changes:
  - {at: 1 s, switch_off: belt}
  - {name: shear, when: abs(f.gudgeon.fx) - 400, cut: gudgeon}
duration: 2
record: {columns: [q, v, tau, f, energy]}
plots:
  - {title: Stroke, columns: q.slide}
  - {title: Phase, x: q.slide, columns: v.slide}
""")
    walk.types("catena check crank.yaml", says=["1 degree of freedom"])
    walk.types("catena info crank.yaml", says=["piston"])
    walk.types("catena run crank.yaml --plot crank.svg --report crank.json")
    report = walk.report("crank.json")
    check("designer: the belt is switched off", report["events"].get("off") == 1, str(report["events"]))
    stroke = walk.column("crank.csv", "q.slide")
    check("designer: the stroke is twice the crank", max(stroke) - min(stroke) > 0.0999, str(max(stroke) - min(stroke)))
    walk.types("catena plot crank.csv q.slide v.slide --x q.crank -o phase.svg")
    walk.types("catena run crank.yaml --integrator radau --out other.csv")
    walk.types("catena convert crank.yaml plain.yaml")
    walk.types("catena run plain.yaml")
    check("designer: converted, it moves alike", walk.column("plain.csv", "q.slide") == stroke)


def roboticist():
    walk = Walk("roboticist")
    robot = os.path.join(robots, "iiwa", "iiwa14.urdf")
    known = [os.path.join(folder, name) for folder, _, names in os.walk(robots) for name in names
             if name.endswith(".urdf")] if os.path.isdir(robots) else []
    if known:
        robot = robot if robot in known else sorted(known)[0]
        walk.types(f"catena info {robot}", says=["world"])
        walk.types(f"catena convert {robot} robot.yaml", says=["degrees of freedom"])
        walk.writes("hang.yaml", f"model: {{urdf: {robot}, damping: 0.5}}\nduration: 0.2\n")
        walk.types("catena check hang.yaml")
        walk.types("catena run hang.yaml")
    walk.types("catena new arm arm.yaml")
    walk.types("catena run arm.yaml --save end.state")
    walk.types("catena run arm.yaml --from end.state --duration 7 -o on.csv")
    walk.writes("two.yaml", """
name: Two arms on one bench
model:
  parts:
    - {prefix: left_, model: {builtin: arm}, at: [0, 0.4, 0]}
    - {prefix: right_, model: {builtin: arm}, at: {position: [0, -0.4, 0], rpy: [0, 0, 180 deg]}}
  frames: [{name: tool, body: left_flange, at: [0, 0, 0.1]}]
initial: {left_elbow_pitch: 60 deg, right_elbow_pitch: 60 deg}
motors:
  - {joint: left_elbow_pitch, target: 60 deg + 20 deg*sin(2*t), stiffness: 400, damping: 40, effort_limit: 100}
  - {joint: right_elbow_pitch, target: 60 deg, stiffness: 400, damping: 40}
duration: 0.5
record: {frames: [tool]}
""")
    walk.types("catena check two.yaml")
    walk.types("catena info two.yaml", says=["left_flange", "right_flange"])
    walk.types("catena run two.yaml --report two.json")
    check("roboticist: its tool is recorded", len(walk.column("two.csv", "p.tool.z")) > 10)
    walk.types("catena convert two.yaml one_file.yaml")
    walk.types("catena run one_file.yaml --duration 0.1")
    walk.types("catena plot two.csv 'q.left_*' -o left.png")


def biomechanist():
    walk = Walk("biomechanist")
    walk.types("catena convert --builtin hand hand.yaml", says=["22 degrees of freedom"])
    walk.types("catena info hand.yaml", says=["palm", "thumb.ip"])
    walk.writes("small.yaml", """
name: A smaller, heavier hand
model:
  builtin: hand
  scale: {length: 0.9, mass: 0.8}
  edit:
    bodies: [{name: palm, inertia: {mass: 300 g}}]
    joints: [{name: index.pip, limits: {lower: 0, upper: 80 deg}}]
initial: {wrist.flexion: 10 deg}
integrator: {tolerance: 1e-8}
duration: 0.02
""")
    walk.types("catena check small.yaml")
    walk.types("catena run small.yaml", says=["implicit: the motion is stiff"])
    walk.writes("jump.yaml", """
name: A figure jumps
model: {builtin: gymnast, scale: 0.6}
initial: {base: {position: [0, 0, 1], v: [0, 1, 0, 0.5, 0, 3]}, left_knee: 30 deg, right_knee: 30 deg}
duration: 0.5
record: {interval: 10 ms, frames: [left_hand]}
plots: [{title: Hand, x: p.left_hand.x, columns: p.left_hand.z}]
""")
    walk.types("catena check jump.yaml")
    walk.types("catena run jump.yaml --plot hand.svg")
    walk.types("catena examples hand_elastic")
    walk.types("catena check hand_elastic.yaml")
    walk.types("catena plot jump.csv 'energy.*' -o energy.svg")
    walk.has("hand.svg", "energy.svg")


def watcher():
    walk = Walk("watcher")
    walk.types("catena examples", says=["swing", "tumbling_block"])
    for name in ("swing_door", "newtons_cradle"):
        walk.types(f"catena view {name} --export {name}.html")
        walk.has(f"{name}.html")
    walk.types("catena run bouncing_ball -o ball.h5")
    walk.types("catena examples bouncing_ball")
    walk.types("catena view ball.h5 --scenario bouncing_ball.yaml --export ball.html")
    walk.has("ball.html")
    walk.types("catena view nothing.yaml", code=2, says=["nothing.yaml"])
    walk.types("catena --licenses")


shutil.rmtree(work, ignore_errors=True)
os.makedirs(work)
for person in (first_timer, designer, roboticist, biomechanist, watcher):
    person()
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
