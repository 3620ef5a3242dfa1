import assert from 'node:assert/strict';
import { test } from 'node:test';
import { creased } from '../src/stage/creased';

// A strip of two squares that meet in an edge at x = 0, bent up by `angle`.
function bent(angle: number): { vertices: number[]; triangles: number[] } {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const vertices = [-1, 0, 0, -1, 1, 0, 0, 0, 0, 0, 1, 0, c, 0, s, c, 1, s];
  return { vertices, triangles: [0, 2, 3, 0, 3, 1, 2, 4, 5, 2, 5, 3] };
}
const normals = (angle: number): number[][] => {
  const geometry = creased(bent(angle));
  const n = geometry.getAttribute('normal');
  return Array.from(geometry.getIndex()!.array, (i) => [n.getX(i), n.getY(i), n.getZ(i)]);
};

test('edges that turn a little are smooth', () => {
  const angle = 0.2;
  // Corner 2 of the first triangle and corner 0 of the third are ends of the edge.
  const [a, b] = [normals(angle)[2]!, normals(angle)[6]!];
  for (const n of [a, b]) {
    assert.ok(Math.abs(n[0]! + Math.sin(angle / 2)) < 0.05);
    assert.ok(Math.abs(Math.hypot(n[0]!, n[1]!, n[2]!) - 1) < 1e-6);
  }
});

test('edges that turn much are sharp', () => {
  const [a, b] = [normals(Math.PI / 2)[1]!, normals(Math.PI / 2)[6]!];
  assert.ok(a[2]! > 0.999999);
  assert.ok(b[0]! < -0.999999);
});
