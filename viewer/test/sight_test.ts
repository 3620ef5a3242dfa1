import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Vector3 } from 'three';
import { Bounds, Sight } from '../src/stage/sight';

const back = new Vector3(0, -1, 0); // looks along y
const slope = 0.3;
const sides = [
  { axis: new Vector3(1, 0, 0), slope },
  { axis: new Vector3(0, 0, 1), slope },
];
function boundsOf(...points: [number, number, number][]): Bounds {
  const bounds = new Bounds(back, sides);
  for (const p of points) bounds.add(new Vector3(...p), 0);
  return bounds;
}
const seen = (camera: Vector3, [x, y, z]: [number, number, number]): boolean => {
  const depth = y - camera.y;
  return depth > 0 && Math.max(Math.abs(x - camera.x), Math.abs(z - camera.z)) <= slope * depth + 1e-12;
};

test('a rod that swings down stays in sight, and the camera comes to rest', () => {
  const sight = new Sight();
  const camera = new Vector3(-0.5, -1.8, 0); // the rod lies across the picture
  const swing = (): void => {
    for (let angle = 0; angle <= Math.PI; angle += 0.1) {
      const tip: [number, number, number] = [-Math.cos(angle), 0, -Math.sin(angle)];
      assert.ok(sight.keep(camera, boundsOf([0, 0, 0], tip), 1, 6) !== null);
      assert.ok(seen(camera, [0, 0, 0]) && seen(camera, tip), `at ${angle}`);
    }
  };
  swing();
  const rest = camera.clone();
  swing();
  assert.ok(camera.distanceTo(rest) < 1e-12);
});

test('a point that flies past the camera and away stays in sight, as large as before', () => {
  const sight = new Sight();
  const camera = new Vector3(0, -2, 0);
  const follow = (p: [number, number, number]): number => {
    const distance = sight.keep(camera, boundsOf(p), 1, 6);
    assert.ok(distance !== null && seen(camera, p), `at ${p.join()}`);
    return p[1] - camera.y;
  };
  for (let t = 0; t < 1; t += 0.05) follow([4 * t, -4 * t, 8 * t - 4.9 * t * t]);
  const depth = follow([4, -4, 3.1]);
  assert.ok(depth > 1 && depth <= 6, `${depth}`);
  for (let t = 1; t < 10; t += 0.05) assert.ok(Math.abs(follow([4 * t, -4 * t, 3.1]) - depth) < 1e-9, `at ${t}`);
  for (let t = 0; t < 10; t += 0.05) assert.ok(Math.abs(follow([40, -40 + 30 * t, 0]) - depth) < 1e-9, `back at ${t}`);
});

test('what flies apart is not kept', () => {
  const sight = new Sight();
  const camera = new Vector3(0, -2, 0);
  assert.ok(sight.keep(camera, boundsOf([-0.5, 0, 0], [0.5, 0, 0]), 1, 6) !== null);
  const before = camera.clone();
  assert.equal(sight.keep(camera, boundsOf([-50, 0, 0], [50, 0, 0]), 1, 6), null);
  assert.deepEqual(camera, before);
});
