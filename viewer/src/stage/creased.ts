import { BufferGeometry, Float32BufferAttribute } from 'three';
import type { ShapeMesh } from '../protocol';

// Edges that turn by more than this stay sharp; others are shaded smoothly.
const cosCrease = Math.cos((35 * Math.PI) / 180);

// A mesh whose corners have normals of their own: the mean, by angle, of the triangles around that turn little against
// their own one.
export function creased(mesh: ShapeMesh): BufferGeometry {
  const { vertices, triangles } = mesh;
  const count = triangles.length / 3;
  const faces = new Float32Array(3 * count);
  const angles = new Float32Array(3 * count);
  for (let t = 0; t < count; ++t) measure(vertices, triangles, t, faces, angles);
  const { start, list } = cornersByVertex(vertices.length / 3, triangles);
  const normals: number[] = [];
  const owners: number[] = []; // the vertex of each corner that is kept
  const index = new Int32Array(3 * count);
  for (let c = 0; c < 3 * count; ++c) {
    const v = triangles[c]!;
    const normal = normalAt(c, faces, angles, list.subarray(start[v]!, start[v + 1]!));
    // Corners of a vertex with the same normal are one.
    const same = list
      .subarray(start[v]!, start[v + 1]!)
      .find((other) => other < c && [0, 1, 2].every((k) => Math.abs(normals[3 * index[other]! + k]! - normal[k]!) < 1e-4));
    if (same === undefined) {
      index[c] = owners.length;
      owners.push(v);
      normals.push(...normal);
    } else index[c] = index[same]!;
  }
  const geometry = new BufferGeometry();
  const positions = owners.flatMap((v) => vertices.slice(3 * v, 3 * v + 3));
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new Float32BufferAttribute(normals, 3));
  geometry.setIndex(Array.from(index));
  return geometry;
}

// The normal of a corner, from those around the same vertex.
function normalAt(corner: number, faces: Float32Array, angles: Float32Array, around: Int32Array): number[] {
  const f = 3 * Math.floor(corner / 3);
  let [x, y, z] = [0, 0, 0];
  for (const other of around) {
    const g = 3 * Math.floor(other / 3);
    const turn = faces[f]! * faces[g]! + faces[f + 1]! * faces[g + 1]! + faces[f + 2]! * faces[g + 2]!;
    if (other !== corner && turn < cosCrease) continue;
    x += angles[other]! * faces[g]!;
    y += angles[other]! * faces[g + 1]!;
    z += angles[other]! * faces[g + 2]!;
  }
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

// The unit normal of triangle t and its three angles.
function measure(vertices: number[], triangles: number[], t: number, faces: Float32Array, angles: Float32Array): void {
  const p = [0, 1, 2].map((i) => vertices.slice(3 * triangles[3 * t + i]!, 3 * triangles[3 * t + i]! + 3));
  const side = (i: number, j: number): number[] => [0, 1, 2].map((k) => p[j]![k]! - p[i]![k]!);
  const [u, v] = [side(0, 1), side(0, 2)];
  const n = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
  const length = Math.hypot(n[0]!, n[1]!, n[2]!) || 1;
  for (let k = 0; k < 3; ++k) faces[3 * t + k] = n[k]! / length;
  for (let i = 0; i < 3; ++i) {
    const [a, b] = [side(i, (i + 1) % 3), side(i, (i + 2) % 3)];
    const lengths = Math.hypot(a[0]!, a[1]!, a[2]!) * Math.hypot(b[0]!, b[1]!, b[2]!) || 1;
    const cosine = (a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!) / lengths;
    angles[3 * t + i] = Math.acos(Math.min(1, Math.max(-1, cosine)));
  }
}

function cornersByVertex(vertices: number, triangles: number[]): { start: Int32Array; list: Int32Array } {
  const start = new Int32Array(vertices + 1);
  for (const v of triangles) ++start[v + 1]!;
  for (let v = 0; v < vertices; ++v) start[v + 1]! += start[v]!;
  const next = start.slice();
  const list = new Int32Array(triangles.length);
  triangles.forEach((v, corner) => (list[next[v]!++] = corner));
  return { start, list };
}
