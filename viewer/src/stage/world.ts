import { Vector3 } from 'three';
import type { Joint, Snapshot, Scene, Shape } from '../protocol';
import { meshOutline, shapeOutline } from './outlines';
import { compose, identityPose, Numbers, transform } from './pose';
import { reachOf, shapeReach, sizeOf } from './reach';

const nobody: ReadonlySet<string> = new Set();
const most = 200; // shapes whose corners are looked at in each frame
const shadowRange = 8; // in sizes of what moves: how far away fixed shapes cast shadows

export interface Ball {
  center: Vector3;
  radius: number;
}

// The scene and where everything is now. Poses have a slot for the world in front, so that body -1 needs no special
// care.
export class World {
  readonly poses: Float64Array;
  snapshot: Snapshot | null = null;
  // Of what moves, at the first snapshot: sizes of glyphs and views come from it.
  extent: number;
  readonly center = new Vector3();
  lowest = 0;
  // Of what moves, at all snapshots that are known: what the first view shows.
  readonly viewCenter = new Vector3();
  viewRadius: number;
  readonly viewBox = { low: new Vector3(), high: new Vector3() };
  viewPoints: number[] = []; // the same, closer: balls, x y z r each; empty: the box is all that is known
  fixedLowest = Infinity; // of what does not move
  // Of what moves, now.
  readonly nowCenter = new Vector3();
  nowRadius = 1;
  // The same with the fixed shapes that cast shadows: what the shadows must cover.
  readonly shadowed: Ball = { center: new Vector3(), radius: 1 };
  private readonly scenery = { low: new Vector3(Infinity, Infinity, Infinity), high: new Vector3(-Infinity, -Infinity, -Infinity) };
  private readonly shapes: number; // of all bodies
  private readonly reach: Float64Array; // of each body's shapes from its origin
  private readonly scratch = identityPose();
  private readonly poseOfShape = identityPose();
  private readonly meshes: { outline: number[]; reach: number }[];
  private readonly outlines = new Map<Shape, number[]>();

  constructor(readonly scene: Scene) {
    this.poses = new Float64Array(7 * (scene.bodies.length + 1));
    for (let slot = 0; slot <= scene.bodies.length; ++slot) this.poses[7 * slot + 3] = 1;
    this.meshes = (scene.meshes ?? []).map(({ vertices }) => ({
      outline: meshOutline(vertices),
      reach: reachOf(vertices),
    }));
    this.shapes = scene.bodies.reduce((sum, body) => sum + body.shapes.length, 0);
    this.reach = Float64Array.from(scene.bodies, (body) =>
      Math.max(0, ...body.shapes.map((s) => shapeReach(s, true, this.meshReach(s)))),
    );
    this.extent = scene.size > 0 ? scene.size : 1;
    this.center.fromArray(scene.center);
    this.nowCenter.copy(this.center);
    this.nowRadius = this.extent;
    this.viewCenter.copy(this.center);
    this.viewRadius = this.extent;
    const p = new Vector3();
    for (const shape of scene.fixed.filter((fixed) => this.casts(fixed)))
      this.corners(shape, 0, (x, y, z, r) => {
        this.scenery.low.min(p.set(x - r, y - r, z - r));
        this.scenery.high.max(p.set(x + r, y + r, z + r));
      });
    this.shadowed.center.copy(this.center);
    this.shadowed.radius = this.extent;
  }

  // How far away from the middle the shadows of fixed shapes go.
  get shadowReach(): number {
    return shadowRange * (this.scene.size > 0 ? this.scene.size : 1);
  }
  // Fixed shapes that are far away cast no shadow: it would be cut off, or make those of all others coarse. Nor do
  // floors, on which nothing of theirs falls.
  casts(shape: Shape): boolean {
    const [x, y, z] = shape.pose;
    const [a, b, c] = this.scene.center;
    const reach = shapeReach(shape, false, this.meshReach(shape));
    if (Math.hypot(x! - a!, y! - b!, z! - c!) + reach > this.shadowReach) return false;
    let [low, high] = [Infinity, -Infinity];
    this.corners(shape, 0, (_x, _y, z, r) => ([low, high] = [Math.min(low, z - r), Math.max(high, z + r)]));
    const isFlat = high - low < 0.05 * reach;
    return !(isFlat && low <= this.scene.fixed.reduce((least, other) => Math.min(least, this.lowestOf(other)), Infinity));
  }
  private lowestOf(shape: Shape): number {
    let low = Infinity;
    this.corners(shape, 0, (_x, _y, z, r) => (low = Math.min(low, z - r)));
    return low;
  }

