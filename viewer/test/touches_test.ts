import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeSnapshot, touchWidth } from '../src/protocol';
import { interpolate } from '../src/sources/interpolate';
import { outlineOf, regionsOf } from '../src/stage/touches';
import { fakeScene, fakeSnapshot } from './fake';

// A point of bodies a and b.
const point = (a: number, b: number, p: number[], n: number[]): number[] => [a, b, 2, 0.5, ...p, ...n, 0, 0, 1];
const up = [0, 0, 1];
const square = [
  [0, 0, 0],
  [1, 1, 0],
  [1, 0, 0],
  [0, 1, 0],
].map((p) => point(0, -1, p, up));

test('points of two bodies with one normal are one region', () => {
  const wall = point(0, -1, [0, 0, 1], [1, 0, 0]);
  const other = point(1, -1, [3, 0, 0], up);
  const touches = Float32Array.from([...square, wall, other].flat());
  assert.deepEqual(regionsOf(touches), [
    { from: 0, to: 4 },
    { from: 4, to: 5 },
    { from: 5, to: 6 },
  ]);
});

test('corners go round the normal, in whatever order they come', () => {
  const touches = Float32Array.from(square.flat());
  const order = outlineOf(touches, { from: 0, to: 4 });
  let area = 0;
  order.forEach((i, k) => {
    const [p, q] = [square[i]!, square[order[(k + 1) % 4]!]!];
    area += (p[4]! * q[5]! - q[4]! * p[5]!) / 2;
  });
  assert.ok(Math.abs(area - 1) < 1e-6, `area ${area}`);
});

test('a frame ends with its points', () => {
  const scene = fakeScene({ bodies: 1 });
  const floats = [...[0, 0, 0, 1, 0, 0, 0], 2, ...square[0]!, ...square[1]!];
  const size = (16 + 4 * floats.length + 7) & ~7;
  const buffer = new ArrayBuffer(size);
  const view = new DataView(buffer);
  view.setUint32(12, size, true);
  floats.forEach((x, i) => view.setFloat32(16 + 4 * i, x, true));
  const { touches } = decodeSnapshot(scene, buffer, 0).snapshot;
  assert.equal(touches.length, 2 * touchWidth);
  assert.deepEqual([...touches.subarray(touchWidth + 4, touchWidth + 7)], [1, 1, 0]);
});

test('between two frames the points are those of the nearer one', () => {
  const [a, b] = [fakeSnapshot(1), fakeSnapshot(2)];
  b.touches = Float32Array.from(square[0]!);
  assert.equal(interpolate(a, b, 1.4).touches.length, 0);
  assert.equal(interpolate(a, b, 1.6).touches.length, touchWidth);
});
