import { Ray, Vector3 } from 'three';
import type { Shape, ShapeMesh } from '../protocol';
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
  if (shape.kind === 'ellipsoid') return hitEllipsoid(shape.size);
  if (shape.kind === 'cone') return Math.min(hitCone(a, b), hitDisc(a, -b / 2));
  if (shape.kind === 'mesh') return hitMesh(world.scene.meshes?.[shape.mesh ?? -1]);
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
// The ball that the ellipsoid becomes where each axis is measured in half axes.
function hitEllipsoid(half: [number, number, number]): number {
  let [a, b, c] = [0, 0, -1];
  for (let i = 0; i < 3; ++i) {
    const [x, v] = [o[i]! / half[i]!, d[i]! / half[i]!];
    a += v * v;
    b += x * v;
    c += x * x;
  }
  const root = b * b - a * c;
  const t = (-b - Math.sqrt(Math.max(0, root))) / a;
  return root >= 0 && t > 0 ? t : Infinity;
}
// The mantle: x^2 + y^2 = k^2 (length / 2 - z)^2 below the apex.
function hitCone(radius: number, length: number): number {
  const k = radius / length;
  const [z, v] = [length / 2 - o[2]!, -d[2]!];
  const a = d[0]! * d[0]! + d[1]! * d[1]! - k * k * v * v;
  const b = o[0]! * d[0]! + o[1]! * d[1]! - k * k * z * v;
  const c = o[0]! * o[0]! + o[1]! * o[1]! - k * k * z * z;
  const root = b * b - a * c;
  if (root < 0 || a === 0) return Infinity;
  let best = Infinity;
  for (const sign of [-1, 1]) {
    const t = (-b + sign * Math.sqrt(root)) / a;
    const depth = z + t * v; // below the apex
    if (t > 0 && t < best && depth >= 0 && depth <= length) best = t;
  }
  return best;
}
// Moeller & Trumbore 1997, over all triangles.
function hitMesh(mesh: ShapeMesh | undefined): number {
  let best = Infinity;
  const { vertices: p, triangles } = mesh ?? { vertices: [], triangles: [] };
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const [a, b, c] = [3 * triangles[i]!, 3 * triangles[i + 1]!, 3 * triangles[i + 2]!];
    const [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
    const [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!];
    const [nx, ny, nz] = [d[1]! * vz - d[2]! * vy, d[2]! * vx - d[0]! * vz, d[0]! * vy - d[1]! * vx];
    const inverse = 1 / (ux * nx + uy * ny + uz * nz);
    const [sx, sy, sz] = [o[0]! - p[a]!, o[1]! - p[a + 1]!, o[2]! - p[a + 2]!];
    const u = (sx * nx + sy * ny + sz * nz) * inverse;
    if (!(u >= 0 && u <= 1)) continue;
    const [qx, qy, qz] = [sy * uz - sz * uy, sz * ux - sx * uz, sx * uy - sy * ux];
    const v = (d[0]! * qx + d[1]! * qy + d[2]! * qz) * inverse;
    const t = (vx * qx + vy * qy + vz * qz) * inverse;
    if (v >= 0 && u + v <= 1 && t > 0 && t < best) best = t;
  }
  return best;
}
