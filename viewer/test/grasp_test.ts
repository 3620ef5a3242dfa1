import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeSnapshot } from '../src/protocol';
import { corners, facesOf, onScreen } from '../src/ui/wrench_picture';
import { encodeFrame, fakeScene } from './fake';

const pack = (i: number, j: number, k: number): number => i + 256 * (j + 256 * k);
// A tetrahedron around the origin, faces counter-clockwise from outside.
const vertices = [1, 0, 0, 0, 1, 0, 0, 0, 1, -1, -1, -1];
const triangles = [pack(0, 1, 2), pack(0, 3, 1), pack(1, 3, 2), pack(2, 3, 0)];

test('a frame has its grasps at its end', () => {
  const scene = fakeScene({});
  scene.grasps = [
    { name: 'none', object: 0, hand: [] },
    { name: 'held', object: 0, hand: [] },
  ];
  const none = [0, 0, 0, 0.5, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  const held = [3, 1, 0.25, 0.5, 1, 2, 3, 0, 0, 0.6, 0.8, 0, 0, 4, 4, ...vertices, ...triangles, 0, 0];
  const bytes = encodeFrame(2, 0, [0, ...none, ...held]);
  const { snapshot } = decodeSnapshot(scene, bytes.buffer as ArrayBuffer, 0);
  assert.equal(snapshot.grasps.length, 2);
  assert.equal(snapshot.grasps[0]!.contacts, 0);
  const grasp = snapshot.grasps[1]!;
  assert.deepEqual([grasp.contacts, grasp.closed, grasp.eps, grasp.reach], [3, true, 0.25, 0.5]);
  assert.deepEqual(Array.from(grasp.centre), [1, 2, 3]);
  assert.deepEqual(Array.from(grasp.force), Array.from(Float32Array.of(0, 0, 0.6)));
  assert.deepEqual(Array.from(grasp.moment), Array.from(Float32Array.of(0.8, 0, 0)));
  assert.deepEqual(Array.from(grasp.forces.vertices), vertices);
  assert.deepEqual(corners(grasp.forces.triangles[3]!), [2, 3, 0]);
  assert.equal(grasp.moments.vertices.length, 0);
});

test('corners of the largest hull fit into one number', () => {
  const packed = Math.fround(pack(239, 238, 237));
  assert.deepEqual(corners(packed), [239, 238, 237]);
});

test('faces that look here are told from those behind', () => {
  const hull = { vertices: Float32Array.from(vertices), triangles: Float32Array.from(triangles) };
  // Seen from above: x to the right, y up, z towards who looks.
  const axes = [
    { x: 1, y: 0, z: 0 },
    { x: 0, y: 1, z: 0 },
    { x: 0, y: 0, z: 1 },
  ];
  const points = onScreen(hull.vertices, axes);
  assert.deepEqual(Array.from(points.slice(3, 6)), [0, -1, 0]); // y is down on the screen
  const { front, back, edges } = facesOf(hull, points);
  // The lid looks up, and so do the two sides through the top; the one below does not.
  assert.deepEqual(front.map((t) => t.join()).sort(), ['0,1,2', '1,3,2', '2,3,0']);
  assert.deepEqual(back.map((t) => t.join()), ['0,3,1']);
  assert.equal(edges.length, 6, 'a tetrahedron has six');
});

test('faces of one plane have no edge between them', () => {
  const square = [1, 1, 0, -1, 1, 0, -1, -1, 0, 1, -1, 0, 0, 0, -1];
  const faces = [pack(0, 1, 2), pack(0, 2, 3), pack(1, 0, 4), pack(2, 1, 4), pack(3, 2, 4), pack(0, 3, 4)];
  const hull = { vertices: Float32Array.from(square), triangles: Float32Array.from(faces) };
  const points = onScreen(hull.vertices, [
    { x: 1, y: 0, z: 0 },
    { x: 0, y: 1, z: 0 },
    { x: 0, y: 0, z: 1 },
  ]);
  const { edges } = facesOf(hull, points);
  assert.equal(edges.length, 8, 'a pyramid has eight');
});
