import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Player } from '../src/player';
import type { Source } from '../src/sources/source';
import { fakeScene, fakeSnapshot } from './fake';

// A recording of 10 s, a frame each 10 ms.
function player(): Player {
  const source: Source = {
    scene: fakeScene({ bodies: 1 }),
    events: [],
    interval: 0.01,
    range: () => ({ start: 0, end: 10 }),
    snapshotAt: (t) => ({ ...fakeSnapshot(t), t }),
    outline: () => [],
    exactAt: async () => null,
    column: async () => null,
    counts: () => ({}),
    onChange: null,
  };
  const made = new Player(() => undefined);
  made.setSource(source);
  return made;
}

test('what a slow browser leaves out is found between two pictures', () => {
  const made = player();
  made.play();
  made.tick(0);
  made.time = 0.05;
  const times = made.since(0).map(({ t }) => t);
  assert.equal(times.length, 4);
  times.forEach((t, i) => assert.ok(Math.abs(t - 0.01 * (i + 1)) < 1e-12));
  assert.equal(made.since(0.045).length, 0);
  made.time = 1.5;
  assert.equal(made.since(0).length, 12); // no more than that
});

test('a jump leaves nothing out, nor does a recording that stands', () => {
  const made = player();
  made.play();
  made.time = 5;
  assert.deepEqual(made.since(0), []);
  assert.deepEqual(made.since(6), []);
  made.pause();
  assert.deepEqual(made.since(4.9), []);
});
