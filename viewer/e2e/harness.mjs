// What the tests in a browser share: the program, the browser, a folder that is gone at the end.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const program = process.env.CATENA ?? join(root, 'build', 'release', 'bin', 'catena');

const chromiums = [process.env.CATENA_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
export const chromium = chromiums.find((path) => path && existsSync(path)) ?? null;

// The same software renderer everywhere, and nothing that talks to others.
const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

let browser = null;
let folder = null;
const started = new Set();

// A folder for what a test makes.
export const scratch = () => (folder ??= mkdtempSync(join(tmpdir(), 'catena-e2e-')));

export function openBrowser() {
  // Packages are where the test runs, which need not be beside this file.
  const require = createRequire(join(process.cwd(), 'package.json'));
  browser ??= require('playwright-core').chromium.launch({ executablePath: chromium, args }); // one for all who ask
  return browser;
}

// A page of its own context, with all that went wrong in it: page.problems.
export async function openPage(address, { width = 1000, height = 640, offline = false, empty = false } = {}) {
  const context = await (await openBrowser()).newContext({ viewport: { width, height }, acceptDownloads: true });
  context.setDefaultTimeout(15000);
  const problems = [];
  if (offline) {
    await context.setOffline(true);
    await context.route('**/*', (route) => {
      const url = route.request().url();
      if (/^(file|data|blob):/.test(url)) return route.continue();
      problems.push(`asked for ${url}`);
      return route.abort();
    });
  }
  const page = await context.newPage();
  page.problems = problems;
  page.on('pageerror', (error) => problems.push(String(error)));
  // What the software renderer says of its own speed is no fault of the page.
  page.on('console', (message) => {
    const text = message.text();
    if (['error', 'warning'].includes(message.type()) && !/GPU stall|software WebGL/i.test(text)) problems.push(text);
  });
  if (!empty) await load(page, address); // else its first address comes later
  return page;
}

// Shows another address in a page, which is quicker than a page of its own.
export async function load(page, address) {
  page.problems.length = 0;
  await page.goto('about:blank'); // addresses that differ in their hash alone would not be loaded anew
  await page.goto(address);
  await page.waitForFunction(() => window.catena);
  await page.evaluate(() => window.catena.ready);
}

export const closePage = (page) => page.context().close();

// Runs the program to its end.
export async function catena(...words) {
  const { stdout } = await promisify(execFile)(program, words, { timeout: 120000, maxBuffer: 1e8, cwd: root });
  return stdout;
}

// Starts `catena view`, until stop().
export async function serve(...words) {
  const child = spawn(program, ['view', ...words, '--no-browser', '--port', '0'], { cwd: root });
  started.add(child);
  let text = '';
  const ended = new Promise((done) => child.on('exit', (code, signal) => done({ code, signal })));
  ended.then(() => started.delete(child));
  const address = await new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`no address after 20 s: ${text}`)), 20000);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        text += data;
        const found = /Open (http\S+)[^]*Ctrl-C/.exec(text);
        if (found) {
          clearTimeout(timer);
          done(found[1]);
        }
      });
    }
    ended.then(({ code }) => fail(new Error(`catena view ended with ${code}: ${text}`)));
  });
  const stop = async (signal = 'SIGINT') => {
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), 10000);
    const end = await ended;
    clearTimeout(timer);
    return end;
  };
  return { address, stop, running: () => child.exitCode === null };
}

// Waits until what `look` answers in the page is true; says what was waited for.
export async function until(page, what, look, argument, timeout = 10000) {
  try {
    await page.waitForFunction(look, argument, { timeout, polling: 20 });
  } catch (error) {
    if (error.name !== 'TimeoutError') throw error;
    const now = await page.evaluate(() => ({
      time: window.catena.time(),
      playing: window.catena.playing(),
      poses: Array.from(window.catena.snapshot()?.poses.slice(0, 14) ?? []),
    }));
    throw new Error(`after ${timeout / 1000} s still not: ${what} (asked ${argument}, now ${JSON.stringify(now)})`);
  }
}

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

// A column of a recording in CSV: names to numbers.
export function readCsv(text) {
  const [head, ...lines] = text.trim().split('\n');
  const names = head.split(',');
  const rows = lines.map((line) => line.split(',').map((cell) => (cell === '' ? NaN : Number(cell))));
  return new Map(names.map((name, i) => [name, rows.map((row) => row[i])]));
}

export async function cleanUp() {
  await (await browser)?.close();
  for (const child of started) child.kill('SIGKILL');
  if (folder) rmSync(folder, { recursive: true, force: true });
}
