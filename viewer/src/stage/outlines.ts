import type { Shape } from '../protocol';

// Points with the radius of a ball around each, in the axes of a shape, that all of it lies within; where they are on its
// surface, they are close enough to each other that what is between them does not stand out by much.

// Directions to the faces, edges and corners of a cube.
const directions: number[][] = [];
for (let i = 0; i < 27; ++i) {
  const u = [(i % 3) - 1, (Math.floor(i / 3) % 3) - 1, Math.floor(i / 9) - 1];
  const size = Math.hypot(u[0]!, u[1]!, u[2]!);
  if (size > 0) directions.push(u.map((x) => x / size));
}
const rim = 12; // points around a circle

// Of the vertices of a mesh those that are the furthest in one of the directions.
export function meshOutline(vertices: number[]): number[] {
  const kept = new Set<number>();
  for (const [x, y, z] of directions as [number, number, number][]) {
    let [best, furthest] = [-1, -Infinity];
    for (let i = 0; i + 2 < vertices.length; i += 3) {
      const along = x * vertices[i]! + y * vertices[i + 1]! + z * vertices[i + 2]!;
      if (along > furthest) [best, furthest] = [i, along];
    }
    if (best >= 0) kept.add(best);
  }
  return [...kept].flatMap((i) => [vertices[i]!, vertices[i + 1]!, vertices[i + 2]!, 0]);
}

// `mesh`: the outline of its mesh, where it is one.
export function shapeOutline(shape: Shape, mesh: number[]): number[] {
  const [a, b, c] = shape.size;
  switch (shape.kind) {
    case 'mesh':
      return mesh;
    case 'box':
      return directions
        .filter((u) => u.every((x) => x !== 0))
        .flatMap((u) => [(Math.sign(u[0]!) * a) / 2, (Math.sign(u[1]!) * b) / 2, (Math.sign(u[2]!) * c) / 2, 0]);
    case 'ellipsoid':
      return directions.flatMap((u) => [a * u[0]!, b * u[1]!, c * u[2]!, 0]);
    case 'sphere':
      return [0, 0, 0, a];
    case 'capsule':
      return [0, 0, -b / 2, a, 0, 0, b / 2, a];
    case 'cone':
      return [...circle(a, -b / 2), 0, 0, b / 2, 0];
    case 'cylinder':
      return [...circle(a, -b / 2), ...circle(a, b / 2)];
  }
}

function circle(radius: number, z: number): number[] {
  return Array.from({ length: rim }, (_, i) => {
    const angle = (2 * Math.PI * i) / rim;
    return [radius * Math.cos(angle), radius * Math.sin(angle), z, 0];
  }).flat();
}
