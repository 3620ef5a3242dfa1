// Shapes that touch: regions, forces and the layer of shapes, in a recording and live.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { catena, closePage, openPage, scratch, serve, until } from './harness.mjs';
import { difference, pngOfUrl } from './png.mjs';

// A box lies on a plate; the plate is drawn, and what touches of the box is not.
const scenario = `
name: A box on a plate
model:
  bodies:
    - name: box
      shapes:
        - {box: {sides: [0.4, 0.3, 0.2]}, mass: 2, drawn: false}
        - {sphere: {radius: 0.05}, touches: false}
    - {name: plate, shapes: [{box: {sides: [1, 1, 0.1]}, mass: 3}]}
  joints:
    - {name: jb, kind: free, parent: world, child: box}
    - {name: jp, kind: free, parent: world, child: plate}
initial: {jb: {position: [0.1, 0, 0.2]}, jp: {position: [0, 0, 0.05]}}
ground: true
duration: 0.5
record: {interval: 0.02}
`;
const width = 13; // numbers per point

describe('shapes that touch', () => {
  let page, server;
  const file = () => join(scratch(), 'touch.yaml');
  const touches = () => page.evaluate(() => Array.from(window.catena.snapshot()?.touches ?? []));
  const picture = async () => pngOfUrl(await page.evaluate(() => window.catena.renderAt(0.4)));
  const layer = (name, on) =>
    page.evaluate(([name, on]) => window.catena.stage.setLayer(name, on), [name, on]);
  const checkPoints = (numbers) => {
    assert.equal(numbers.length, 8 * width, 'four points of the box, four of the plate');
    const of = (a, b) =>
      [...Array(8).keys()]
        .map((i) => numbers.slice(width * i, width * (i + 1)))
        .filter((p) => Math.max(p[0], p[1]) === Math.max(a, b) && Math.min(p[0], p[1]) === Math.min(a, b));
    const push = (points) => Math.abs(points.reduce((sum, p) => sum + p[12], 0));
    assert.equal(of(0, 1).length, 4);
    assert.ok(Math.abs(push(of(0, 1)) - 2 * 9.81) < 1e-3);
    assert.ok(Math.abs(push(of(1, -1)) - 5 * 9.81) < 1e-3);
  };

  before(async () => {
    writeFileSync(file(), scenario);
    const recording = join(scratch(), 'touch.h5');
    await catena('run', file(), '--out', recording);
    server = await serve(recording);
    page = await openPage(server.address, { width: 400, height: 300 });
  });
  after(async () => {
    if (page) await closePage(page);
    await server?.stop();
  });

  test('a recording has its points', async () => {
    await page.evaluate(() => window.catena.seek(0.4));
    checkPoints(await touches());
  });

  test('regions, forces and shapes are layers', async () => {
    const usual = await picture();
    for (const [name, on] of [
      ['contacts', false],
      ['forces', false],
      ['collision', true],
    ]) {
      await layer(name, on);
      const other = await picture();
      assert.ok(difference(usual, other) > 0.001, `${name} changes ${difference(usual, other)} of the picture`);
      await layer(name, !on);
    }
    assert.ok(difference(usual, await picture()) < 1e-4, 'all is as it was');
  });

  test('a live simulation has them, too', async () => {
    await server.stop();
    server = await serve(file());
    await closePage(page);
    page = await openPage(server.address, { width: 400, height: 300 });
    await until(page, 'the plate lies', () => window.catena.time() > 0.1 && window.catena.snapshot().touches.length > 0);
    checkPoints(await touches());
  });
});
