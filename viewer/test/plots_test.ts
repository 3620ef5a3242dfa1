import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualPlots } from '../src/plots/usual';
import { fakeScene } from './fake';

test('where a scenario names no plots, positions, velocities and energies are shown', () => {
  const scene = fakeScene({ columns: ['t', 'q.hip', 'q.knee', 'v.hip', 'v.knee', 'energy.kinetic', 'energy.balance'] });
  assert.deepEqual(usualPlots(scene), [
    { title: 'Positions', columns: ['q.hip', 'q.knee'] },
    { title: 'Velocities', columns: ['v.hip', 'v.knee'] },
    { title: 'Energies', columns: ['energy.kinetic'] },
  ]);
});

test('one plot has columns of one unit, and quaternions are none', () => {
  const scene = fakeScene({ columns: ['q.base.0', 'q.hip', 'q.slide'] });
  scene.columns[0]!.unit = '';
  scene.columns[2]!.unit = 'm';
  assert.deepEqual(usualPlots(scene), [{ title: 'Positions', columns: ['q.hip'] }]);
});

test('a scene without columns has no plots', () => assert.deepEqual(usualPlots(fakeScene({})), []));
