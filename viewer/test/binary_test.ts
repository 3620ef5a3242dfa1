import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { decodeBinary, frameBytes, frameOffsets } from '../src/sources/binary';
import { inflate, InlineSource } from '../src/sources/inline';
import { encodeFrame, fakeScene, join, words } from './fake';

const count = (n: number, from = 0): number[] => Array.from({ length: n }, (_, i) => from + i);

test('a live frame gives every part where it belongs', () => {
  const scene = fakeScene({ bodies: 1, joints: 1, contacts: 1, cables: 1, columns: ['q.a', 'q.b'], live: true });
  const numbers = [...count(7, 100), ...count(8, 200), ...count(10, 300), 5, 0.25, 1, 2, ...count(6, 400), 7, 8];
  const message = decodeBinary(scene, join(Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0), encodeFrame(1.5, 3, numbers)));
  assert.equal(message.what, 'frame');
  if (message.what !== 'frame') return;
  const { snapshot } = message;
  assert.equal(snapshot.t, 1.5);
  assert.equal(snapshot.revision, 3);
  assert.deepEqual([...snapshot.poses], count(7, 100));
  assert.deepEqual([...snapshot.joints], count(8, 200));
  assert.deepEqual([...snapshot.contacts], count(10, 300));
  assert.deepEqual([...snapshot.cables[0]!.points], count(6, 400));
  assert.equal(snapshot.cables[0]!.slack, true);
  assert.deepEqual([...snapshot.values!], [7, 8]);
});

test('frames of different sizes are told apart by their sizes', () => {
  const scene = fakeScene({ cables: 1 });
  const frames = [0, 3, 1].map((points, i) => encodeFrame(i, 1, [0, 0, 0, points, ...count(3 * points)]));
  const message = decodeBinary(scene, join(words(2, 77, 10, 5, 3, 0), ...frames));
  assert.equal(message.what, 'frames');
  if (message.what !== 'frames') return;
  assert.deepEqual([message.id, message.first, message.stride], [77, 10, 5]);
  assert.deepEqual(
    message.snapshots.map((snapshot) => [snapshot.t, snapshot.cables[0]!.points.length]),
    [
      [0, 0],
      [1, 9],
      [2, 3],
    ],
  );
});

test('a column comes with its request and its place', () => {
  const message = decodeBinary(fakeScene({}), join(words(3, 9, 4, 2), new Uint8Array(Float32Array.of(1.5, -2).buffer)));
  assert.deepEqual(message.what === 'column' && [message.id, message.index, ...message.values], [9, 4, 1.5, -2]);
});

test('an unknown message and a damaged frame say so', () => {
  assert.throws(() => decodeBinary(fakeScene({}), new ArrayBuffer(16)), /begins with 0; 1, 2 or 3/);
  assert.throws(() => frameOffsets(new ArrayBuffer(32), 0), /damaged/);
  assert.throws(() => frameOffsets(encodeFrame(0, 1, count(20)).slice(0, 40).buffer as ArrayBuffer, 0), /damaged/);
});

test('the estimate of a frame is its size, where there are no cables', () => {
  const scene = fakeScene({ bodies: 3, joints: 2, contacts: 1 });
  assert.equal(frameBytes(scene), encodeFrame(0, 1, count(21 + 16 + 10)).length - 4); // zeros fill it to a multiple of 8
});

test('base64 of zlib data is read, with line ends in it and longer than one piece', async () => {
  let seed = 1; // numbers without order, so that they stay long
  const bytes = Uint8Array.from(
    { length: 3_000_000 },
    () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) >>> 24,
  );
  const text = deflateSync(bytes).toString('base64').replace(/.{76}/g, '$&\n');
  assert.ok(text.length > 1 << 21);
  assert.deepEqual(new Uint8Array(await inflate(text)), bytes);
  assert.equal((await inflate(' \n')).byteLength, 0);
});

test('an exported recording shows snapshots between its frames, and its columns', async () => {
  const scene = fakeScene({ bodies: 1, columns: ['q.a', 'q.b'] });
  const frames = join(...[0, 1, 2].map((i) => encodeFrame(0.5 * i, 1, [i, 0, 0, 1, 0, 0, 0])));
  const info = {
    is: 'recording' as const,
    frames: 3,
    start: 0,
    interval: 0.5,
    rows: 2,
    row_start: 0,
    row_interval: 1,
    events: [],
  };
  const source = new InlineSource(scene, info, frames, Float32Array.of(1, 2, 3, 4));
  assert.deepEqual(source.range(), { start: 0, end: 1 });
  assert.deepEqual(
    [-1, 0, 0.25, 0.75, 1, 9].map((t) => source.snapshotAt(t)!.poses[0]),
    [0, 0, 0.5, 1.5, 2, 2],
  );
  assert.deepEqual([...(await source.column('q.b'))!.values], [3, 4]);
  assert.equal(await source.column('q.c'), null);
});
