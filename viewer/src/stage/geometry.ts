import {
  BufferGeometry,
  Float32BufferAttribute,
  LatheGeometry,
  SphereGeometry,
  TorusGeometry,
  Vector2,
} from 'three';

// Unit geometries. Those along an axis have it along z. The stretched ones carry `end` per vertex: a copy moves
// the vertex by end * stretch along z before it scales, so that caps and heads keep their form whatever the length.

// A box of side 1. Its faces end before the edges: a copy moves each vertex by inset * stretch inwards, whatever its
// scale. The strips and corners between them take their normals from the faces, so they look round. Without `rounded`
// there are the faces alone, a quarter of the triangles.
export function box(rounded = true): BufferGeometry {
  const [positions, normals, insets]: number[][] = [[], [], []];
  const number = new Map<string, number>(); // of the vertex of a face at a corner
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1]);
  for (const corner of corners) {
    for (const k of [0, 1, 2]) {
      number.set(`${k} ${corner.join()}`, positions!.length / 3);
      positions!.push(...corner.map((x) => x / 2));
      normals!.push(...corner.map((x, j) => (j === k ? x : 0)));
      insets!.push(...corner.map((x, j) => (j === k || !rounded ? 0 : x)));
    }
  }
  const at = (k: number, x: number[]): number => number.get(`${k} ${x.join()}`)!;
  const indices: number[] = [];
  // Counter-clockwise from outside: along `out`, which is the mean of the corners of a convex body around its middle.
  const add = (vertices: number[], out: number[]): void => {
    const p = vertices.map((v) => [0, 1, 2].map((j) => positions![3 * v + j]! - 0.1 * insets![3 * v + j]!));
    for (let i = 1; i + 1 < vertices.length; ++i) {
      const [u, v] = [p[i]!.map((x, j) => x - p[0]![j]!), p[i + 1]!.map((x, j) => x - p[0]![j]!)];
      const n = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
      const outwards = n[0]! * out[0]! + n[1]! * out[1]! + n[2]! * out[2]! > 0;
      indices.push(vertices[0]!, vertices[outwards ? i : i + 1]!, vertices[outwards ? i + 1 : i]!);
    }
  };
  const place = (k: number, sign: number, l: number, a: number, b: number): number[] => {
    const x = [0, 0, 0];
    x[k] = sign;
    x[l] = a;
    x[3 - k - l] = b;
    return x;
  };
  for (const k of [0, 1, 2]) {
    const l = (k + 1) % 3;
    for (const sign of [-1, 1]) {
      const out = place(k, sign, l, 0, 0);
      add([[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => at(k, place(k, sign, l, a!, b!))), out);
      for (const a of rounded ? [-1, 1] : []) {
        const edge = [-1, 1].map((b) => place(k, sign, l, a, b));
        add([at(k, edge[0]!), at(k, edge[1]!), at(l, edge[1]!), at(l, edge[0]!)], place(k, sign, l, a, 0));
      }
    }
  }
  for (const corner of rounded ? corners : []) add([0, 1, 2].map((k) => at(k, corner)), corner);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions!, 3));
  geometry.setAttribute('normal', new Float32BufferAttribute(normals!, 3));
  geometry.setAttribute('inset', new Float32BufferAttribute(insets!, 3));
  geometry.setIndex(indices);
  return geometry;
}
export const sphere = (segments: number): BufferGeometry =>
  new SphereGeometry(1, segments, Math.max(3, Math.round(segments * 0.6))).rotateX(Math.PI / 2);
export const ring = (thickness: number): BufferGeometry => new TorusGeometry(1, thickness, 8, 32);

interface Knot {
  r: number;
  z: number;
  end: number;
}

