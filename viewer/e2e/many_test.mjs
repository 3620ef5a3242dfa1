// Six hundred tumbling bodies, drawn without a graphics processor.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { catena, closePage, openBrowser, openPage, scratch, serve, until } from './harness.mjs';

const count = 600;
const shapes = ['box: {sides: [0.3, 0.2, 0.1]}', 'sphere: {radius: 0.12}', 'capsule: {radius: 0.07, length: 0.25}'];

let seed = 12345;
const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
const between = (low, high) => (low + random() * (high - low)).toFixed(3);

// Thrown up, each with a spin of its own.
function scenario() {
  const all = [...Array(count).keys()];
  const bodies = all.map((i) => `    - {name: body${i}, shapes: [{${shapes[i % 3]}, mass: 1}]}`);
  const joints = all.map((i) => `    - {name: pose${i}, kind: free, parent: world, child: body${i}}`);
  const starts = all.map((i) => {
    const place = [-2.5 + 0.5 * (i % 10), -2.5 + 0.5 * (Math.floor(i / 10) % 10), 1 + 0.5 * Math.floor(i / 100)];
    const v = [0, 1, 2].map(() => between(-4, 4)).concat(['0', '0', between(4, 6)]);
    return `  pose${i}: {position: [${place.map((p) => p.toFixed(2))}], v: [${v}]}`;
  });
  return `
name: Six hundred bodies
model:
  bodies:
${bodies.join('\n')}
  joints:
${joints.join('\n')}
initial:
${starts.join('\n')}
duration: 1
record: {interval: 0.02, columns: [q]}
`;
}

// Seconds that all parts of the browser have computed for.
async function cpuSeconds(session) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

describe('600 tumbling bodies', () => {
  let server, page;
  before(async () => {
    const [text, file] = [join(scratch(), 'many.yaml'), join(scratch(), 'many.h5')];
    writeFileSync(text, scenario());
    await catena('run', text, '--out', file, '--integrator', 'rk4', '--step', '0.02');
    server = await serve(file);
    page = await openPage(`${server.address}#panels=0&theme=light&speed=0.5`, { width: 640, height: 480 });
  });
  after(async () => {
    if (page) await closePage(page);
    await server?.stop();
  });

  test('play at 640 by 480', async (t) => {
    assert.equal(await page.evaluate(() => window.catena.scene.bodies.length), count);
    const session = await (await openBrowser()).newBrowserCDPSession();
    await page.evaluate(() => {
      const { stage } = window.catena;
      const render = stage.render.bind(stage);
      window.work = { frames: 0 };
      stage.render = () => {
        const drew = render();
        if (drew) window.work.frames++;
        return drew;
      };
      window.catena.play();
    });
    // Until it has found out how finely it can draw.
    const settled = ({ steady }) => {
      const { level } = window.catena.stage.painter.quality;
      if (window.work.level !== level) Object.assign(window.work, { level, since: window.work.frames });
      return window.work.frames - window.work.since >= steady;
    };
    await until(page, 'the quality stays', settled, { steady: 15 });
    const look = () => ({ ...window.work, now: performance.now(), level: window.catena.stage.painter.quality.level });
    const [from, cpuFrom] = [await page.evaluate(look), await cpuSeconds(session)];
    const enough = ({ frames, now }) => window.work.frames >= frames + 40 || performance.now() > now + 5000;
    await until(page, 'frames are drawn', enough, from);
    const [to, cpuTo] = [await page.evaluate(look), await cpuSeconds(session)];
    const frames = to.frames - from.frames;
    const fps = frames / ((to.now - from.now) / 1000);
    const cpu = (1000 * (cpuTo - cpuFrom)) / frames;
    const { drawMs } = await page.evaluate(() => window.catena.counts());
    t.diagnostic(
      `${count} bodies: ${fps.toFixed(1)} frames per second, ${cpu.toFixed(1)} ms of processors per frame, ` +
        `${drawMs.toFixed(1)} ms of it in drawing calls, level ${to.level} of 6`,
    );
    // How fast it is depends on who else is at work on this machine: it is told, not judged. That it plays is.
    assert.ok(fps >= 1, `${frames} frames in ${(to.now - from.now) / 1000} s`);
    assert.deepEqual(page.problems, []);
  });
});
