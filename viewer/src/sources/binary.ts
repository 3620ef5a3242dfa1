import { decodeSnapshot, type Snapshot, type Scene } from '../protocol';

// Binary messages of the program, see docs/viewer.md.
export type Binary =
  | { what: 'frame'; snapshot: Snapshot; bytes: number }
  | { what: 'frames'; id: number; first: number; stride: number; snapshots: Snapshot[]; bytes: number }
  | { what: 'column'; id: number; index: number; values: Float32Array };

export function decodeBinary(scene: Scene, buffer: ArrayBuffer): Binary {
  const view = new DataView(buffer);
  const what = view.getUint8(0);
  if (what === 1) return { what: 'frame', snapshot: decodeSnapshot(scene, buffer, 8).snapshot, bytes: buffer.byteLength };
  if (what === 2) {
    const [id, first, stride, count] = [4, 8, 12, 16].map((at) => view.getUint32(at, true)) as [
      number,
      number,
      number,
      number,
    ];
    const snapshots = frameOffsets(buffer, 24, count).map((offset) => decodeSnapshot(scene, buffer, offset).snapshot);
    return { what: 'frames', id, first, stride, snapshots, bytes: buffer.byteLength };
  }
  if (what === 3) {
    const [id, index, count] = [4, 8, 12].map((at) => view.getUint32(at, true)) as [number, number, number];
    return { what: 'column', id, index, values: new Float32Array(buffer, 16, count) };
  }
  throw new Error(
    `A binary message begins with ${what}; 1, 2 or 3 were expected. Are page and program of one version?`,
  );
}

// Where frames begin that follow one another from `offset`: `count` of them, or all.
export function frameOffsets(buffer: ArrayBuffer, offset: number, count = Infinity): number[] {
  const view = new DataView(buffer);
  const offsets: number[] = [];
  let at = offset;
  while (offsets.length < count && at + 16 <= buffer.byteLength) {
    const size = view.getUint32(at + 12, true);
    if (size < 16 || at + size > buffer.byteLength) {
      throw new Error(`Frame ${offsets.length} says it has ${size} bytes: the data are damaged`);
    }
    offsets.push(at);
    at += size;
  }
  return offsets;
}

// Bytes of a frame, but for the points of cables, whose count is known only from frames.
export const frameBytes = (scene: Scene): number =>
  16 + 28 * scene.bodies.length + 32 * scene.joints.length + 40 * scene.contacts.length + 256 * scene.cables.length;
