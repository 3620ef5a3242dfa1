import { Ray, Vector3 } from 'three';
import type { Shape } from '../protocol';
import { compose, identityPose, transform, unrotate } from './pose';
import type { World } from './world';

const pose = identityPose();
const o = new Float64Array(3);
const d = new Float64Array(3);

// The nearest body that a ray meets, found with the true shapes rather than their triangles. Fixed shapes hide bodies
// behind them.
export function pickBody(world: World, ray: Ray): { body: number; distance: number } | null {
  let [body, best] = [-1, Infinity];
  const test = (shape: Shape, owner: number): void => {
    const t = hit(world, ray, shape, owner);
    if (t < best) [body, best] = [owner, t];
  };
  for (const shape of world.scene.fixed) test(shape, -1);
  for (let b = 0; b < world.scene.bodies.length; ++b) for (const shape of world.scene.bodies[b]!.shapes) test(shape, b);
  return body >= 0 ? { body, distance: best } : null;
}

// The point of the world, in the body.
export function toBody(world: World, body: number, at: Vector3): [number, number, number] {
  const out: [number, number, number] = [0, 0, 0];
  const k = world.slot(body);
  unrotate(out, 0, world.poses, k + 3, at.x - world.poses[k]!, at.y - world.poses[k + 1]!, at.z - world.poses[k + 2]!);
  return out;
}
export function toWorld(world: World, body: number, at: [number, number, number]): [number, number, number] {
  const out: [number, number, number] = [0, 0, 0];
  transform(out, 0, world.poses, world.slot(body), at[0], at[1], at[2]);
  return out;
}

function hit(world: World, ray: Ray, shape: Shape, owner: number): number {
  compose(pose, world.poses, world.slot(owner), shape.pose, 0);
  const { origin, direction } = ray;
  unrotate(o, 0, pose, 3, origin.x - pose[0]!, origin.y - pose[1]!, origin.z - pose[2]!);
  unrotate(d, 0, pose, 3, direction.x, direction.y, direction.z);
  const [a, b] = shape.size;
  if (shape.kind === 'box') return hitBox(shape.size);
  if (shape.kind === 'sphere') return hitBall(a, 0);
  if (shape.kind === 'cylinder') return Math.min(hitTube(a, b / 2), hitDisc(a, b / 2), hitDisc(a, -b / 2));
  return Math.min(hitTube(a, b / 2), hitBall(a, b / 2), hitBall(a, -b / 2));
}

function hitBox(size: [number, number, number]): number {
  let [enter, leave] = [-Infinity, Infinity];
  for (let i = 0; i < 3; ++i) {
    const inverse = 1 / d[i]!;
    const t1 = (-size[i]! / 2 - o[i]!) * inverse;
    const t2 = (size[i]! / 2 - o[i]!) * inverse;
    enter = Math.max(enter, Math.min(t1, t2));
    leave = Math.min(leave, Math.max(t1, t2));
  }
  return enter <= leave && enter > 0 ? enter : Infinity;
}
function hitBall(r: number, z: number): number {
  const oz = o[2]! - z;
  const b = o[0]! * d[0]! + o[1]! * d[1]! + oz * d[2]!;
  const c = o[0]! * o[0]! + o[1]! * o[1]! + oz * oz - r * r;
  const root = b * b - c;
  const t = -b - Math.sqrt(Math.max(0, root));
  return root >= 0 && t > 0 ? t : Infinity;
}
function hitTube(r: number, half: number): number {
  const a = d[0]! * d[0]! + d[1]! * d[1]!;
  const b = o[0]! * d[0]! + o[1]! * d[1]!;
  const c = o[0]! * o[0]! + o[1]! * o[1]! - r * r;
  const root = b * b - a * c;
  if (!(a > 0) || root < 0) return Infinity;
  const t = (-b - Math.sqrt(root)) / a;
  return t > 0 && Math.abs(o[2]! + t * d[2]!) <= half ? t : Infinity;
}
function hitDisc(r: number, z: number): number {
  const t = (z - o[2]!) / d[2]!;
  return t > 0 && Math.hypot(o[0]! + t * d[0]!, o[1]! + t * d[1]!) <= r ? t : Infinity;
}
