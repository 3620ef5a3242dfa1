import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Shape } from '../src/protocol';
import { meshOutline, shapeOutline } from '../src/stage/outlines';

const shape = (kind: Shape['kind'], ...size: [number, number, number]): Shape => ({
  kind,
  size,
  pose: [0, 0, 0, 1, 0, 0, 0],
  color: null,
});
// How far an outline reaches along a direction.
function reach(points: number[], u: [number, number, number]): number {
  let best = -Infinity;
  for (let i = 0; i < points.length; i += 4)
    best = Math.max(best, u[0] * points[i]! + u[1] * points[i + 1]! + u[2] * points[i + 2]! + points[i + 3]!);
  return best;
}
const around = Array.from({ length: 200 }, (_, k): [number, number, number] => {
  const z = 1 - (2 * k + 1) / 200;
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(2.4 * k), r * Math.sin(2.4 * k), z];
});

test('outlines reach as far as their shapes, and not further', () => {
  const cases: [Shape, (u: [number, number, number]) => number, number][] = [
    [shape('box', 1, 2, 3), (u) => (Math.abs(u[0]) + 2 * Math.abs(u[1]) + 3 * Math.abs(u[2])) / 2, 1],
    [shape('sphere', 0.5, 0, 0), () => 0.5, 1],
    [shape('capsule', 0.2, 1, 0), (u) => 0.2 + 0.5 * Math.abs(u[2]), 1],
    [shape('cylinder', 0.5, 0.02, 0), (u) => 0.5 * Math.hypot(u[0], u[1]) + 0.01 * Math.abs(u[2]), 0.96],
    [shape('cone', 0.5, 1, 0), (u) => Math.max(0.5 * Math.hypot(u[0], u[1]) - 0.5 * u[2], 0.5 * u[2]), 0.96],
    [shape('ellipsoid', 1, 0.5, 0.2), (u) => Math.hypot(u[0], 0.5 * u[1], 0.2 * u[2]), 0.85],
  ];
  for (const [s, exact, least] of cases)
    for (const u of around) {
      const found = reach(shapeOutline(s, []), u);
      assert.ok(found <= exact(u) + 1e-12, `${s.kind} along ${u}: ${found} of ${exact(u)}`);
      assert.ok(found >= exact(u) - (1 - least) * Math.max(...s.size) - 1e-12, `${s.kind} along ${u}: ${found} of ${exact(u)}`);
    }
});

test('a mesh has the vertices that stand out', () => {
  const cube = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1]);
  const points = meshOutline([...cube, 0, 0, 0, 0.5, 0.5, 0.5]);
  assert.equal(points.length, 4 * 8);
  assert.deepEqual(meshOutline([]), []);
});
