import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advance, nextSpeed } from '../src/clock';
import { eventKind, nearestEvent } from '../src/event_kinds';
import { parseParams } from '../src/params';
import { LiveTable, nearestRow } from '../src/plots/data';
import { retryDelay } from '../src/sources/connection';
import { LiveSource } from '../src/sources/live';
import { matches, treeSections } from '../src/tree_model';
import { shownNumber, shownTime, shownUnit } from '../src/units';
import { fakeSnapshot, fakeScene } from './fake';

test('time goes on, ends, or begins again', () => {
  const range = { start: 1, end: 3 };
  assert.deepEqual(advance(1, 0.5, 2, range, false), { t: 2, ended: false });
  assert.deepEqual(advance(2.5, 1, 1, range, false), { t: 3, ended: true });
  assert.deepEqual(advance(2.5, 1, 1, range, true), { t: 1.5, ended: false });
  assert.deepEqual(advance(1, 1, 1, { start: 1, end: 1 }, true), { t: 1, ended: true });
});

test('speeds go from one usual value to the next', () => {
  assert.equal(nextSpeed(1, 1), 2);
  assert.equal(nextSpeed(0.3, -1), 0.25);
  assert.equal(nextSpeed(10, 1), 10);
});

test('attempts to connect again come ever more slowly', () => {
  assert.deepEqual([0, 1, 2, 3, 9].map(retryDelay), [0.5, 1, 2, 4, 10]);
});

test('the address is understood in its query and its hash', () => {
  const params = parseParams('?theme=light', '#t=1.5&play&layers=none,forces,-grid&camera=1,2,3&panels=0');
  assert.deepEqual(
    [params.t, params.play, params.theme, params.panels, params.camera],
    [1.5, true, 'light', false, [1, 2, 3]],
  );
  assert.deepEqual(params.layers, [
    { layer: 'forces', on: true },
    { layer: 'grid', on: false },
  ]);
  assert.equal(params.onlyLayers, true);
  const empty = parseParams('', '#t=abc&camera=1,x');
  assert.deepEqual([empty.t, empty.play, empty.camera, empty.panels], [null, null, null, true]);
});

test('kinds of events have the colours that the scene tells, others a grey', () => {
  const kinds = fakeScene({}).event_kinds;
  assert.equal(eventKind(kinds, 'taut').colour, '#d6b21c');
  assert.deepEqual(eventKind(kinds, 'own'), { kind: 'own', colour: '#8a97a8', meaning: '' });
});

test('columns are with the thing that they are of', () => {
  const scene = fakeScene({
    bodies: 1,
    joints: 2,
    cables: 1,
    columns: [
      ...['q.joint0', 'f.joint1.mx', 'q.joint1_left', 'energy.kinetic', 't', 'loop.error'],
      ...['x.body0.z', 'rod.cable0.force', 'own.joint0'],
    ],
  });
  scene.joints[1]!.loop = true;
  scene.joints.push({ ...scene.joints[0]!, name: 'joint1_left' });
  const columns = (title: string): string[][] =>
    treeSections(scene)
      .find((s) => s.title === title)!
      .items.map((item) => item.columns);
  assert.deepEqual(columns('Joints'), [['q.joint0'], ['q.joint1_left']]);
  assert.deepEqual(columns('Loops'), [['f.joint1.mx']]);
  assert.deepEqual(columns('Energies'), [['energy.kinetic']]);
  assert.deepEqual(columns('Bodies'), [['x.body0.z']]);
  assert.deepEqual(columns('Cables'), [['rod.cable0.force']]);
  assert.deepEqual(columns('Other columns'), [['t'], ['loop.error'], ['own.joint0']]);
  const item = { kind: 'joint' as const, name: 'Left knee', index: 0, note: '', columns: ['tau.knee'] };
  assert.ok(matches(item, 'knee TAU'));
  assert.ok(!matches(item, 'knee q.'));
});

test('a live source keeps a minute, and begins anew after a reset', () => {
  const source = new LiveSource(fakeScene({ bodies: 1, live: true }));
  source.events.push({ t: 1, kind: 'cut', name: '', note: '' }, { t: 90, kind: 'cut', name: '', note: '' });
  for (let i = 0; i <= 1000; i++) source.add(fakeSnapshot(0.1 * i), 100);
  assert.ok(Math.abs(source.range().start - 40) < 0.11);
  assert.equal(source.snapshotAt(70.05)!.poses[0]!.toFixed(3), '70.050');
  source.add(fakeSnapshot(0), 100);
  assert.deepEqual(source.range(), { start: 0, end: 0 });
  assert.equal(source.events.length, 0);
});

test('live values have gaps where there are none, and columns that come later begin later', () => {
  const table = new LiveTable();
  const columns = [{ name: 'a' }, { name: 'b' }];
  table.add({ ...fakeSnapshot(0), values: Float32Array.of(1, 2) }, columns, new Set(['a']));
  table.add({ ...fakeSnapshot(1), values: Float32Array.of(NaN, 3) }, columns, new Set(['a', 'b']));
  assert.deepEqual(table.values.get('a'), [1, null]);
  assert.deepEqual(table.values.get('b'), [null, 3]);
  table.add({ ...fakeSnapshot(0.5), values: Float32Array.of(4, 5) }, columns, new Set(['a'])); // a reset
  assert.deepEqual([table.times, table.values.get('a')], [[0.5], [4]]);
});

test('the nearest row and the nearest event', () => {
  assert.deepEqual(
    [-1, 0.4, 0.6, 9].map((t) => nearestRow([0, 1, 2], t)),
    [0, 0, 1, 2],
  );
  assert.equal(nearestRow([], 1), -1);
  const events = [1, 2, 3].map((t) => ({ t, kind: 'cut', name: String(t), note: '' }));
  assert.equal(nearestEvent(events, 2.2, 0.5)?.name, '2');
  assert.equal(nearestEvent(events, 2.5, 0.1), null);
});

test('units and numbers are for people', () => {
  assert.deepEqual(shownUnit('rad/s', true), { unit: '°/s', factor: 180 / Math.PI });
  assert.deepEqual(shownUnit('rad', false), { unit: 'rad', factor: 1 });
  assert.equal(shownUnit('radius', true).factor, 1);
  assert.deepEqual([0, -1.5, 123.456, -1e-7, NaN].map(shownNumber), ['0.0000', '−1.5000', '123.46', '−1.00e−7', '–']);
  assert.deepEqual(
    [125.5, 59.999, 60, 119.999, -61].map((t) => shownTime(t, 2, true)),
    ['2:05.50', '1:00.00', '1:00.00', '2:00.00', '−1:01.00'],
  );
  assert.equal(shownTime(9.5, 2), '9.50');
});
