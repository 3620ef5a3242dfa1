import { PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { identityPose, rotate } from './pose';
import { Bounds, Sight } from './sight';
import type { World } from './world';

export type Direction = 'front' | 'side' | 'top' | 'iso';

const directions: Record<Direction, Vector3> = {
  front: new Vector3(0, -1, 0),
  side: new Vector3(1, 0, 0),
  top: new Vector3(0, -1e-4, 1), // not quite from above, where the way up is not defined
  iso: new Vector3(0.62, -1, 0.52),
};

// What is nearer to the middle of the picture than this, in parts of its half, has not left it.
const inSight = 0.8;
const deepest = 3; // of the usual distance, or its inverse: further away, or nearer, the camera goes along
const margin = 0.92; // of the picture, which what it shows may fill
const clamp = (x: number, low: number, high: number): number => Math.min(Math.max(x, low), high);

// The camera and how the user moves it.
export class View {
  readonly camera = new PerspectiveCamera(38, 1, 0.01, 100);
  readonly controls: OrbitControls;
  private following: number | null = null;
  private readonly followed = new Vector3();
  private changed = true;
  private atHome = false; // nobody has moved it, or pulled something, since home()
  private usualDistance = 0; // at home()
  private readonly sight = new Sight();

  constructor(canvas: HTMLCanvasElement) {
    this.camera.up.set(0, 0, 1);
    this.camera.position.set(3, -5, 2.5);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.18;
    this.controls.zoomSpeed = 1.2;
    this.controls.zoomToCursor = false;
    this.controls.addEventListener('change', () => (this.changed = true));
    this.controls.addEventListener('start', () => this.handOver());
  }

  get distance(): number {
    return this.camera.position.distanceTo(this.controls.target);
  }
  // Lets motions run out. True if the picture is no longer right.
  update(): boolean {
    this.controls.update();
    const changed = this.changed;
    this.changed = false;
    if (changed) this.setDepths();
    return changed;
  }
  // From now on somebody works in the picture: it keeps its size.
  handOver(): void {
    this.atHome = false;
  }
  // What was fitted into the picture still fits.
  resize(aspect: number, world: World | null): void {
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
    this.changed = true;
    if (!this.atHome || !world) return;
    this.home(world);
    if (world.scene.mode === 'live') this.keepInSight(world);
  }

  // All of the world's motion is visible, from a direction.
  frame(world: World, from: Vector3): void {
    this.atHome = false;
    const followed = this.followPoint(world);
    if (!followed && world.viewPoints.length > 0) return this.fit(world, world.viewPoints, from);
    const center = followed ?? world.viewCenter;
    const radius = world.viewRadius;
    const back = from.clone().normalize();
    const tall = Math.tan((this.camera.fov * Math.PI) / 360);
    const distance = 1.08 * (followed ? world.extent / tall : this.distanceFor(world, back, tall));
    this.controls.target.copy(center);
    this.camera.position.copy(back).multiplyScalar(distance).add(center);
    this.controls.minDistance = 0.05 * radius;
    this.controls.maxDistance = 60 * radius;
    this.settle();
  }
  // Balls (x y z r each) fill the picture, from a direction. The camera is as near as their outlines allow.
  fit(world: World, balls: number[], from: Vector3, zoom = 1): void {
    this.atHome = false;
    const back = from.clone().normalize();
    const right = this.camera.up.clone().cross(back).normalize();
    const up = back.clone().cross(right);
    const bounds = this.bounds(right, up, back);
    const p = new Vector3();
    for (let i = 0; i < balls.length; i += 4) bounds.add(p.fromArray(balls, i), balls[i + 3]!);
    const { middle } = bounds;
    const target = back.clone().multiplyScalar(middle);
    bounds.sides.forEach(({ axis }, k) => target.addScaledVector(axis, bounds.centre(k)));
    const distance = Math.max((bounds.height - middle) / zoom, 0.02 * world.viewRadius);
    this.controls.target.copy(target);
    this.camera.position.copy(back).multiplyScalar(distance).add(target);
    this.controls.minDistance = 0.05 * world.viewRadius;
    this.controls.maxDistance = 60 * Math.max(world.viewRadius, distance / 10);
    this.settle();
  }
  from(direction: Direction, world: World | null): void {
    if (!world) return;
    this.frame(world, directions[direction]);
  }
  // The view of the start.
  home(world: World): void {
    this.frame(world, this.usual(world));
    this.syncFollow(world);
    this.atHome = true;
    this.sight.forget();
    this.usualDistance = this.distance;
  }
  // From where: as the scenario says; else planar mechanisms almost face to face, all others at three quarters.
  usual(world: World, view: Direction | '' = ''): Vector3 {
    const { picture } = world.scene;
    if (view !== '') return directions[view];
    if (picture?.from) return new Vector3(...picture.from);
    if (picture?.view) return directions[picture.view];
    return planarView(world) ?? directions.iso;
  }

  // How far away all corners of the box around the motion are within the picture.
  private distanceFor(world: World, back: Vector3, tall: number): number {
    const { low, high } = world.viewBox;
    if (low.equals(high)) return world.viewRadius / tall;
    const right = this.camera.up.clone().cross(back).normalize();
    const up = back.clone().cross(right);
    const corner = new Vector3();
    let distance = 0.2 * world.viewRadius;
    for (let i = 0; i < 8; ++i) {
      corner.set(i & 1 ? low.x : high.x, i & 2 ? low.y : high.y, i & 4 ? low.z : high.z).sub(world.viewCenter);
      const across = Math.abs(corner.dot(right)) / (tall * this.camera.aspect);
      distance = Math.max(distance, corner.dot(back) + Math.max(across, Math.abs(corner.dot(up)) / tall));
    }
    return distance;
  }

  follow(body: number | null, world: World | null): void {
    this.following = body;
    this.atHome = false;
    if (body === null || !world?.snapshot) return;
    const at = this.followPoint(world);
    if (!at) return;
    this.camera.position.add(at).sub(this.controls.target);
    this.controls.target.copy(at);
    this.followed.copy(at);
    this.changed = true;
  }
  // The camera goes along with the body that it follows.
  moved(world: World): void {
    const at = this.followPoint(world);
    if (!at || at.equals(this.followed)) return;
    if (!Number.isFinite(at.x + at.y + at.z)) return;
    this.camera.position.add(at).sub(this.followed);
    this.controls.target.add(at).sub(this.followed);
    this.followed.copy(at);
    this.changed = true;
  }
  // Goes after what leaves the picture, where nobody knows beforehand how far it goes: all of it stays in sight until
  // somebody moves the camera or it is too far apart, then the middle does.
  keepInSight(world: World): void {
    if (this.following !== null || world.scene.bodies.length === 0) return;
    if (this.atHome && (world.scene.picture?.zoom ?? 1) <= 1 && this.keepAll(world)) return;
    const at = this.point.copy(world.nowCenter);
    if (!Number.isFinite(at.x + at.y + at.z)) return;
    this.camera.updateMatrixWorld();
    const seen = this.projected.copy(at).project(this.camera);
    if (seen.z < 1 && Math.abs(seen.x) < inSight && Math.abs(seen.y) < inSight) return;
    // As far as it takes, at once: what leaves fast is not lost where frames are few.
    const { camera, distance } = this;
    camera.matrixWorld.extractBasis(this.right, this.up, this.back);
    at.sub(camera.position);
    const tall = inSight * Math.tan((camera.fov * Math.PI) / 360);
    const depth = clamp(-at.dot(this.back), distance / deepest, deepest * distance);
    const [x, y, z] = [at.dot(this.right), at.dot(this.up), at.dot(this.back)];
    at.copy(this.right).multiplyScalar(x - clamp(x, -tall * camera.aspect * depth, tall * camera.aspect * depth));
    at.addScaledVector(this.up, y - clamp(y, -tall * depth, tall * depth)).addScaledVector(this.back, z + depth);
    camera.position.add(at);
    this.controls.target.add(at);
    this.changed = true;
  }
  private keepAll(world: World): boolean {
    const { camera } = this;
    camera.updateMatrixWorld();
    camera.matrixWorld.extractBasis(this.right, this.up, this.back);
    const before = this.before.copy(camera.position);
    const keep = (near: boolean): number | null => {
      const now = this.bounds(this.right.clone(), this.up.clone(), this.back.clone());
      world.eachNow(near, (x, y, z, r) => now.add(this.point.set(x, y, z), r));
      return this.sight.keep(camera.position, now, this.usualDistance, deepest * this.usualDistance);
    };
    const distance = keep(false) ?? keep(true);
    if (distance === null) return false;
    if (camera.position.distanceTo(before) < 1e-6 * distance) return true;
    this.controls.target.copy(camera.position).addScaledVector(this.back, -distance);
    this.changed = true;
    return true;
  }
  private bounds(right: Vector3, up: Vector3, back: Vector3): Bounds {
    const tall = margin * Math.tan((this.camera.fov * Math.PI) / 360);
    const sides = [
      { axis: right, slope: tall * this.camera.aspect },
      { axis: up, slope: tall },
    ];
    return new Bounds(back, sides);
  }
  syncFollow(world: World): void {
    const at = this.followPoint(world);
    if (at) this.followed.copy(at);
  }

  state(): number[] {
    return [...this.camera.position.toArray(), ...this.controls.target.toArray()];
  }
  setState(s: number[]): void {
    if (s.length < 6 || !s.every(Number.isFinite)) return;
    this.atHome = false;
    this.camera.position.fromArray(s);
    this.controls.target.fromArray(s, 3);
    this.settle();
  }

  private readonly point = new Vector3();
  private readonly projected = new Vector3();
  private readonly before = new Vector3();
  private readonly right = new Vector3();
  private readonly up = new Vector3();
  private readonly back = new Vector3();
  private followPoint(world: World): Vector3 | null {
    const b = this.following;
    if (b === null || b < 0 || b >= world.scene.bodies.length) return null;
    return this.point.fromArray(world.poses, world.slot(b));
  }
  // Stops damping of an earlier motion from carrying on.
  private settle(): void {
    this.controls.enableDamping = false;
    this.controls.update();
    this.controls.enableDamping = true;
    this.changed = true;
    this.setDepths();
  }
  private setDepths(): void {
    const d = this.distance;
    if (d > 0.7 * this.depthsFor && d < 1.4 * this.depthsFor) return;
    this.depthsFor = d;
    this.camera.near = 0.01 * d;
    this.camera.far = 40 * d;
    this.camera.updateProjectionMatrix();
  }
  private depthsFor = 0;
}

// Where to look from if all hinges turn about one axis of the world and the bodies lie flat across it.
function planarView(world: World): Vector3 | null {
  const { scene } = world;
  const pose = identityPose();
  const a = new Float64Array(3);
  let normal = -1;
  const slides: number[][] = [];
  for (let j = 0; j < scene.joints.length; ++j) {
    const joint = scene.joints[j]!;
    if (joint.coordinates.length === 0) continue;
    if (!joint.axis && joint.loop) continue;
    if (!joint.axis) return null;
    world.jointPose(pose, j);
    rotate(a, 0, pose, 3, joint.axis[0], joint.axis[1], joint.axis[2]);
    const along = a.findIndex((x) => Math.abs(x) > 0.999);
    if (joint.coordinates[0]!.angle) {
      if (along < 0 || (normal >= 0 && along !== normal)) return null;
      normal = along;
    } else slides.push([...a]);
  }
  if (normal < 0 || slides.some((s) => Math.abs(s[normal]!) > 0.02)) return null;
  let [low, high] = [Infinity, -Infinity];
  for (let b = 0; b < scene.bodies.length; ++b) {
    low = Math.min(low, world.poses[world.slot(b) + normal]!);
    high = Math.max(high, world.poses[world.slot(b) + normal]!);
  }
  if (high - low > 0.5 * world.extent) return null;
  if (normal === 1) return new Vector3(0.22, -1, 0.2);
  if (normal === 0) return new Vector3(1, -0.22, 0.2);
  return new Vector3(0.05, -0.45, 1);
}
