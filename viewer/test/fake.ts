import type { Snapshot, Scene } from '../src/protocol';

// A scene with so many things of each kind, and names for them.
export function fakeScene(parts: {
  bodies?: number;
  joints?: number;
  contacts?: number;
  cables?: number;
  columns?: string[];
  live?: boolean;
}): Scene {
  const names = (word: string, count = 0): string[] => Array.from({ length: count }, (_, i) => `${word}${i}`);
  return {
    is: 'scene',
    version: 1,
    mode: parts.live ? 'live' : 'replay',
    name: 'fake',
    description: '',
    source: 'fake.yaml',
    start: 0,
    duration: 1,
    gravity: [0, 0, -9.81],
    size: 1,
    center: [0, 0, 0],
    fixed: [],
    frames: [],
    surfaces: [],
    motors: [],
    plots: [],
    bodies: names('body', parts.bodies).map((name) => ({ name, mass: 1, com: [0, 0, 0], shapes: [] })),
    joints: names('joint', parts.joints).map((name) => ({
      name,
      kind: 'revolute',
      a: -1,
      b: 0,
      loop: false,
      on_b: [0, 0, 0, 1, 0, 0, 0],
      axis: null,
      cut: false,
      coordinates: [],
    })),
    contacts: names('contact', parts.contacts).map((name) => ({ name, a: 0, b: -1, friction: 0, bilateral: false })),
    cables: names('cable', parts.cables).map((name) => ({ name })),
    event_kinds: [{ kind: 'taut', colour: '#d6b21c', meaning: 'a cable, or a one-sided spring, acts from now on' }],
    columns: (parts.columns ?? []).map((name) => {
      const [group = '', item = ''] = name.split('.');
      return { name, unit: 'rad', group, quantity: 'position', item };
    }),
  };
}

// A frame as the program writes it: all numbers after the head, in order.
export function encodeFrame(t: number, revision: number, numbers: number[]): Uint8Array {
  const size = 8 * Math.ceil((16 + 4 * numbers.length) / 8);
  const view = new DataView(new ArrayBuffer(size));
  view.setFloat64(0, t, true);
  view.setUint32(8, revision, true);
  view.setUint32(12, size, true);
  numbers.forEach((value, i) => view.setFloat32(16 + 4 * i, value, true));
  return new Uint8Array(view.buffer);
}

export function join(...parts: Uint8Array[]): ArrayBuffer {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all.buffer;
}

export const words = (...values: number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer);

// A snapshot with one body at x = t, not turned.
export function fakeSnapshot(t: number): Snapshot {
  return {
    t,
    revision: 1,
    poses: Float32Array.of(t, 0, 0, 1, 0, 0, 0),
    joints: new Float32Array(),
    contacts: new Float32Array(),
    cables: [],
    values: null,
    touches: new Float32Array(),
    grasps: [],
  };
}
