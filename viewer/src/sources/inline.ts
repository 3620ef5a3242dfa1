import { decodeSnapshot, type Snapshot, type RecordingInfo, type Scene, type SimulationEvent } from '../protocol';
import { frameOffsets } from './binary';
import { interpolate } from './interpolate';
import type { Column, Source } from './source';

const chunk = 1 << 20; // characters of base64 at a time, a multiple of 4

// Bytes of base64 of zlib data. Blanks and line ends do not matter.
export async function inflate(base64: string): Promise<ArrayBuffer> {
  const text = base64.replace(/\s+/g, '');
  if (text === '') return new ArrayBuffer(0);
  let at = 0;
  const packed = new ReadableStream<BufferSource>({
    pull(controller) {
      if (at >= text.length) return controller.close();
      const raw = atob(text.slice(at, (at += chunk)));
      const bytes = new Uint8Array(raw.length);
      for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
      controller.enqueue(bytes);
    },
  });
  return new Response(
    packed.pipeThrough(new DecompressionStream('deflate')) as ReadableStream<Uint8Array<ArrayBuffer>>,
  ).arrayBuffer();
}

// The last of increasing times that is not after t; 0 where there is none.
export function lastNotAfter(count: number, time: (index: number) => number, t: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (time(middle) <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

// What an exported page holds: everything is there from the start.
export class InlineSource implements Source {
  onChange: (() => void) | null = null;
  readonly events: SimulationEvent[];
  readonly interval: number;
  private offsets: number[];
  private times: Float64Array;

  constructor(
    readonly scene: Scene,
    private info: RecordingInfo,
    private frames: ArrayBuffer,
    private columns: Float32Array,
  ) {
    const view = new DataView(frames);
    this.offsets = frameOffsets(frames, 0);
    this.times = Float64Array.from(this.offsets, (offset) => view.getFloat64(offset, true));
    this.events = info.events ?? [];
    this.interval = info.interval;
  }

  // Null where the page holds no data.
  static async fromDocument(document: Document): Promise<InlineSource | null> {
    const text = (id: string): string => document.getElementById(id)?.textContent ?? '';
    const head = text('catena-scene');
    if (head === '') return null;
    const { scene, recording } = JSON.parse(head) as { scene: Scene; recording: RecordingInfo };
    const [frames, columns] = await Promise.all([inflate(text('catena-frames')), inflate(text('catena-columns'))]);
    for (const id of ['catena-frames', 'catena-columns']) document.getElementById(id)?.remove(); // memory
    return new InlineSource(scene, recording, frames, new Float32Array(columns));
  }

  range(): { start: number; end: number } {
    const start = this.times[0] ?? this.info.start;
    return { start, end: this.times[this.times.length - 1] ?? start };
  }

  outline(): Snapshot[] {
    const count = Math.min(64, this.times.length);
    const step = (this.times.length - 1) / Math.max(1, count - 1);
    return Array.from({ length: count }, (_, i) => this.frame(Math.round(i * step))!);
  }

  snapshotAt(t: number): Snapshot | null {
    const index = lastNotAfter(this.times.length, (i) => this.times[i]!, t);
    const [a, b] = [this.frame(index), this.frame(index + 1)];
    return a && b ? interpolate(a, b, t) : a;
  }

  private frame(index: number): Snapshot | null {
    const offset = this.offsets[index];
    return offset === undefined ? null : decodeSnapshot(this.scene, this.frames, offset).snapshot;
  }

  async exactAt(t: number): Promise<Snapshot | null> {
    return this.snapshotAt(t);
  }

  async column(name: string): Promise<Column | null> {
    const index = this.scene.columns.findIndex((column) => column.name === name);
    const rows = this.info.rows;
    if (index < 0 || this.columns.length < (index + 1) * rows) return null;
    return {
      start: this.info.row_start,
      interval: this.info.row_interval,
      values: this.columns.subarray(index * rows, (index + 1) * rows),
    };
  }

  counts(): Record<string, number> {
    return { frames: this.times.length, columns: this.scene.columns.length, events: this.events.length };
  }
}
