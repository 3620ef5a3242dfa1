// A recording, as the program serves it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { catena, closePage, openPage, readCsv, scratch, serve, sleep, until } from './harness.mjs';

const inset = 7; // pixels at both ends of the track

describe('replay', () => {
  let server, page, csv, events;
  const time = () => page.evaluate(() => window.catena.time());
  const near = (a, b, tolerance, what) => assert.ok(Math.abs(a - b) <= tolerance, `${what}: ${a}, expected ${b}`);
  const button = (label) => page.getByRole('button', { name: label });
  // Where a time is on the track; `y` from its top.
  const placeOf = async (t, y) => {
    const box = await page.locator('.track').boundingBox();
    return { x: box.x + inset + (t / 4) * (box.width - 2 * inset), y: box.y + y, perPixel: 4 / (box.width - 2 * inset) };
  };

  before(async () => {
    const file = join(scratch(), 'swing.csv');
    await catena('run', 'examples/swing.yaml', '--out', file);
    csv = readCsv(readFileSync(file, 'utf8'));
    events = readFileSync(join(scratch(), 'swing.events.csv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => ({ t: Number(line.split(',')[0]), kind: line.split(',')[1], name: line.split(',')[2] }))
      .filter(({ kind }) => kind !== 'run'); // names the scenario, nothing happens
    server = await serve(file);
    page = await openPage(server.address);
  });
  after(async () => {
    if (page) await closePage(page);
    await server?.stop();
  });

  test('play moves the time, pause stops it', async () => {
    await button('Play (space)').click();
    const [from, began] = [await time(), performance.now()];
    await sleep(600);
    const gained = (await time()) - from;
    near(gained, (performance.now() - began) / 1000, 0.25, 'time played');
    await button('Pause (space)').click();
    const stopped = await time();
    await sleep(200);
    assert.equal(await time(), stopped);
    await page.keyboard.press('Space');
    await until(page, 'the space bar plays', (t) => window.catena.time() > t + 0.05, stopped);
    await page.keyboard.press('Space');
    assert.equal(await page.evaluate(() => window.catena.playing()), false);
  });

  test('at another speed time passes accordingly', async () => {
    await page.evaluate(() => window.catena.seek(0));
    await button('Speed').first().click();
    await button('Speed 0.1').first().click();
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => window.catena.speed()), 0.1);
    await page.evaluate(() => window.catena.play());
    const began = performance.now();
    await sleep(800);
    const at = await time();
    near(at, 0.1 * ((performance.now() - began) / 1000), 0.04, 'time at a tenth of the speed');
    await page.evaluate(() => window.catena.pause());
    await page.keyboard.press('+');
    assert.ok((await page.evaluate(() => window.catena.speed())) > 0.1);
    await page.evaluate(() => window.catena.speed(1));
  });

  test('a drag along the track scrubs', async () => {
    const [from, to] = [await placeOf(0.8, 30), await placeOf(2.6, 30)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    near(await time(), 0.8, 1.5 * from.perPixel, 'time at the press');
    const seen = [];
    for (let i = 1; i <= 6; i++) {
      await page.mouse.move(from.x + ((to.x - from.x) * i) / 6, from.y);
      seen.push(await time());
    }
    await page.mouse.up();
    assert.ok(seen.every((t, i) => i === 0 || t > seen[i - 1]), `times on the way: ${seen}`);
    near(await time(), 2.6, 1.5 * from.perPixel, 'time at the release');
    await page.mouse.move(from.x, from.y);
    near(await time(), 2.6, 1.5 * from.perPixel, 'time after the release');
    await until(page, 'the snapshot of that time is shown', () => Math.abs(window.catena.snapshot().t - window.catena.time()) < 1e-9);
  });

  test('buttons and keys step by one frame', async () => {
    await page.evaluate(() => window.catena.seek(1));
    await button('One frame on (→)').click();
    const frame = (await time()) - 1;
    near(frame, 0.01, 1e-9, 'one frame of the recording');
    await button('One frame back (←)').click();
    near(await time(), 1, 1e-9, 'back');
    await page.locator('.track').focus();
    for (const [key, t] of [['ArrowRight', 1.01], ['ArrowRight', 1.02], ['ArrowLeft', 1.01], ['Shift+ArrowRight', 2.01], ['Home', 0], ['End', 4]]) {
      await page.keyboard.press(key);
      near(await time(), t, 1e-9, key);
    }
  });

  test('columns are those of the recording', async () => {
    const names = await page.evaluate(() => window.catena.scene.columns.map(({ name }) => name));
    assert.ok(names.length > 100);
    const recorded = [...csv.keys()].filter((name) => name !== 't');
    assert.deepEqual(recorded.filter((name) => !names.includes(name)), [], 'columns that the page does not offer');
    for (const name of ['q.hinge', 'q.left_seat', 'p.trunk.z', 'energy.kinetic', 'v.base.3']) {
      const shown = await page.evaluate((n) => window.catena.column(n), name);
      const wanted = csv.get(name);
      assert.equal(shown.length, wanted.length, name);
      const wrong = shown.findIndex((value, i) => !Object.is(value, Math.fround(wanted[i])) && value !== Math.fround(wanted[i]));
      assert.equal(wrong, -1, `${name}, row ${wrong}: ${shown[wrong]}, recorded ${wanted[wrong]}`);
    }
  });

  test('the legend says the value at the cursor', async () => {
    const value = async (name) => {
      const text = await page.locator(`.entry[title="${name}"] .value`).first().textContent();
      return text === '–' ? NaN : Number(text.replaceAll('−', '-'));
    };
    for (const t of [0.5, 1.5, 3.25]) {
      await page.evaluate((to) => window.catena.seek(to), t);
      const row = csv.get('t').findIndex((at) => Math.abs(at - t) < 1e-9);
      near(await value('q.hinge'), csv.get('q.hinge')[row], 6e-5, `q.hinge at ${t}`);
      const seat = csv.get('q.left_seat')[row]; // cut at 0.92 s: then it has no value
      if (Number.isNaN(seat)) assert.ok(Number.isNaN(await value('q.left_seat')));
      else near(await value('q.left_seat'), seat, 6e-5, `q.left_seat at ${t}`);
    }
    assert.ok(csv.get('q.left_seat').some(Number.isNaN), 'the thigh leaves the plate');
    // Under the pointer instead of at the time that is shown.
    const over = page.locator('.plot .u-over').first();
    const box = await over.boundingBox();
    await over.hover({ position: { x: box.width / 4, y: box.height / 2 } });
    // A pixel is about a row.
    const under = await value('q.hinge');
    const rows = csv.get('q.hinge').slice(98, 103);
    assert.ok(rows.some((row) => Math.abs(under - row) <= 6e-5), `q.hinge under the pointer: ${under}, rows ${rows}`);
    await over.click({ position: { x: box.width / 2, y: box.height / 2 } });
    near(await time(), 2, 0.05, 'a click in the plot goes there');
    await page.mouse.move(400, 300);
  });

  test('the snapshot is that of the recording', async () => {
    await page.evaluate(() => window.catena.seek(0.5));
    const body = await page.evaluate(() => {
      const { scene } = window.catena;
      const frame = scene.frames.find(({ name }) => name === 'trunk');
      return { index: frame.body, at: frame.pose.slice(0, 3), pose: Array.from(window.catena.snapshot().poses.slice(7 * frame.body, 7 * frame.body + 7)) };
    });
    const [x, y, z, w, a, b, c] = body.pose;
    const [u, v, s] = body.at;
    const turned = [
      u * (1 - 2 * (b * b + c * c)) + 2 * v * (a * b - w * c) + 2 * s * (a * c + w * b),
      2 * u * (a * b + w * c) + v * (1 - 2 * (a * a + c * c)) + 2 * s * (b * c - w * a),
      2 * u * (a * c - w * b) + 2 * v * (b * c + w * a) + s * (1 - 2 * (a * a + b * b)),
    ];
    ['x', 'y', 'z'].forEach((axis, k) => near([x, y, z][k] + turned[k], csv.get(`p.trunk.${axis}`)[50], 1e-5, `trunk ${axis}`));
  });

  test('a click on the mark of an event goes to its time', async () => {
    const shown = await page.evaluate(() => window.catena.counts().events);
    assert.equal(shown, events.length);
    const slip = events.find(({ kind, t }) => kind === 'slip' && t > 0.5);
    const cut = events.find(({ kind }) => kind === 'cut');
    for (const { t } of [slip, cut]) {
      const at = await placeOf(t, 8);
      await page.mouse.click(at.x + 2, at.y); // beside it, as a hand does
      near(await time(), t, 0.011, `the event at ${t}`); // two cuts are a pixel or two apart
      const hit = await time();
      assert.ok(events.some((event) => Math.abs(event.t - hit) < 1e-9), `${hit} is the time of no event`);
    }
    const list = page.locator('details.events');
    await list.locator('summary').click();
    await list.locator('.event', { hasText: 'cut' }).first().click();
    near(await time(), cut.t, 1e-9, 'a click in the list of events');
  });

  test('nothing went wrong', () => assert.deepEqual(page.problems, []));
  test('ctrl-C ends the program', async () => assert.deepEqual(await server.stop(), { code: 0, signal: null }));
});
