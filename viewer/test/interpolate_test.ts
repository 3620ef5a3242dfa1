import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpolate, mixPoses, mixRows } from '../src/sources/interpolate';
import { fakeSnapshot } from './fake';

const turned = (angle: number, sign = 1): Float32Array =>
  Float32Array.of(0, 0, 0, sign * Math.cos(angle / 2), 0, 0, sign * Math.sin(angle / 2));
const angleOf = (pose: Float32Array): number => 2 * Math.atan2(pose[6]!, pose[3]!);

test('half way between two orientations is half the angle, whatever the signs of the quaternions', () => {
  for (const sign of [1, -1]) {
    const half = mixPoses(turned(0.2), turned(1.0, sign), 0.5);
    assert.ok(Math.abs(angleOf(half) - 0.6) < 1e-6);
    assert.ok(Math.abs(Math.hypot(...half.subarray(3)) - 1) < 1e-6);
  }
});

test('small turns are followed evenly', () => {
  for (const s of [0.1, 0.25, 0.9]) assert.ok(Math.abs(angleOf(mixPoses(turned(0), turned(0.1), s)) - 0.1 * s) < 1e-5);
});

test('positions go along a line, also of the second body', () => {
  const a = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 1, 0, 0, 0);
  const b = Float32Array.of(4, 0, 0, 1, 0, 0, 0, 5, 2, -1, 1, 0, 0, 0);
  assert.deepEqual([...mixPoses(a, b, 0.25)], [1, 0, 0, 1, 0, 0, 0, 2, 2, 2, 1, 0, 0, 0]);
});

test('contacts that open between two frames do not show half a force', () => {
  const rows = mixRows(Float32Array.of(1, 10, 20, 0, 1, 1), Float32Array.of(0, 30, 40, 0, 3, 5), 0.5, 3, 1);
  assert.deepEqual([...rows], [1, 10, 20, 0, 2, 3]);
});

test('times outside give the ends themselves', () => {
  const [a, b] = [fakeSnapshot(1), fakeSnapshot(2)];
  assert.equal(interpolate(a, b, 0), a);
  assert.equal(interpolate(a, b, 3), b);
  assert.equal(interpolate(a, b, 1.25).poses[0], 1.25);
  assert.equal(interpolate(a, a, 1), a);
});