  // Radius of the ball around the origin of a mesh that holds it; 0 for other shapes.
  meshReach(shape: Shape): number {
    return this.meshes[shape.mesh ?? -1]?.reach ?? 0;
  }

  // Side of glyphs: small enough to leave the bodies visible, smaller where there are many.
  unit(count: number): number {
    return 0.05 * this.extent * Math.min(1, Math.max(0.3, Math.cbrt(15 / Math.max(1, count))));
  }

  set(snapshot: Snapshot): void {
    const first = this.snapshot === null;
    this.snapshot = snapshot;
    this.poses.set(snapshot.poses.subarray(0, this.poses.length - 7), 7);
    this.boundNow();
    if (first) this.measure();
  }

  // How far a body's shapes reach from its origin.
  reachOf(body: number): number {
    return this.reach[body] ?? 0;
  }
  slot(body: number): number {
    return 7 * (body + 1);
  }
  jointPose(out: Numbers, joint: number): void {
    const j = this.scene.joints[joint]!;
    if (j.on_a) compose(out, this.poses, this.slot(j.a), j.on_a, 0);
    else compose(out, this.poses, this.slot(j.b), j.on_b, 0);
  }
  framePose(out: Numbers, frame: number): void {
    const f = this.scene.frames[frame]!;
    compose(out, this.poses, this.slot(f.body), f.pose, 0);
  }
  com(out: Numbers, body: number): void {
    const c = this.scene.bodies[body]!.com;
    transform(out, 0, this.poses, this.slot(body), c[0], c[1], c[2]);
  }
  // The lowest point that a body may reach now.
  low(): number {
    let low = Infinity;
    for (let b = 0; b < this.reach.length; ++b) low = Math.min(low, this.poses[7 * b + 9]! - this.reach[b]!);
    return low;
  }

  // The lowest point that a body reaches now; where there are many, the lowest centre of mass.
  lowestNow(): number {
    if (this.shapes > most) return this.lowestCom();
    let low = Infinity;
    this.eachCorner((_x, _y, z, r) => (low = Math.min(low, z - r)));
    return low;
  }
  // Height of the lowest centre of mass: below the ground only where the ground does not hold the body up.
  lowestCom(): number {
    let low = Infinity;
    for (let b = 0; b < this.scene.bodies.length; ++b) {
      this.com(this.scratch, b);
      low = Math.min(low, this.scratch[2]!);
    }
    return low;
  }

