// Bundles the page into one file without addresses of others: node build.mjs [--out FILE] [--check] [--test]
//
// It runs where node_modules is, which need not be here: CMake installs the packages in its own folder, so that
// nothing is written beside the sources.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const modules = join(process.cwd(), 'node_modules');
const require = createRequire(join(process.cwd(), 'package.json'));
const esbuild = require('esbuild');
const common = { bundle: true, nodePaths: [modules], logLevel: 'warning', target: 'es2022' };
const limit = 1e6; // bytes: it is part of the program, and of every exported page

async function bundle(entry) {
  const result = await esbuild.build({
    ...common,
    entryPoints: [join(here, entry)],
    write: false,
    minify: true,
    format: 'iife',
    outdir: 'out',
    legalComments: 'none',
  });
  return result.outputFiles[0].text;
}

// The licences of what is in the page ask to be named in it.
function licences() {
  return ['three', 'uplot']
    .map((name) => {
      const version = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version;
      const text = readFileSync(join(modules, name, 'LICENSE'), 'utf8')
        .replaceAll('--', '- -')
        .trim();
      return `${name} ${version}\n${text}`;
    })
    .join('\n\n');
}

// Text that ends a script early would break the page.
const inScript = (text) => text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');

async function build(out) {
  const [script, style] = await Promise.all([bundle('src/main.ts'), bundle('src/style.css')]);
  const parts = { '/*style*/': style.trim(), '/*script*/': inScript(script.trim()), '/*licences*/': licences() };
  let page = readFileSync(join(here, 'src', 'page.html'), 'utf8');
  for (const [place, text] of Object.entries(parts)) page = page.replace(place, () => text);
  if (page.split('<!--catena-data-->').length !== 2) throw new Error('page.html must hold <!--catena-data--> once');
  const bytes = Buffer.byteLength(page);
  if (bytes > limit) throw new Error(`the page has ${bytes} bytes, more than ${limit}: which package grew?`);
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, page);
  console.log(`${out}: ${Math.round(bytes / 1024)} KB`);
}

function run(args) {
  const status = spawnSync(process.execPath, args, { stdio: 'inherit' }).status;
  if (status !== 0) process.exit(status ?? 1);
}

// Types, with the packages of the folder this runs in.
function check(folder) {
  const config = {
    extends: join(here, 'tsconfig.json'),
    include: [join(here, 'src/**/*.ts'), join(here, 'test/*.ts')],
    compilerOptions: {
      typeRoots: [join(modules, '@types')],
      types: ['node'],
      paths: {
        'three/addons/*': [join(modules, '@types/three/examples/jsm/*')],
        '*': [join(modules, '@types/*'), join(modules, '*')],
      },
    },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  run([require.resolve('typescript/bin/tsc'), '-p', join(folder, 'tsconfig.json')]);
}

async function test(folder) {
  const tests = readdirSync(join(here, 'test')).filter((name) => name.endsWith('_test.ts'));
  await esbuild.build({
    ...common,
    entryPoints: tests.map((name) => join(here, 'test', name)),
    outdir: folder,
    platform: 'node',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
  });
  run(['--test', ...tests.map((name) => join(folder, name.replace(/\.ts$/, '.mjs')))]);
}

const args = process.argv.slice(2);
const outAt = args.indexOf('--out');
if (args.includes('--check') || args.includes('--test')) {
  const folder = mkdtempSync(join(tmpdir(), 'catena-viewer-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  if (args.includes('--check')) check(folder);
  if (args.includes('--test')) await test(folder);
} else {
  await build(resolve(outAt >= 0 ? args[outAt + 1] : join(here, 'dist', 'viewer.html')));
}
