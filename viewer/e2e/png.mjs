// Reads pictures as browsers write them: PNG, eight bits, not interlaced.
import { inflateSync } from 'node:zlib';

// { width, height, channels, data }
export function decodePng(bytes) {
  const file = Buffer.from(bytes);
  if (file.toString('latin1', 1, 4) !== 'PNG') throw new Error('not a PNG');
  const parts = [];
  let [width, height, depth, kind, interlaced] = [0, 0, 0, 0, 0];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const name = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (name === 'IHDR') [width, height, depth, kind, interlaced] = [body.readUInt32BE(0), body.readUInt32BE(4), body[8], body[9], body[12]];
    if (name === 'IDAT') parts.push(body);
    at += 12 + length;
  }
  const channels = { 2: 3, 6: 4 }[kind];
  if (depth !== 8 || !channels || interlaced) throw new Error(`PNG of kind ${kind}, ${depth} bits: not expected here`);
  return { width, height, channels, data: unfilter(inflateSync(Buffer.concat(parts)), width * channels, height, channels) };
}

function unfilter(raw, stride, height, step) {
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    const line = y * stride;
    for (let x = 0; x < stride; x++) {
      const left = x >= step ? out[line + x - step] : 0;
      const up = y > 0 ? out[line + x - stride] : 0;
      const corner = x >= step && y > 0 ? out[line + x - stride - step] : 0;
      out[line + x] = raw[y * (stride + 1) + 1 + x] + guess(filter, left, up, corner);
    }
  }
  return out;
}

function guess(filter, left, up, corner) {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

export const pngOfUrl = (url) => decodePng(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));

// How many colours there are.
export function colours({ data, channels }) {
  const seen = new Set();
  for (let i = 0; i < data.length; i += channels) seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
  return seen.size;
}

// The share of pixels that clearly differ.
export function difference(a, b) {
  if (a.width !== b.width || a.height !== b.height) throw new Error('pictures of different sizes');
  let count = 0;
  for (let p = 0; p < a.width * a.height; p++) {
    const [i, j] = [p * a.channels, p * b.channels];
    const gap = Math.max(...[0, 1, 2].map((k) => Math.abs(a.data[i + k] - b.data[j + k])));
    if (gap > 24) count++;
  }
  return count / (a.width * a.height);
}
