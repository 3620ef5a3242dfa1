// Grasps: the weakest wrench and the sets of wrenches, in an exported page, in a recording and live.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { catena, closePage, load, openPage, scratch, serve, until } from './harness.mjs';
import { difference, pngOfUrl } from './png.mjs';

// Two plates come and hold a box by its sides.
const scenario = `
name: A box between two plates
model:
  bodies:
    - {name: box, shapes: [{box: {sides: [0.1, 0.08, 0.12]}, mass: 0.5}]}
    - {for: i in 1..2, name: plate$i, shapes: [{box: {sides: [0.02, 0.06, 0.06]}, mass: 0.1}]}
  joints:
    - {name: move, kind: free, parent: world, child: box}
    - {name: press1, kind: prismatic, parent: world, child: plate1, axis: [1, 0, 0], at: [-0.061, 0, 0.06]}
    - {name: press2, kind: prismatic, parent: world, child: plate2, axis: [-1, 0, 0], at: [0.061, 0, 0.06]}
initial: {move: {position: [0, 0, 0.06]}}
motors: [{for: i in 1..2, joint: press$i, effort: 20}]
contact: {shapes: all, ground: true, friction: 0.5}
grasps: [{name: hold, object: box, hand: [plate1, plate2]}]
duration: 0.6
record: {interval: 0.02}
`;

describe('grasps', () => {
  let page, server;
  const file = () => join(scratch(), 'plates.yaml');
  const grasp = () =>
    page.evaluate(() => {
      const { contacts, closed, eps, reach, force, moment, centre, forces, moments } = window.catena.snapshot().grasps[0];
      const sizes = [forces, moments].map(({ vertices, triangles }) => [vertices.length / 3, triangles.length]);
      return { contacts, closed, eps, reach, force: [...force], moment: [...moment], centre: [...centre], sizes };
    });
  const picture = async () => pngOfUrl(await page.evaluate(() => window.catena.renderAt(0.5)));
  // How much of the panel is inked.
  const inked = () =>
    page.evaluate(() => {
      const canvas = document.querySelector('.wrenches canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 3; i < data.length; i += 4) if (data[i] > 0) ++count;
      return count / (canvas.width * canvas.height);
    });
  const check = (found, wanted) => {
    assert.equal(found.contacts, 8, 'four corners of each plate');
    assert.equal(found.closed, true);
    assert.ok(Math.abs(found.eps - wanted.eps) < 1e-5 * wanted.eps, `eps ${found.eps}, computed ${wanted.eps}`);
    assert.ok(Math.abs(found.reach - wanted.rho) < 1e-6);
    assert.ok(Math.abs(Math.hypot(...found.force, ...found.moment) - 1) < 1e-5, 'a unit wrench');
    found.centre.forEach((x, k) => assert.ok(Math.abs(x - [0, 0, 0.06][k]) < 1e-4, `centre ${found.centre}`));
    for (const [vertices, triangles] of found.sizes) {
      assert.ok(vertices >= 8 && vertices <= 240, `${vertices} vertices`);
      assert.equal(triangles, 2 * vertices - 4, 'a closed surface (Euler)');
    }
  };
  let wanted;

  before(async () => {
    writeFileSync(file(), scenario);
    const text = JSON.parse(await catena('grasp', file(), '--at', '0.5', '--json'));
    wanted = (Array.isArray(text) ? text : text.grasps)[0];
    const html = join(scratch(), 'plates.html');
    await catena('view', file(), '--export', html);
    page = await openPage(`file://${html}`, { width: 1000, height: 640 });
  });
  after(async () => {
    if (page) await closePage(page);
    await server?.stop();
  });

  test('an exported page has what the analysis says', async () => {
    assert.equal(wanted.closed, true);
    await page.evaluate(() => window.catena.seek(0));
    assert.equal((await grasp()).contacts, 0);
    await page.evaluate(() => window.catena.seek(0.5));
    check(await grasp(), wanted);
    const kinds = await page.evaluate(() => window.catena.counts().events);
    assert.ok(kinds > 0);
  });

  test('the panel shows sets of wrenches, the label how large the weakest wrench is', async () => {
    const panel = page.locator('.wrenches');
    await panel.waitFor();
    assert.ok((await inked()) > 0.15, `${await inked()} of the panel is drawn`);
    const label = page.locator('.grasp-labels output').first();
    await until(page, 'its label is there', () => /^eps/.test(document.querySelector('.grasp-labels output')?.textContent));
    assert.ok(Math.abs(parseFloat((await label.textContent()).slice(4)) - wanted.eps) < 0.005 * wanted.eps);
    await page.evaluate(() => window.catena.seek(0));
    await until(page, 'without contacts there is no label', () => document.querySelector('.grasp-labels output').hidden);
    assert.ok((await inked()) < 0.1, 'and no set');
    await page.evaluate(() => window.catena.seek(0.5));
  });

  test('a layer and a key switch it', async () => {
    const usual = await picture();
    await page.evaluate(() => window.catena.stage.setLayer('grasps', false));
    const without = await picture();
    assert.ok(difference(usual, without) > 0.005, `${difference(usual, without)} of the picture`);
    await until(page, 'the panel is gone', () => document.querySelector('.wrenches').hidden);
    await page.keyboard.press('q');
    await until(page, 'the panel is back', () => !document.querySelector('.wrenches').hidden);
    assert.ok(difference(usual, await picture()) < 0.002, 'all is as it was');
  });

  test('pictures show it only where they ask for it', async () => {
    const address = page.url().replace(/#.*/, '');
    await load(page, `${address}#panels=0`);
    assert.equal(await page.evaluate(() => window.catena.stage.layers().grasps), false);
    await load(page, `${address}#panels=0&layers=grasps`);
    assert.equal(await page.evaluate(() => window.catena.stage.layers().grasps), true);
    assert.deepEqual(page.problems, []);
  });

  test('a recording has it', async () => {
    const recording = join(scratch(), 'plates.h5');
    await catena('run', file(), '--out', recording);
    server = await serve(recording);
    await closePage(page);
    page = await openPage(server.address, { width: 600, height: 400 });
    await page.evaluate(() => window.catena.seek(0.5));
    check(await grasp(), wanted);
    await server.stop();
  });

  test('a live simulation has it, and its events', async () => {
    server = await serve(file());
    await closePage(page);
    page = await openPage(server.address, { width: 1000, height: 640 });
    await until(page, 'the plates hold', () => window.catena.time() > 0.3 && window.catena.snapshot().grasps[0].closed);
    check(await grasp(), wanted);
    const list = page.locator('details.events');
    await list.locator('summary').click();
    await list.locator('.event', { hasText: 'closed' }).filter({ hasText: 'hold' }).first().waitFor();
    assert.deepEqual(page.problems, []);
  });
});
