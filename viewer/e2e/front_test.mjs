// What somebody sees and tries in the first minutes.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { catena, closePage, load, openPage, scratch, serve, sleep, until } from './harness.mjs';

// A pendulum with a flag that is welded to it, and a crate of 50 kg that lies at its lower stop. No plots are named.
const bench = `
name: Bench
model:
  fuse_welds: true
  bodies:
    - {name: bob, shapes: [{sphere: {radius: 0.1}, at: [0, 0, -0.6], mass: 2}]}
    - {name: flag, shapes: [{box: {sides: [0.02, 0.2, 0.1]}, mass: 0.1}]}
    - {name: crate, shapes: [{box: {sides: [0.4, 0.4, 0.4]}, mass: 50}]}
  joints:
    - {name: hinge, kind: revolute, parent: world, child: bob, axis: [0, 1, 0], at: [0, 0, 1.2]}
    - {name: seam, kind: weld, parent: bob, child: flag, at: [0, 0, -0.3]}
    - {name: rail, kind: prismatic, parent: world, child: crate, axis: [0, 0, 1], at: [1, 0, 0.2], limits: {lower: 0, upper: 2}, damping: 20}
  frames:
    - {name: tip, body: bob, at: [0, 0, -0.7]}
    - {name: lid, body: crate, at: [0, 0, 0.2]}
initial: {hinge: 0.3}
duration: 1000
`;
const falling = `
name: A ball that falls
model:
  bodies: [{name: ball, shapes: [{sphere: {radius: 0.2}, mass: 1}]}]
  joints: [{name: move, kind: free, parent: world, child: ball}]
initial: {move: {position: [0, 0, 1]}}
duration: 1000
`;

// It starts level, and swings far below the first view.
const pendulum = `
name: A pendulum
model:
  bodies: [{name: rod, shapes: [{cylinder: {radius: 0.03, length: 1}, at: [0, 0, -0.5], mass: 1}]}]
  joints: [{name: hinge, kind: revolute, parent: world, child: rod, axis: [0, 1, 0]}]
  frames: [{name: tip, body: rod, at: [0, 0, -1]}]
initial: {hinge: 90 deg}
duration: 1000
`;
const thrown = `
name: A ball that is thrown past the camera
model:
  bodies: [{name: ball, shapes: [{sphere: {radius: 0.1}, mass: 1}]}]
  joints: [{name: move, kind: free, parent: world, child: ball}]
initial: {move: {position: [0, 0, 0.1], v: [0, 0, 0, 4, -2, 8]}}
contact: {ground: true}
duration: 1000
`;

const plank = `
name: A wide plank
model:
  bodies: [{name: plank, shapes: [{box: {sides: [3, 0.3, 0.04]}, mass: 10}]}]
  joints: [{name: pivot, kind: revolute, parent: world, child: plank, axis: [0, 1, 0], at: [0, 0, 0.35]}]
duration: 0.1
`;

