// Tests in a real browser, without a screen: node run.mjs [NAME...], where node_modules is.
//
// CATENA is the program (build/release/bin/catena if not said), CATENA_CHROMIUM the browser. Ends with 77 where there
// is none.
import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium, cleanUp, program } from './harness.mjs';

const skipped = 77; // what ctest takes for "skipped"
if (!chromium) {
  console.log('skipped: no Chromium here. Install it (apt install chromium), or name it in CATENA_CHROMIUM.');
  process.exit(skipped);
}
if (!existsSync(program)) {
  console.error(`${program} is not there: build it first (./dev build), or name it in CATENA.`);
  process.exit(1);
}

const wanted = process.argv.slice(2);
const names = readdirSync(dirname(fileURLToPath(import.meta.url)))
  .filter((name) => name.endsWith('_test.mjs'))
  .filter((name) => wanted.length === 0 || wanted.includes(name.replace('_test.mjs', '')));
after(cleanUp);
for (const name of names) await import(`./${name}`); // one process: one after the other, with one browser