  private boundNow(): void {
    const n = this.scene.bodies.length;
    if (n === 0) return;
    let [x0, y0, z0, x1, y1, z1] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let b = 0; b < n; ++b) {
      const r = this.reach[b]!;
      const x = this.poses[7 * b + 7]!;
      const y = this.poses[7 * b + 8]!;
      const z = this.poses[7 * b + 9]!;
      if (!Number.isFinite(x + y + z)) continue;
      x0 = Math.min(x0, x - r);
      y0 = Math.min(y0, y - r);
      z0 = Math.min(z0, z - r);
      x1 = Math.max(x1, x + r);
      y1 = Math.max(y1, y + r);
      z1 = Math.max(z1, z + r);
    }
    if (!(x1 >= x0)) return;
    this.nowCenter.set((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2);
    this.nowRadius = Math.max(1e-4, Math.hypot(x1 - x0, y1 - y0, z1 - z0) / 2);
    const { low, high } = this.scenery;
    [x0, y0, z0] = [Math.min(x0, low.x), Math.min(y0, low.y), Math.min(z0, low.z)];
    [x1, y1, z1] = [Math.max(x1, high.x), Math.max(y1, high.y), Math.max(z1, high.z)];
    this.shadowed.center.set((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2);
    this.shadowed.radius = Math.max(1e-4, Math.hypot(x1 - x0, y1 - y0, z1 - z0) / 2);
  }

  // The box around bodies, joints and the fixed shapes that are not much bigger than those (a floor would hide the
  // rest).
  private measure(): void {
    const { scene, scratch } = this;
    const low = new Vector3(Infinity, Infinity, Infinity);
    const high = new Vector3(-Infinity, -Infinity, -Infinity);
    const p = new Vector3();
    const add = (x: number, y: number, z: number, r: number): void => {
      if (!Number.isFinite(x + y + z)) return;
      low.min(p.set(x - r, y - r, z - r));
      high.max(p.set(x + r, y + r, z + r));
    };
    this.eachCorner(add);
    scene.joints.forEach((joint, j) => {
      if (isFree(joint)) return;
      this.jointPose(scratch, j);
      add(scratch[0]!, scratch[1]!, scratch[2]!, 0);
    });
    const moving = high.x >= low.x ? high.distanceTo(low) / 2 : 0;
    this.lowest = low.z;
    for (const shape of scene.fixed)
      this.corners(shape, 0, (_x, _y, z, reach) => (this.fixedLowest = Math.min(this.fixedLowest, z - reach)));
    this.lowest = Math.min(this.lowest, this.fixedLowest);
    this.eachFixed(moving, add);
    for (const cable of this.snapshot!.cables) {
      for (let i = 0; i + 2 < cable.points.length; i += 3)
        add(cable.points[i]!, cable.points[i + 1]!, cable.points[i + 2]!, 0);
    }
    if (!(high.x >= low.x)) return;
    this.center.addVectors(low, high).multiplyScalar(0.5);
    this.extent = Math.max(high.distanceTo(low) / 2, 1e-4);
    this.viewBox.low.copy(low);
    this.viewBox.high.copy(high);
    if (scene.bodies.length === 0) {
      this.nowCenter.copy(this.center);
      this.nowRadius = this.extent;
    }
  }

  // Balls around what is to be seen at some snapshots: bodies, those that are named alone where some are; and fixed
  // shapes that are not much bigger. Null where there is nothing.
  outline(snapshots: Snapshot[], names: string[] = [], without: ReadonlySet<string> = nobody): number[] {
    const now = this.poses.slice();
    const points: number[] = [];
    const add = (x: number, y: number, z: number, r: number): void => {
      if (Number.isFinite(x + y + z)) points.push(x, y, z, r);
    };
    const chosen = (name: string): boolean => (names.length === 0 ? !without.has(name) : names.includes(name));
    for (const snapshot of snapshots) {
      this.poses.set(snapshot.poses.subarray(0, this.poses.length - 7), 7);
      this.eachCorner(add, chosen);
      if (names.length > 0) continue;
      for (const { points: p } of snapshot.cables)
        for (let i = 0; i + 2 < p.length; i += 3) add(p[i]!, p[i + 1]!, p[i + 2]!, 0);
    }
    this.poses.set(now);
    if (names.length === 0) this.eachFixed(sizeOf(points), add);
    return points;
  }

  // A ball around all that casts shadows at some snapshots.
  shadowedAt(snapshots: Snapshot[]): Ball {
    const points = this.outline(snapshots);
    const add = (x: number, y: number, z: number, r: number): void => void points.push(x, y, z, r);
    for (const shape of this.scene.fixed.filter((fixed) => this.casts(fixed))) this.corners(shape, 0, add);
    const center = new Vector3();
    const p = new Vector3();
    for (let i = 0; i < points.length; i += 4) center.addScaledVector(p.fromArray(points, i), 4 / points.length);
    let radius = 1e-4;
    for (let i = 0; i < points.length; i += 4)
      radius = Math.max(radius, p.fromArray(points, i).distanceTo(center) + points[i + 3]!);
    return { center, radius };
  }

  private eachFixed(moving: number, add: (x: number, y: number, z: number, r: number) => void): void {
    for (const shape of this.scene.fixed) {
      const r = shapeReach(shape, false, this.meshReach(shape));
      if (moving === 0 || r < 1.5 * moving) this.corners(shape, 0, add);
    }
  }

  // Bodies that fly far away while others stay near: the first view is of those, not of the way that they fly.
  private leaving(snapshots: Snapshot[]): Set<string> {
    const now = this.poses.slice();
    const p = new Vector3();
    const names = new Set<string>();
    for (const snapshot of snapshots) {
      this.poses.set(snapshot.poses.subarray(0, this.poses.length - 7), 7);
      this.scene.bodies.forEach(({ name }, b) => {
        if (p.fromArray(this.poses, this.slot(b)).distanceTo(this.center) > 3 * this.extent) names.add(name);
      });
    }
    this.poses.set(now);
    return names.size < this.scene.bodies.length ? names : new Set();
  }

  // Makes the first view large enough for other snapshots, too; what flies far away leaves it.
  widen(snapshots: Snapshot[]): void {
    if (this.viewBox.low.equals(this.viewBox.high)) return; // nothing to see
    const now = this.poses.slice();
    const { viewBox } = this;
    const p = new Vector3();
    const seen: Snapshot[] = [];
    const gone = this.leaving(snapshots);
    for (const snapshot of snapshots) {
      const [low, high] = [viewBox.low.clone(), viewBox.high.clone()];
      this.poses.set(snapshot.poses.subarray(0, this.poses.length - 7), 7);
      const add = (x: number, y: number, z: number, r: number): void => {
        if (!Number.isFinite(x + y + z)) return;
        low.min(p.set(x - r, y - r, z - r));
        high.max(p.set(x + r, y + r, z + r));
      };
      this.eachCorner(add, (name) => !gone.has(name));
      if (high.distanceTo(low) / 2 > 6 * this.extent) break;
      viewBox.low.copy(low);
      viewBox.high.copy(high);
      seen.push(snapshot);
    }
    this.poses.set(now);
    const { picture } = this.scene;
    if (this.shapes * (seen.length + 1) < 20000)
      this.viewPoints = [...this.outline([this.snapshot!], picture?.around), ...this.outline(seen, picture?.around, gone)];
    this.viewCenter.addVectors(viewBox.low, viewBox.high).multiplyScalar(0.5);
    this.viewRadius = Math.max(viewBox.high.distanceTo(viewBox.low) / 2, 1e-4);
  }

  // Balls around what is to be seen now, one for each body where there are many. `near`: without what has flown far away
  // while others stay.
  eachNow(near: boolean, add: (x: number, y: number, z: number, r: number) => void): void {
    const { bodies, picture } = this.scene;
    const wanted = (name: string): boolean => !picture || picture.around.length === 0 || picture.around.includes(name);
    const p = new Vector3();
    const stays = bodies.map(
      ({ name }, b) => wanted(name) && p.fromArray(this.poses, this.slot(b)).distanceTo(this.center) <= 3 * this.extent,
    );
    const seen = near && stays.includes(true) ? stays : bodies.map(({ name }) => wanted(name));
    bodies.forEach((_body, b) => {
      const at = this.slot(b);
      if (!seen[b] || !Number.isFinite(this.poses[at]! + this.poses[at + 1]! + this.poses[at + 2]!)) return;
      if (this.shapes > most) add(this.poses[at]!, this.poses[at + 1]!, this.poses[at + 2]!, this.reach[b]!);
      else this.cornersOf(b, add);
    });
  }

  // All that bodies reach now: points with the radius of a ball around each.
  private eachCorner(
    add: (x: number, y: number, z: number, r: number) => void,
    chosen: (name: string) => boolean = () => true,
  ): void {
    this.scene.bodies.forEach((body, b) => {
      if (chosen(body.name)) this.cornersOf(b, add);
    });
  }
  private cornersOf(b: number, add: (x: number, y: number, z: number, r: number) => void): void {
    const at = 7 * b + 7;
    const { shapes } = this.scene.bodies[b]!;
    if (shapes.length === 0) add(this.poses[at]!, this.poses[at + 1]!, this.poses[at + 2]!, 0);
    for (const shape of shapes) this.corners(shape, at, add);
  }

  private corners(shape: Shape, slot: number, add: (x: number, y: number, z: number, r: number) => void): void {
    const { poseOfShape: pose, scratch: at } = this;
    compose(pose, this.poses, slot, shape.pose, 0);
    const points = this.outlineOf(shape);
    for (let i = 0; i < points.length; i += 4) {
      transform(at, 0, pose, 0, points[i]!, points[i + 1]!, points[i + 2]!);
      add(at[0]!, at[1]!, at[2]!, points[i + 3]!);
    }
  }
  private outlineOf(shape: Shape): number[] {
    let points = this.outlines.get(shape);
    if (!points) this.outlines.set(shape, (points = shapeOutline(shape, this.meshes[shape.mesh ?? -1]?.outline ?? [])));
    return points;
  }
}

// Joints that let a body go anywhere: they hold nothing, so there is nothing to show.
export const isFree = (joint: Joint): boolean => joint.kind === 'free' || joint.kind === 'floating';
