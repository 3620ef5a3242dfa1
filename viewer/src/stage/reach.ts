import { Vector3 } from 'three';
import type { Shape } from '../protocol';

// Half the diagonal of the box around balls; 0 where there are none.
export function sizeOf(points: number[]): number {
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = new Vector3(-Infinity, -Infinity, -Infinity);
  const p = new Vector3();
  for (let i = 0; i < points.length; i += 4) {
    const r = points[i + 3]!;
    low.min(p.fromArray(points, i).subScalar(r));
    high.max(p.fromArray(points, i).addScalar(r));
  }
  return points.length > 0 ? high.distanceTo(low) / 2 : 0;
}

// Of the vertices of a mesh from its origin.
export function reachOf(vertices: number[]): number {
  let reach = 0;
  for (let i = 0; i + 2 < vertices.length; i += 3)
    reach = Math.max(reach, Math.hypot(vertices[i]!, vertices[i + 1]!, vertices[i + 2]!));
  return reach;
}

// Radius of the ball around a shape, around its own centre or the origin of what it is fixed to. `meshReach`: that of
// its mesh.
export function shapeReach(shape: Shape, fromOrigin = true, meshReach = 0): number {
  const [a, b, c] = shape.size;
  const own = {
    box: Math.hypot(a, b, c) / 2,
    sphere: a,
    ellipsoid: Math.max(a, b, c),
    capsule: a + b / 2,
    cylinder: Math.hypot(a, b / 2),
    cone: Math.hypot(a, b / 2),
    mesh: meshReach,
  }[shape.kind];
  return own + (fromOrigin ? Math.hypot(shape.pose[0], shape.pose[1], shape.pose[2]) : 0);
}
