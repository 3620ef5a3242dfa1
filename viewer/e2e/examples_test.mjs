// Every example as a page of its own, opened as a file without a network.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { catena, closePage, load, openPage, root, scratch } from './harness.mjs';
import { colours, decodePng, difference, pngOfUrl } from './png.mjs';

export const examples = ['examples', 'examples/constrained', 'examples/tensegrity'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(root, folder, name)),
);
// Those that take seconds to simulate are drawn from their beginning.
const longest = 6; // s
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

// The bare picture at t; without bodies if asked.
const picture = async (page, t, bodies = true) =>
  pngOfUrl(
    await page.evaluate(
      async ([t, bodies]) => {
        const { graph, solids } = window.catena.stage;
        if (!bodies) graph.remove(solids.group);
        const url = await window.catena.renderAt(t);
        if (!bodies) graph.add(solids.group);
        return url;
      },
      [t, bodies],
    ),
  );

describe('examples as pages', () => {
  let page = null;
  after(() => page && closePage(page));
  before(async () => {
    const left = [...examples];
    const work = async () => {
      for (let file = left.shift(); file; file = left.shift())
        await catena('view', beginning(file), '--export', pageOf(file));
    };
    await Promise.all([work(), work()]);
  });

  test('there are examples', () => assert.ok(examples.length >= 25, `${examples.length} examples`));

  for (const file of examples) {
    test(basename(file, '.yaml'), async (t) => {
      const address = `${pathToFileURL(pageOf(file)).href}#panels=0&theme=light`;
      if (page) await load(page, address);
      else page = await openPage(address, { width: 200, height: 150, offline: true });
      const screen = decodePng(await page.screenshot());
      assert.ok(colours(screen) > 200, `the screen has only ${colours(screen)} colours`);
      const { start, duration } = await page.evaluate(() => window.catena.scene);
      const then = start + 0.37 * duration;
      await picture(page, then); // the ground makes room for all that it has seen: after this it stays where it is
      const first = await picture(page, start);
      const empty = await picture(page, start, false);
      const later = await picture(page, then);
      const again = await picture(page, start);
      const share = (part) => `${(100 * part).toFixed(1)} %`;
      t.diagnostic(`bodies ${share(difference(first, empty))}, motion ${share(difference(first, later))} of the picture`);
      assert.ok(difference(first, empty) > visible, 'the bodies are not to be seen');
      assert.ok(difference(later, await picture(page, then, false)) > visible, 'the bodies are not to be seen later');
      // Some take their time to begin, others end where they began, or are there sooner.
      let moved = difference(first, later) > visible;
      for (const part of [0.96, 0.15]) moved ||= difference(first, await picture(page, start + part * duration)) > visible;
      assert.ok(moved, 'nothing has moved');
      assert.ok(difference(first, again) < 1e-4, `the same time looks different: ${share(difference(first, again))}`);
      assert.deepEqual(page.problems, []);
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
    await page.evaluate(() => fetch('http://127.0.0.1:9/').catch(() => null));
    assert.ok(page.problems.some((problem) => problem.includes('asked for http://127.0.0.1:9/')));
  });
});
