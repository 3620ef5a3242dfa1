// How much processor time a frame of each example takes at 1280 by 720 without a graphics processor. By hand, on a quiet
// or a busy machine: what is measured is time of processors, not of the clock.
//
//   cd build/release/viewer && node ../../../viewer/e2e/speed.mjs [NAME...]
import { basename, join } from 'node:path';
import { readdirSync } from 'node:fs';
import { catena, cleanUp, load, openBrowser, openPage, root, scratch } from './harness.mjs';

const wanted = process.argv.slice(2);
const frames = 24;
const qualities = [3, 5]; // of quality.ts: where software begins, and the last but one
const files = ['', 'arm', 'bodies', 'constrained', 'elements', 'grasp', 'tensegrity'].flatMap((folder) =>
  readdirSync(join(root, 'examples', folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join('examples', folder, name)),
);
const page = await openPage('about:blank', { width: 1280, height: 720, empty: true });
const session = await (await openBrowser()).newBrowserCDPSession();
const cpu = async () => {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
};
// Draws frames one after the other, each of them to its end.
const draw = ({ quality, count }) =>
  (async () => {
    const { stage, scene, seek } = window.catena;
    const { painter } = stage;
    painter.quality.judge = () => false;
    painter.quality.level = quality;
    const gl = painter.renderer.getContext();
    const [from, to] = [scene.start, Math.min(scene.start + scene.duration, scene.start + 4)];
    for (let i = 0; i < count; ++i) {
      await seek(from + ((to - from) * i) / count);
      stage.render();
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    }
  })();

console.log(`name, then ms of processor time per frame at quality ${qualities.join(' and ')}`);
for (const file of files) {
  const name = basename(file, '.yaml');
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const html = join(scratch(), `${name}.html`);
  await catena('view', file, '--export', html);
  await load(page, `file://${html}#play=0&theme=light&panels=0`);
  const costs = [];
  for (const quality of qualities) {
    await page.evaluate(draw, { quality, count: 4 }); // programs are compiled, and shadows drawn for the first time
    const before = await cpu();
    await page.evaluate(draw, { quality, count: frames });
    costs.push((1000 * ((await cpu()) - before)) / frames);
  }
  console.log(`${name.padEnd(32)} ${costs.map((ms) => ms.toFixed(0).padStart(5)).join(' ')}`);
}
await cleanUp();
