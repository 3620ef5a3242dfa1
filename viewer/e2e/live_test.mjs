// A simulation that goes on while it is touched.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { catena, closePage, openPage, scratch, serve, sleep, until } from './harness.mjs';

const scenario = `
name: Two links
description: Two rods in a row hang on the world.
model:
  bodies:
    - {name: upper, shapes: [{cylinder: {radius: 0.08, length: 1}, at: [0, 0, -0.5], mass: 1}]}
    - {name: lower, shapes: [{capsule: {radius: 0.08, length: 0.8}, at: [0, 0, -0.5], mass: 1}]}
  joints:
    - {name: shoulder, kind: revolute, parent: world, child: upper, axis: [0, 1, 0], at: [0, 0, 2.5], damping: 0.5}
    - {name: elbow, kind: revolute, parent: upper, child: lower, axis: [0, 1, 0], at: [0, 0, -1], damping: 0.5}
  frames:
    - {name: tip, body: lower, at: [0, 0, -1]}
    - {name: hook, body: world, at: [0, 0, 0.5]}
duration: 100
record: {interval: 0.01, frames: [tip]}
plots:
  - {title: Angles, columns: q.*}
`;

describe('live', () => {
  let server, page, other;
  const button = (label) => page.getByRole('button', { name: label, exact: true });
  // Where the origin of a body is, and where that is on the screen (with `at` in the body's own axes).
  const height = (p, body) => p.evaluate((b) => window.catena.snapshot().poses[7 * b + 2], body);
  const tilt = (p, body) => p.evaluate((b) => window.catena.snapshot().poses[7 * b + 5], body); // sine of half the angle
  const middleOf = (body) =>
    page.evaluate((b) => {
      const { scene, stage } = window.catena;
      const [x, y, z, , , s] = window.catena.snapshot().poses.slice(7 * b, 7 * b + 7);
      const [cx, , cz] = scene.bodies[b].com;
      const [sine, cosine] = [2 * s * Math.sqrt(1 - s * s), 1 - 2 * s * s]; // it turns about y alone
      const at = stage.view.camera.position.clone().set(x + cosine * cx + sine * cz, y, z - sine * cx + cosine * cz);
      stage.view.camera.updateMatrixWorld();
      at.project(stage.view.camera);
      const box = stage.canvas.getBoundingClientRect();
      return { x: box.left + ((at.x + 1) / 2) * box.width, y: box.top + ((1 - at.y) / 2) * box.height };
    }, body);
  const reset = async () => {
    await button('Reset').click();
    await until(page, 'it begins anew', () => window.catena.time() < 1 && window.catena.snapshot().revision >= 0);
  };

  before(async () => {
    const file = join(scratch(), 'two.yaml');
    writeFileSync(file, scenario);
    server = await serve(file);
    page = await openPage(server.address);
  });
  after(async () => {
    for (const p of [page, other]) if (p) await closePage(p).catch(() => null);
    await server?.stop();
  });

  test('it simulates in real time, and hangs still when left alone', async () => {
    await until(page, 'it plays', () => window.catena.playing() && window.catena.time() > 0.3);
    const [from, began] = [await page.evaluate(() => window.catena.time()), performance.now()];
    await sleep(1000);
    const rate = ((await page.evaluate(() => window.catena.time())) - from) / ((performance.now() - began) / 1000);
    assert.ok(rate > 0.7 && rate < 1.3, `${rate} s per second`);
    assert.ok(Math.abs(await tilt(page, 1)) < 1e-6, 'nothing pulls it, and yet it moves');
  });

  test('a drag with the mouse pulls a body', async () => {
    const at = await middleOf(1);
    assert.equal(await page.evaluate(({ x, y }) => window.catena.stage.pick(x, y)?.body, at), 1, 'the mouse is over the body');
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    for (let i = 1; i <= 10; i++) {
      await page.mouse.move(at.x + 12 * i, at.y);
      await sleep(20);
    }
    await until(page, 'the body follows the mouse', () => Math.abs(window.catena.snapshot().poses[5]) > 0.1);
    const force = await page.locator('.pull-force').textContent();
    assert.match(force, /^[\d.]+ N$/, 'the arrow says how hard it pulls');
    assert.ok(parseFloat(force) > 1, `${force} are enough to move 2 kg`);
    const camera = await page.evaluate(() => window.catena.stage.cameraState());
    await page.mouse.up();
    const after = await page.evaluate(() => window.catena.stage.cameraState());
    for (const [i, x] of camera.entries()) assert.ok(Math.abs(after[i] - x) < 1e-9, 'the view stays'); // but for rounding
    const held = await tilt(page, 0);
    await until(page, 'it swings back when let go', (h) => window.catena.snapshot().poses[5] * Math.sign(h) < 0, held);
  });

  test('a second page sees the same', async () => {
    other = await openPage(server.address);
    await until(other, 'it hears that it plays', () => window.catena.playing());
    await button('Pause (space)').click();
    await until(other, 'it hears of the pause', () => !window.catena.playing());
    await sleep(200);
    const look = () => ({ t: window.catena.snapshot().t, poses: Array.from(window.catena.snapshot().poses) });
    assert.deepEqual(await other.evaluate(look), await page.evaluate(look));
    const before = await page.evaluate(() => window.catena.time());
    await other.getByRole('button', { name: 'One frame on (→)' }).click();
    await until(page, 'the step of the other page', (t) => Math.abs(window.catena.time() - t - 1 / 60) < 1e-6, before);
    await other.getByRole('button', { name: 'Play (space)' }).click();
    await until(page, 'it plays again', (t) => window.catena.time() > t + 0.2, before);
  });

  test('a slider moves it', async () => {
    await reset();
    const slider = page.getByRole('slider', { name: /^shoulder/ });
    const box = await slider.boundingBox();
    await page.mouse.click(box.x + 0.8 * box.width, box.y + box.height / 2);
    assert.ok(Number(await slider.inputValue()) > 0);
    await until(page, 'the shoulder turns that way', () => window.catena.snapshot().poses[5] > 0.05);
    await button('Set shoulder to 0').click();
    assert.equal(Number(await slider.inputValue()), 0);
  });

  test('reset brings back the start', async () => {
    await reset();
    await until(page, 'it hangs', () => window.catena.time() < 2 && Math.abs(window.catena.snapshot().poses[5]) < 1e-6);
  });

  test('frames can be connected', async () => {
    await page.locator('.connect summary').click();
    await page.getByLabel('First frame').selectOption('tip');
    await page.getByLabel('Second frame').selectOption('hook');
    await page.getByLabel('Kind of joint').selectOption('spherical');
    const joints = await page.evaluate(() => window.catena.scene.joints.length);
    await button('Connect').click();
    await until(page, 'there is another joint', (n) => window.catena.scene.joints.length === n + 1 && window.catena.snapshot(), joints);
    await until(other, 'the other page has it, too', (n) => window.catena.scene.joints.length === n + 1, joints);
    // Snapshots have its state, too.
    assert.ok(await page.evaluate(() => window.catena.snapshot().joints.length === 8 * window.catena.scene.joints.length));
    await reset();
    await until(page, 'a reset takes it away', (n) => window.catena.scene.joints.length === n || window.catena.snapshot().joints[8 * n] === 0, joints);
  });

  test('save gives a scenario that the program takes', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), button('Save').click()]);
    const file = join(scratch(), 'saved.yaml');
    await download.saveAs(file);
    assert.match(download.suggestedFilename(), /\.ya?ml$/);
    assert.match(readFileSync(file, 'utf8'), /Two links/);
    assert.match(await catena('check', file), /nothing suspicious/);
    await catena('run', file, '--duration', '0.1', '--out', join(scratch(), 'saved.csv'));
  });

  test('a cut joint lets the body fall', async () => {
    await reset();
    const before = [await height(page, 0), await height(page, 1)];
    const row = page.locator('.row', { hasText: 'elbow' }).first();
    await row.hover();
    await row.getByRole('button', { name: 'Cut elbow' }).click();
    await until(page, 'the lower link falls', (z) => window.catena.snapshot().poses[7 + 2] < z - 0.5, before[1]);
    assert.ok(Math.abs((await height(page, 0)) - before[0]) < 1e-6, 'the upper one stays');
    await until(page, 'its state is cut', () => {
      const { scene, snapshot } = window.catena;
      return snapshot().joints[8 * scene.joints.findIndex(({ name }) => name === 'elbow')] === 0;
    });
    const list = page.locator('details.events');
    await list.locator('summary').click();
    await list.locator('.event', { hasText: 'cut' }).filter({ hasText: 'elbow' }).first().waitFor();
    assert.ok((await height(other, 1)) < before[1] - 0.4, 'the other page sees it fall');
  });

  test('closing the page does not end the program', async () => {
    assert.deepEqual([...page.problems, ...other.problems], []);
    await closePage(other);
    await closePage(page);
    await sleep(300);
    assert.ok(server.running());
    page = await openPage(server.address);
    await button('Reset').click();
    await until(page, 'it still simulates', () => window.catena.time() < 1 && window.catena.time() > 0.2);
  });

  test('ctrl-C ends it', async () => {
    assert.deepEqual(await server.stop(), { code: 0, signal: null });
    await page.locator('.banner', { hasText: 'cannot be reached' }).waitFor();
  });
});
