// Ten minutes of recording: a jump anywhere must be answered at once.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { catena, closePage, median, openPage, scratch, serve, sleep } from './harness.mjs';

const count = 12;
const links = [...Array(count).keys()];

// Pendulums side by side that swing for ever, so that no two snapshots look alike.
const scenario = `
name: Twelve pendulums
model:
  bodies:
${links.map((i) => `    - {name: rod${i}, shapes: [{cylinder: {radius: 0.03, length: 1}, at: [0, 0, -0.5], mass: 1}]}`).join('\n')}
  joints:
${links.map((i) => `    - {name: hinge${i}, kind: revolute, parent: world, child: rod${i}, axis: [0, 1, 0], at: [0, ${0.2 * i}, 0]}`).join('\n')}
  frames:
    - {name: tip, body: rod3, at: [0, 0, -1]}
initial:
${links.map((i) => `  hinge${i}: ${60 + 7 * i} deg`).join('\n')}
duration: 600
record: {interval: 0.01, columns: [q], frames: [tip]}
`;

// In the page: presses at a place of the track, and how long it takes until the scene is right. Right means that the tip
// is within 5 mm of where the recorded column has it, a thing that frames further apart would miss.
async function jump({ x, y, index, length }) {
  const { catena } = window;
  const [xs, zs] = (window.truth ??= await Promise.all(['p.tip.x', 'p.tip.z'].map((name) => catena.column(name))));
  const between = (values, t) => {
    const row = Math.min(Math.floor(t / 0.01), values.length - 2);
    return values[row] + (t / 0.01 - row) * (values[row + 1] - values[row]);
  };
  const right = () => {
    const [t, snapshot] = [catena.time(), catena.snapshot()];
    const p = snapshot.poses.subarray(7 * index, 7 * index + 7);
    const [w, a, b, c] = p.subarray(3);
    const tipX = p[0] - length * 2 * (a * c + w * b);
    const tipZ = p[2] - length * (1 - 2 * (a * a + b * b));
    return Math.abs(snapshot.t - t) < 0.005 && Math.hypot(tipX - between(xs, t), tipZ - between(zs, t)) < 0.005;
  };
  const before = catena.time();
  const began = performance.now();
  const event = (type) =>
    new PointerEvent(type, { clientX: x, clientY: y, button: 0, buttons: 1, pointerId: 1, bubbles: true, isPrimary: true });
  document.querySelector('.track').dispatchEvent(event('pointerdown'));
  const moved = catena.time() !== before;
  while (!right() && performance.now() - began < 5000) await new Promise((done) => setTimeout(done, 0));
  return { ms: performance.now() - began, moved, right: right(), t: catena.time() };
}

describe('a recording of ten minutes', () => {
  let server, page;
  before(async () => {
    const [text, file] = [join(scratch(), 'long.yaml'), join(scratch(), 'long.h5')];
    writeFileSync(text, scenario);
    await catena('run', text, '--out', file, '--tolerance', '1e-5');
    server = await serve(file);
    page = await openPage(server.address);
  });
  after(async () => {
    if (page) await closePage(page);
    await server?.stop();
  });

  // A press with the mouse goes through here, too, but the time that the browser's remote control takes is not the page's.
  test('jumps show the right snapshot', async (t) => {
    const box = await page.locator('.track').boundingBox();
    await page.evaluate(() => (Element.prototype.setPointerCapture = () => undefined)); // there is no such pointer
    const times = [];
    let seed = 7;
    for (let i = 0; i < 20; i++) {
      seed = (seed * 16807) % 2147483647;
      const x = box.x + 10 + (seed / 2147483647) * (box.width - 20);
      const found = await page.evaluate(jump, { x, y: box.y + 30, index: 3, length: 1 });
      assert.ok(found.moved, 'the press goes to another time');
      assert.ok(found.right, `the right snapshot is never shown at ${found.t} s`);
      times.push(found.ms);
      await sleep(60);
    }
    const { drawMs, blocks } = await page.evaluate(() => window.catena.counts());
    t.diagnostic(`jump: median ${median(times).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms of 20; ${blocks} blocks fetched, drawing ${drawMs.toFixed(0)} ms`);
    // The time that it takes is told, not judged: others may be at work on this machine.
  });

  test('the pointer itself goes there', async () => {
    const box = await page.locator('.track').boundingBox();
    await page.reload();
    await page.evaluate(() => window.catena.ready);
    await page.mouse.click(box.x + box.width / 2, box.y + 30);
    const t = await page.evaluate(() => window.catena.time());
    assert.ok(Math.abs(t - 300) < 2, `${t} s in the middle of ten minutes`);
    assert.deepEqual(page.problems, []);
  });
});
