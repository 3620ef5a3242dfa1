// The pictures of the gallery, in WebP, which takes a fifth of what PNG does: one of every example, as its key `picture` says; and films of those whose motion is the
// point.
//
//   node viewer/e2e/pictures.mjs [--films] [NAME...]      (./dev pictures)
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cleanUp, load, openPage, program, root, scratch } from './harness.mjs';

// The films of the gallery, and what else is asked of them.
const films = {
  barrett_handset: [],
  dominoes: [],
  four_bar: ['--to', '1.5', '--speed', '0.5'],
  hand_elastic: [],
  high_bar: ['--speed', '0.7'],
  newtons_cradle: [],
  swing_seat: [],
  tumbling_block: ['--to', '1.6', '--speed', '0.5'],
};
const largest = { picture: 60e3, film: 300e3 }; // bytes: the repository keeps all of them for ever
const sizes = { picture: ['800x450', '640x360'], film: ['400x226', '320x180'] };

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const kind = process.argv.includes('--films') ? 'film' : 'picture';
const files = ['', 'arm', 'bodies', 'constrained', 'elements', 'grasp', 'tensegrity'].flatMap((folder) =>
  readdirSync(join(root, 'examples', folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(root, 'examples', folder, name)),
);

// Films are made by `catena render`. So could pictures be, but one browser for all of them takes a third of the time.
function film(file, out, size) {
  const options = ['--out', out, '--size', size, '--fps', '12', '--layers=-grid', ...films[basename(file, '.yaml')]];
  execFileSync(program, ['render', file, ...options], { stdio: 'ignore', timeout: 600000 });
}
let page = null;
async function picture(file, out, size) {
  const html = join(scratch(), `${basename(file, '.yaml')}.html`);
  if (!existsSync(html)) execFileSync(program, ['view', file, '--export', html], { stdio: 'ignore', timeout: 600000 });
  const [width, height] = size.split('x').map(Number);
  page ??= await openPage('about:blank', { width, height, empty: true });
  await page.setViewportSize({ width, height });
  await load(page, `file://${html}#play=0&theme=light&panels=0`);
  const url = await page.evaluate(() => window.catena.compose(null, '').then(() => window.catena.stage.screenshot('image/webp')));
  writeFileSync(out, Buffer.from(url.split(',')[1], 'base64'));
}

let failed = false;
for (const file of files) {
  const name = basename(file, '.yaml');
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  if (kind === 'film' && !(name in films)) continue;
  const out = join(root, 'docs', 'pictures', kind === 'film' ? `${name}.webp` : `view_${name}.webp`);
  for (const size of sizes[kind]) {
    await (kind === 'film' ? film : picture)(file, out, size);
    if (statSync(out).size <= largest[kind]) break;
  }
  const bytes = statSync(out).size;
  if (bytes > largest[kind]) failed = true;
  console.log(`${basename(out)}: ${Math.round(bytes / 1024)} KB${bytes > largest[kind] ? ', too large' : ''}`);
}
await cleanUp();
process.exit(failed ? 1 : 0);
