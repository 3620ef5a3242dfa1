import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from '../src/protocol';
import { FrameLevel } from '../src/sources/frame_cache';
import { ReplaySource } from '../src/sources/replay';
import { fakeSnapshot, fakeScene } from './fake';

const run = (first: number, count: number, stride = 1): ReturnType<typeof fakeSnapshot>[] =>
  Array.from({ length: count }, (_, i) => fakeSnapshot(first + i * stride));

test('blocks used longest ago go first, and the bytes stay within the bound', () => {
  const level = new FrameLevel(1, 10, 300);
  for (const block of [0, 1, 2]) level.add(block, run(10 * block, 10), 100);
  assert.ok(level.get(3)); // block 0 is used again
  level.add(3, run(30, 10), 100);
  assert.deepEqual(
    [0, 1, 2, 3].map((block) => level.has(block)),
    [true, false, true, true],
  );
  assert.equal(level.bytes, 300);
  level.add(3, run(30, 10), 50); // in place of the old one
  assert.equal(level.bytes, 250);
});

test('a block larger than the bound is kept while it is the only one', () => {
  const level = new FrameLevel(1, 10, 10);
  level.add(0, run(0, 10), 100);
  assert.ok(level.get(0));
});

test('a coarse level interpolates over its stride, and holds its last frame', () => {
  const level = new FrameLevel(4, 2, 1e6);
  level.add(0, run(0, 2, 4), 1);
  level.add(1, run(8, 1, 4), 1);
  assert.equal(level.at(3, 3, 10)!.poses[0], 3);
  assert.equal(level.at(6, 6, 10)!.poses[0], 6); // across blocks
  assert.equal(level.at(9, 9, 10)!.poses[0], 8); // there is no frame 12
  assert.equal(new FrameLevel(4, 2, 1e6).at(3, 3, 10), null);
});

// A program that answers what it is asked, when it is told to. The body is at x = time.
function replay(
  frames: number,
  most = Infinity,
): { source: ReplaySource; asked: Command[]; answer: () => boolean; busiest: () => number } {
  const asked: Command[] = [];
  const open: Extract<Command, { do: 'frames' }>[] = [];
  let busiest = 0;
  const info = {
    is: 'recording' as const,
    frames,
    start: 5,
    interval: 0.01,
    rows: 0,
    row_start: 0,
    row_interval: 1,
    events: [],
  };
  const source = new ReplaySource(fakeScene({ bodies: 20 }), info, (command) => {
    asked.push(command);
    if (command.do === 'frames') open.push(command);
    busiest = Math.max(busiest, open.length);
  });
  const answer = (): boolean => {
    const request = open.shift();
    if (!request) return false;
    const count = Math.min(request.count, most, Math.ceil((frames - request.first) / request.stride));
    const snapshots = Array.from({ length: count }, (_, i) =>
      fakeSnapshot(5 + 0.01 * (request.first + i * request.stride)),
    );
    source.receive({
      what: 'frames',
      id: request.id,
      first: request.first,
      stride: request.stride,
      snapshots,
      bytes: 600 * count,
    });
    return true;
  };
  return { source, asked, answer, busiest: () => busiest };
}

test('after its first answer a long recording shows every time, then better', async () => {
  const { source, asked, answer, busiest } = replay(60000);
  const near = (t: number, tolerance: number): void =>
    assert.ok(Math.abs(source.snapshotAt(t)!.poses[0]! - t) <= tolerance);
  assert.equal(source.snapshotAt(300), null);
  answer();
  for (const t of [5, 123.456, 300, 595]) near(t, 1e-4);
  near(604.99, 10); // after the last frame of the sketch
  const exact = source.exactAt(604.99);
  while (answer());
  assert.ok(Math.abs((await exact)!.poses[0]! - 604.99) < 1e-4);
  assert.ok(busiest() <= 2, 'requests do not pile up');
  const overview = asked.filter((command) => command.do === 'frames' && command.stride > 1);
  const frames = overview.reduce((sum, command) => sum + (command.do === 'frames' ? command.count : 0), 0);
  assert.ok(600 * frames < 9e6, 'the overview is small');
});

test('what the cursor needs goes before the overview', () => {
  const { source, asked, answer } = replay(60000);
  answer();
  source.snapshotAt(400);
  answer();
  const detail = asked.filter((command) => command.do === 'frames' && command.stride === 1);
  assert.ok(asked.length <= 5 && detail.length >= 1);
  const [first] = detail;
  assert.ok(first?.do === 'frames' && first.first <= 39500 && first.first + first.count > 39500);
});

test('answers with fewer frames than asked for are continued', async () => {
  const { source, answer } = replay(500, 7);
  const exact = source.exactAt(5 + 4.123);
  while (answer());
  assert.ok(Math.abs((await exact)!.poses[0]! - 9.123) < 1e-4);
});
