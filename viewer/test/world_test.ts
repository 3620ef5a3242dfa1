import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Shape, Snapshot } from '../src/protocol';
import { World } from '../src/stage/world';
import { fakeScene, fakeSnapshot } from './fake';

const ball: Shape = { kind: 'sphere', size: [0.5, 0, 0], pose: [0, 0, 0, 1, 0, 0, 0], color: null };

function worldOf(bodies: number): World {
  const scene = fakeScene({ bodies });
  for (const body of scene.bodies) body.shapes = [ball];
  return new World(scene);
}
// Bodies at these heights, not turned.
function at(t: number, ...heights: number[]): Snapshot {
  return { ...fakeSnapshot(t), poses: Float32Array.from(heights.flatMap((z, i) => [2 * i, 0, z, 1, 0, 0, 0])) };
}
// How high up the first view reaches.
function highest(world: World): number {
  let best = -Infinity;
  for (let i = 0; i < world.viewPoints.length; i += 4) best = Math.max(best, world.viewPoints[i + 2]! + world.viewPoints[i + 3]!);
  return best;
}

test('the first view is of what stays, where one body flies away', () => {
  const world = worldOf(2);
  world.set(at(0, 0, 0));
  world.widen([at(1, 1, 2), at(2, 0, 5), at(3, 1, 8)]);
  assert.ok(highest(world) < 2, `${highest(world)}`);
});

test('the first view makes room for all motion where nothing stays', () => {
  const world = worldOf(1);
  world.set(at(0, 0));
  world.widen([at(1, 1), at(2, 2), at(3, 3)]);
  assert.ok(highest(world) > 3, `${highest(world)}`);
});

const post = (x: number, size: Shape['size'] = [0.2, 0.2, 6]): Shape => ({ kind: 'box', size, pose: [x, 0, 3, 1, 0, 0, 0], color: null });

test('shadows cover fixed shapes whole, and those that are too far away cast none', () => {
  const scene = fakeScene({ bodies: 1 });
  scene.bodies[0]!.shapes = [ball];
  [scene.size, scene.center] = [1, [0, 0, 0]];
  const floor: Shape = { kind: 'box', size: [4, 4, 0.01], pose: [0, 0, -1, 1, 0, 0, 0], color: null };
  scene.fixed = [post(3), post(40), post(0, [30, 0.2, 0.2]), floor];
  const world = new World(scene);
  assert.deepEqual(
    scene.fixed.map((shape) => world.casts(shape)),
    [true, false, false, false],
  );
  world.set(at(0, 1));
  const { center, radius } = world.shadowed;
  for (const z of [0, 6]) assert.ok(Math.hypot(center.x - 3.1, center.y - 0.1, center.z - z) <= radius + 1e-9);
  assert.ok(radius < 5, `${radius}`);
});