// A profile turned around z. Each part is smooth in itself; edges between parts stay sharp.
function turned(parts: Knot[][], segments: number): BufferGeometry {
  const positions: number[] = [];
  const normals: number[] = [];
  const ends: number[] = [];
  const indices: number[] = [];
  for (const part of parts) {
    const first = positions.length / 3;
    // The ends are pulled apart by one, so that the side of a capsule gets its normals.
    const lathe = new LatheGeometry(
      part.map((k) => new Vector2(k.r, k.z + k.end)),
      segments,
    );
    lathe.rotateX(Math.PI / 2);
    const count = lathe.getAttribute('position').count;
    for (let i = 0; i < count; ++i) {
      const end = part[i % part.length]!.end;
      const p = lathe.getAttribute('position');
      const n = lathe.getAttribute('normal');
      positions.push(p.getX(i), p.getY(i), p.getZ(i) - end);
      normals.push(n.getX(i), n.getY(i), n.getZ(i));
      ends.push(end);
    }
    const index = lathe.getIndex()!.array;
    for (let i = 0; i < index.length; i += 3) {
      const corners = [first + index[i]!, first + index[i + 1]!, first + index[i + 2]!];
      // Around a tip the lathe makes triangles without area, which are not free.
      const places = new Set(
        corners.map(
          (c) =>
            positions
              .slice(3 * c, 3 * c + 3)
              .map((x) => x.toFixed(6))
              .join() + ends[c],
        ),
      );
      if (places.size === 3) indices.push(...corners);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new Float32BufferAttribute(normals, 3));
  geometry.setAttribute('end', new Float32BufferAttribute(ends, 1));
  geometry.setIndex(indices);
  return geometry;
}

const knot = (r: number, z: number, end: number): Knot => ({ r, z, end });

// Radius 1, its length is the stretch.
export function cylinder(segments: number): BufferGeometry {
  return turned(
    [
      [knot(0, 0, -0.5), knot(1, 0, -0.5)],
      [knot(1, 0, -0.5), knot(1, 0, 0.5)],
      [knot(1, 0, 0.5), knot(0, 0, 0.5)],
    ],
    segments,
  );
}

// Radius 1, the stretch is the length of the straight part.
export function capsule(segments: number): BufferGeometry {
  const rings = Math.max(2, Math.round(segments / 4));
  const knots: Knot[] = [];
  for (const end of [-0.5, 0.5]) {
    for (let i = 0; i <= rings; ++i) {
      const angle = ((end < 0 ? i - rings : i) / rings) * (Math.PI / 2);
      knots.push(knot(Math.max(0, Math.cos(angle)), Math.sin(angle), end));
    }
  }
  const geometry = turned([knots], segments);
  // Normals of the caps are those of a sphere, exactly.
  geometry.setAttribute('normal', geometry.getAttribute('position').clone());
  return geometry;
}

// Shaft of radius 1 from 0 to the stretch, and a head beyond it. `headLength` is part of the stretch.
export const headLength = 5;
export function arrow(heads: 1 | 2, segments: number): BufferGeometry {
  const parts = [[knot(0, 0, 0), knot(1, 0, 0)], [knot(1, 0, 0), knot(1, -headLength, 1)], ...head(0)];
  if (heads === 2) parts.push(...head(-0.7 * headLength));
  return turned(parts, segments);
}
function head(z: number): Knot[][] {
  return [
    [knot(0, z - headLength, 1), knot(2.4, z - headLength, 1)],
    [knot(2.4, z - headLength, 1), knot(0, z, 1)],
  ];
}

// A pin along the axis with a collar: a hinge.
export function pin(): BufferGeometry {
  const profile = [knot(0.22, -1.5, 0), knot(0.22, -0.45, 0)];
  const collar = [knot(0.6, -0.45, 0), knot(0.6, 0.45, 0)];
  return turned(
    [
      [knot(0, -1.5, 0), knot(0.22, -1.5, 0)],
      profile,
      [knot(0.22, -0.45, 0), knot(0.6, -0.45, 0)],
      collar,
      [knot(0.6, 0.45, 0), knot(0.22, 0.45, 0)],
      [knot(0.22, 0.45, 0), knot(0.22, 1.5, 0)],
      [knot(0.22, 1.5, 0), knot(0, 1.5, 0)],
    ],
    14,
  );
}

// A bar with a head at either end: a slide.
export function slide(): BufferGeometry {
  return turned(
    [
      [knot(0, -1.8, 0), knot(0.5, -1, 0)],
      [knot(0.5, -1, 0), knot(0.2, -1, 0)],
      [knot(0.2, -1, 0), knot(0.2, 1, 0)],
      [knot(0.2, 1, 0), knot(0.5, 1, 0)],
      [knot(0.5, 1, 0), knot(0, 1.8, 0)],
    ],
    12,
  );
}

// Along z from -0.5 to its apex at 0.5, radius 1 at its base.
export function solidCone(segments: number): BufferGeometry {
  return turned(
    [
      [knot(0, -0.5, 0), knot(1, -0.5, 0)],
      [knot(1, -0.5, 0), knot(0, 0.5, 0)],
    ],
    segments,
  );
}

// Opens along z from its tip; radius and height 1.
export function cone(): BufferGeometry {
  return turned([[knot(0, 0, 0), knot(1, 1, 0)]], 12);
}
