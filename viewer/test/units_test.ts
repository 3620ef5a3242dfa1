import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisNumbers, axisRange } from '../src/units';

test('numbers along an axis differ, however small its range is', () => {
  const cases: [number[], string[]][] = [
    [[0, 0.5, 1], ['0', '0.5', '1']],
    [[-2, 0, 2], ['−2', '0', '2']],
    [[1.0002, 1.0004, 1.0006], ['1.0002', '1.0004', '1.0006']],
    [[0, 2e-7, 4e-7], ['0', '2e−7', '4e−7']],
    [[200000, 400000], ['2e5', '4e5']],
  ];
  for (const [values, texts] of cases) assert.deepEqual(axisNumbers(values), texts);
  const close = axisNumbers([3.0000001, 3.0000002, 3.0000003]);
  assert.equal(new Set(close).size, 3, close.join());
  for (const [i, text] of close.entries()) assert.ok(Math.abs(Number(text.replaceAll('−', '-')) - 3 - 1e-7 * (i + 1)) < 1e-9);
});

test('an axis of zeros alone has 0 in its middle', () => {
  assert.deepEqual(axisRange(0, 0, (low, high) => [low, high + 100]), [-1, 1]);
  assert.deepEqual(axisRange(0, 2, (low, high) => [low, high + 0.2]), [0, 2.2]);
});
