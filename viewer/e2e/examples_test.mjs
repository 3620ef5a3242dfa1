// Every example as a page of its own, opened as a file without a network.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { catena, closePage, load, openPage, root, scratch } from './harness.mjs';
import { colours, decodePng } from './png.mjs';

export const examples = ['examples', 'examples/constrained', 'examples/tensegrity'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(root, folder, name)),
);
// Those that take seconds to simulate are drawn from their beginning.
const longest = 3; // s
const beginning = (file) => {
  const duration = /^duration: ([0-9.]+)/m.exec(readFileSync(file, 'utf8'));
  if (!duration || Number(duration[1]) <= longest) return file;
  const short = join(scratch(), `${basename(file)}`);
  writeFileSync(short, `include: ${file}\nduration: ${longest}\n`);
  return short;
};
// Rods a pixel thin still cover more of the picture than this; two pictures of one time differ in less than a twentieth.
const visible = 0.002;
const pageOf = (file) => join(scratch(), `${basename(file, '.yaml')}.html`);

// Runs in the page: shares of the pixels that differ between pictures of given times, drawn as the screen is. All in one
// call, and without files of pictures: most of the time of this test was spent in writing and reading these.
const compare = async (pairs) => {
  const { stage, scene, seek, pause } = window.catena;
  const { graph, solids, painter } = stage;
  const { start, duration } = scene;
  const gl = painter.renderer.getContext();
  const level = { ratio: 1, shadow: 512, fine: false, quickShadows: true, every: 1 };
  pause();
  const picture = async ({ part, bodies = true }) => {
    await seek(start + part * duration);
    stage.view.update();
    if (!bodies) graph.remove(solids.group);
    painter.paint(level, true);
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    const pixels = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    if (!bodies) graph.add(solids.group);
    return pixels;
  };
  const taken = new Map(); // not twice, unless under another number
  const take = async (asked) => {
    const key = JSON.stringify(asked);
    if (!taken.has(key)) taken.set(key, await picture(asked));
    return taken.get(key);
  };
  const differs = (a, b, i) =>
    Math.max(Math.abs(a[i] - b[i]), Math.abs(a[i + 1] - b[i + 1]), Math.abs(a[i + 2] - b[i + 2])) > 24;
  const shares = [];
  for (const [one, other] of pairs) {
    const [a, b] = [await take(one), await take(other)];
    let count = 0;
    for (let i = 0; i < a.length; i += 4) if (differs(a, b, i)) ++count;
    shares.push((4 * count) / a.length);
  }
  return shares;
};

// What is seen of an example: colours of the screen, shares of its pixels, and what the page complained of.
async function look(page, file) {
  await load(page, `${pathToFileURL(pageOf(file)).href}#panels=0&theme=light`);
  const screen = decodePng(await page.screenshot());
  const [first, then] = [{ part: 0 }, { part: 0.37 }];
  const without = (moment) => ({ ...moment, bodies: false });
  // The ground makes room for all that it has seen: after the first picture it stays where it is.
  const [, drawn, drawnThen, again, ...motion] = await page.evaluate(compare, [
    [{ part: 0.37, number: 0 }, { part: 0.37, number: 0 }],
    [first, without(first)],
    [then, without(then)],
    [first, { part: 0, number: 1 }],
    // Some take their time to begin, others end where they began, or are there sooner.
    ...[0.37, 0.96, 0.15].map((part) => [first, { part }]),
  ]);
  return { colours: colours(screen), drawn, drawnThen, again, moved: Math.max(...motion), problems: [...page.problems] };
}

describe('examples as pages', () => {
  // Two of them at once, each simulated, written and looked at in a page that stays; the tests below wait for theirs.
  const seen = new Map();
  let workers = [];
  before(() => {
    const left = [...examples];
    const settle = new Map();
    for (const file of examples) {
      seen.set(file, new Promise((done, failed) => settle.set(file, { done, failed })));
      seen.get(file).catch(() => null); // its own test says it
    }
    const work = async () => {
      const page = await openPage('', { width: 200, height: 150, offline: true, empty: true });
      for (let file = left.shift(); file; file = left.shift()) {
        const { done, failed } = settle.get(file);
        await catena('view', beginning(file), '--export', pageOf(file))
          .then(() => look(page, file))
          .then(done, failed);
      }
      await closePage(page);
    };
    workers = [work(), work()];
  });
  after(() => Promise.all(workers));

  test('there are examples', () => assert.ok(examples.length >= 25, `${examples.length} examples`));

  for (const file of examples) {
    test(basename(file, '.yaml'), async (t) => {
      const { colours, drawn, drawnThen, again, moved, problems } = await seen.get(file);
      const share = (part) => `${(100 * part).toFixed(1)} %`;
      t.diagnostic(`bodies ${share(drawn)}, motion ${share(moved)} of the picture`);
      assert.ok(colours > 200, `the screen has only ${colours} colours`);
      assert.ok(drawn > visible, 'the bodies are not to be seen');
      assert.ok(drawnThen > visible, 'the bodies are not to be seen later');
      assert.ok(moved > visible, 'nothing has moved');
      assert.ok(again < 1e-4, `the same time looks different: ${share(again)}`);
      assert.deepEqual(problems, []);
    });
  }

  // The command that draws pictures drives the same page.
  test('a picture by catena render', async () => {
    const out = join(scratch(), 'rendered.png');
    await catena('render', join(root, 'examples/four_bar.yaml'), '--out', out, '--time', '0.5', '--size', '320x240');
    const picture = decodePng(readFileSync(out));
    assert.ok(colours(picture) > 200, `the picture has only ${colours(picture)} colours`);
  });

  // The guard itself must work: a page that asks for something else is caught.
  test('a request to elsewhere would be noticed', async () => {
    const page = await openPage('about:blank', { offline: true, empty: true });
    await page.evaluate(() => fetch('http://127.0.0.1:9/').catch(() => null));
    assert.ok(page.problems.some((problem) => problem.includes('asked for http://127.0.0.1:9/')));
    await closePage(page);
  });
});
