import { Object3D, Vector2 } from 'three';
import { Lines } from './lines';
import { bodyColor } from './palette';
import { Part } from './part';
import { identityPose } from './pose';
import type { World } from './world';

export type TrailTarget = { body: number } | { frame: number };
const longest = 600;
const pose = identityPose();

interface Trail {
  target: TrailTarget;
  points: Float32Array; // a ring
  next: number;
  count: number;
}

// Where points went: the last snapshots in the order of time, fading out. A jump back in time starts them anew.
export class Trails implements Part {
  readonly group: Object3D;
  private readonly lines: Lines;
  private readonly trails = new Map<string, Trail>();
  private last = -Infinity;
  held = false; // what was noted stays, whatever is shown

  constructor(resolution: { value: Vector2 }) {
    this.lines = new Lines(resolution, 2.5, longest);
    this.group = this.lines.mesh;
  }
  get any(): boolean {
    return this.trails.size > 0;
  }
  set(target: TrailTarget, on: boolean): void {
    const key = 'body' in target ? `b${target.body}` : `f${target.frame}`;
    if (!on) this.trails.delete(key);
    else if (!this.trails.has(key)) {
      this.trails.set(key, { target, points: new Float32Array(3 * longest), next: 0, count: 0 });
    }
  }
  clear(): void {
    for (const trail of this.trails.values()) trail.next = trail.count = 0;
  }
  forgetAll(): void {
    this.trails.clear();
    this.last = -Infinity;
  }

  // Notes where things are. Also while the layer is off, so that switching it on shows the past.
  record(world: World): void {
    const { t } = world.snapshot!;
    if (this.held) return;
    if (t < this.last) this.clear();
    const again = t === this.last;
    this.last = t;
    for (const trail of this.trails.values()) {
      if (again && trail.count > 0) continue;
      const { target, points } = trail;
      if ('frame' in target) {
        if (target.frame >= world.scene.frames.length) continue;
        world.framePose(pose, target.frame);
      } else {
        if (target.body >= world.scene.bodies.length) continue;
        pose.set(world.poses.subarray(world.slot(target.body), world.slot(target.body) + 7));
      }
      points[3 * trail.next] = pose[0]!;
      points[3 * trail.next + 1] = pose[1]!;
      points[3 * trail.next + 2] = pose[2]!;
      trail.next = (trail.next + 1) % longest;
      trail.count = Math.min(longest, trail.count + 1);
    }
  }

  update(world: World): void {
    this.lines.begin();
    for (const { target, points: p, next, count } of this.trails.values()) {
      const body = 'body' in target ? target.body : (world.scene.frames[target.frame]?.body ?? 0);
      const color = bodyColor(Math.max(0, body));
      for (let i = 1; i < count; ++i) {
        const b = 3 * ((next - i + longest) % longest);
        const a = 3 * ((next - i - 1 + longest) % longest);
        const opacity = 0.95 * (1 - 0.85 * (i / longest));
        this.lines.add(p[a]!, p[a + 1]!, p[a + 2]!, p[b]!, p[b + 1]!, p[b + 2]!, color, opacity);
      }
    }
    this.lines.end();
  }
  dispose(): void {
    this.lines.dispose();
  }
}