describe('the first minutes', () => {
  let server, page, opened, atFirst;
  const write = (name, text) => {
    writeFileSync(join(scratch(), name), text);
    return join(scratch(), name);
  };
  const button = (name) => page.getByRole('button', { name, exact: true });
  // A point of the world on the screen.
  const place = (point) =>
    page.evaluate((p) => {
      const box = window.catena.stage.canvas.getBoundingClientRect();
      const at = window.catena.stage.onScreen(p);
      return at && { x: box.left + at.x, y: box.top + at.y, inside: at.x > 0 && at.y > 0 && at.x < box.width && at.y < box.height };
    }, point);

  before(async () => {
    server = await serve(write('bench.yaml', bench));
    await sleep(500); // nobody looks
    opened = performance.now();
    page = await openPage(server.address, { width: 1280, height: 720 });
  });
  after(async () => {
    if (page) await closePage(page);
    await server?.stop();
  });

  test('a live run waits for its first watcher, and starts at 0', async () => {
    const t = await page.evaluate(() => window.catena.time());
    const passed = (performance.now() - opened) / 1000;
    assert.ok(t < passed + 0.05, `${t} s after ${passed} s`);
    const first = await page.evaluate(async () => (await window.catena.column('q.hinge'))[0]);
    assert.ok(Math.abs(first - 0.3) < 1e-3, `the first frame has q = ${first}, the start 0.3`);
    atFirst = await page.evaluate(() => window.catena.counts().events); // the crate lies at its stop
  });

  test('space plays and pauses, also after a click on a button', async () => {
    await until(page, 'it plays', () => window.catena.playing());
    await button('Pause (space)').click();
    await until(page, 'it is paused', () => !window.catena.playing());
    await page.keyboard.press('Space');
    await until(page, 'it plays again', () => window.catena.playing());
    await button('What to show').click();
    await button('What to show').click();
    await page.keyboard.press('Space');
    await until(page, 'space pauses', () => !window.catena.playing());
    assert.equal(await page.locator('.menu', { hasText: 'Contact forces' }).isVisible(), false, 'it does not press the button');
    await page.keyboard.press('Space');
    await until(page, 'and plays', () => window.catena.playing());
  });

  test('plots are there though the scenario names none', async () => {
    await until(page, 'plots', () => window.catena.counts().plots >= 2);
    for (const title of ['Positions', 'Velocities']) await page.getByText(title, { exact: true }).first().waitFor();
  });

  test('axes have letters, and the grid a scale', async () => {
    assert.deepEqual(await page.locator('.compass text').allTextContents(), ['x', 'y', 'z']);
    assert.match(await page.locator('.compass .scale').textContent(), /^grid [\d.]+ (mm|cm|m)$/);
  });

  test('welded links are no parts of the list, and the list can be searched', async () => {
    const names = await page.locator('.tree .row .label').allTextContents();
    assert.ok(names.includes('bob') && names.includes('crate'), names.join());
    assert.ok(!names.includes('flag'), 'flag is part of bob');
    await page.keyboard.press('/');
    await page.keyboard.type('rail');
    const found = await page.locator('.tree .row .label').allTextContents();
    assert.ok(found.includes('rail') && !found.includes('hinge'), found.join());
    await page.locator('.filter').fill('');
    await page.locator('.stage canvas').first().focus().catch(() => null);
  });

  test('cut and connect are seen without a search', async () => {
    const hint = page.locator('.hint-line');
    assert.match(await hint.textContent(), /cuts a joint.*connects two frames/);
    for (const name of ['Cut hinge', 'Connect tip to another frame']) {
      const one = button(name).first();
      await one.scrollIntoViewIfNeeded();
      const opacity = await one.evaluate((e) => Number(getComputedStyle(e).opacity));
      assert.ok((await one.isVisible()) && opacity > 0.3, `${name}: opacity ${opacity}`);
    }
  });

  test('a pull lifts a heavy crate off its stop, and says how hard it pulls', async () => {
    const at = await place([1, 0, 0.25]);
    assert.equal(await page.evaluate(({ x, y }) => window.catena.stage.pick(x, y)?.body, at), 2, 'the crate is there');
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    for (let i = 1; i <= 10; i++) {
      await page.mouse.move(at.x, at.y - 10 * i);
      await sleep(20);
    }
    await until(page, 'the crate rises', () => window.catena.snapshot().poses[7 * 2 + 2] > 0.25);
    const force = parseFloat(await page.locator('.pull-force').textContent());
    assert.ok(force > 0.2 * 50 * 9.81 && force < 1e5, `${force} N`);
    await page.mouse.up();
  });

  test('reset clears the events', async () => {
    await button('Cut hinge').first().click();
    const list = page.locator('details.events');
    await list.locator('summary').click();
    await list.locator('.event', { hasText: 'cut' }).first().waitFor();
    await button('Reset').click();
    await until(page, 'those of the start alone', (n) => window.catena.time() < 1 && window.catena.counts().events === n, atFirst);
    await until(page, 'the list has no cut', () => !/cut/.test(document.querySelector('details.events').textContent));
  });

  test('the camera follows what leaves, and there is a floor to fall on', async () => {
    assert.deepEqual(page.problems, []);
    await server.stop();
    server = await serve(write('falling.yaml', falling));
    await load(page, server.address);
    await until(page, 'it falls', () => window.catena.snapshot().poses[2] < 0.9);
    const floor = await page.evaluate(() => ({ z: window.catena.stage.ground.z, seen: window.catena.stage.ground.group.visible }));
    assert.ok(floor.seen && floor.z < 0.9, `the floor is at ${floor.z}`);
    await until(page, 'it falls far', () => window.catena.snapshot().poses[2] < -15);
    const ball = await page.evaluate(() => {
      const { stage } = window.catena;
      const [x, y, z] = stage.world.poses.slice(7, 10); // as it was shown last
      const { clientWidth, clientHeight } = stage.canvas;
      const at = stage.onScreen([x, y, z]);
      return { z, at, inside: at && at.x > 0 && at.y > 0 && at.x < clientWidth && at.y < clientHeight };
    });
    assert.ok(ball.inside, `it is lost: ${JSON.stringify(ball)}`);
  });

  test('all of a pendulum stays in the picture, and a ball that is thrown does not fill it', async () => {
    await server.stop();
    server = await serve(write('pendulum.yaml', pendulum));
    await load(page, server.address);
    const ends = () =>
      page.evaluate(() => {
        const { stage } = window.catena;
        const [x, y, z, w, , q] = stage.world.poses.slice(7, 13);
        const tip = [x - 2 * w * q, y, z - (1 - 2 * q * q)];
        const { clientWidth, clientHeight } = stage.canvas;
        const inside = (at) => at && at.x > 0 && at.y > 0 && at.x < clientWidth && at.y < clientHeight;
        return { angle: 2 * Math.atan2(q, w), above: tip[2] - stage.ground.z, inside: [[x, y, z], tip].every((point) => inside(stage.onScreen(point))) };
      });
    let lowest = Infinity;
    for (let i = 0; i < 60; ++i) {
      const { angle, above, inside } = await ends();
      assert.ok(inside, `at ${angle} rad`);
      assert.ok(above > -0.02, `the tip is ${-above} m below the floor`);
      lowest = Math.min(lowest, angle);
      await sleep(25);
    }
    assert.ok(lowest < 0, `it swung to ${lowest} rad`);
    await server.stop();
    server = await serve(write('thrown.yaml', thrown));
    await load(page, server.address);
    await until(page, 'it is far away', () => window.catena.stage.world.poses[7] > 6);
    const part = await page.evaluate(() => {
      const { stage } = window.catena;
      const [x, y, z] = stage.world.poses.slice(7, 10);
      const [bottom, top] = [-0.1, 0.1].map((r) => stage.onScreen([x, y, z + r]));
      return (bottom.y - top.y) / stage.canvas.clientHeight;
    });
    assert.ok(part > 0.1 && part < 1, `it takes ${part} of the height`);
  });

  // It was fitted into the page before its panels were there, and reached below them.
  test('what is shown fits between the panels, also when one is folded', async () => {
    const html = join(scratch(), 'plank.html');
    await catena('view', write('plank.yaml', plank), '--export', html);
    await load(page, `file://${html}`);
    const ends = async () => [await place([-1.5, 0, 0.35]), await place([1.5, 0, 0.35])];
    const width = () => page.evaluate(() => window.catena.stage.canvas.getBoundingClientRect().width);
    await sleep(200);
    for (const end of await ends()) assert.ok(end?.inside, JSON.stringify(end));
    const span = async () => (await ends()).map(({ x }) => x).reduce((left, right) => right - left);
    const before = { width: await width(), span: await span() };
    await page.keyboard.press('p');
    await sleep(200);
    const after = { width: await width(), span: await span() };
    assert.ok(after.width > 1.2 * before.width && after.span > 1.1 * before.span, JSON.stringify({ before, after }));
    for (const end of await ends()) assert.ok(end?.inside, JSON.stringify(end));
    await page.keyboard.press('p');
  });

  test('coordinates of joints that close loops have units', async () => {
    const html = join(scratch(), 'four_bar.html');
    await catena('view', 'examples/four_bar.yaml', '--export', html);
    await load(page, `file://${html}`);
    const { loops, columns } = await page.evaluate(() => ({
      loops: window.catena.scene.joints.filter(({ loop }) => loop).map(({ name }) => name),
      columns: window.catena.scene.columns,
    }));
    assert.ok(loops.length > 0);
    for (const name of loops) {
      const position = columns.find((column) => column.name === `q.${name}`);
      assert.equal(position?.unit, 'rad', name);
    }
  });
});
