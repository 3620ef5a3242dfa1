import type { Command, Snapshot, RecordingInfo, Scene, SimulationEvent } from '../protocol';
import { frameBytes, type Binary } from './binary';
import { FrameLevel } from './frame_cache';
import type { Column, Source } from './source';

const overviewBytes = 8e6;
const detailBytes = 96e6;
const snapshotBytes = 600; // what a decoded snapshot takes besides its numbers
const blockBytes = 5e5; // small, so that the answer to a jump is there soon

interface Wanted {
  level: FrameLevel;
  block: number;
}
interface Request extends Wanted {
  first: number;
  count: number;
  snapshots: Snapshot[];
  bytes: number;
}

// A recording that the program holds: a few frames of all of it, then more, then all frames around the cursor.
export class ReplaySource implements Source {
  onChange: (() => void) | null = null;
  readonly events: SimulationEvent[];
  readonly interval: number;
  private levels: FrameLevel[]; // the finest first
  private asked = new Map<number, Request>();
  private wanted: Wanted[] = []; // the most urgent first
  private background: Wanted[] = [];
  private columns = new Map<string, Promise<Column | null>>();
  private columnAsked = new Map<number, (values: Float32Array) => void>();
  private waiting: { t: number; done: (snapshot: Snapshot | null) => void }[] = [];
  private nextId = 1;

  constructor(
    readonly scene: Scene,
    private info: RecordingInfo,
    private send: (command: Command) => void,
  ) {
    this.events = info.events ?? [];
    this.interval = info.interval;
    const bytes = frameBytes(scene);
    const stride = Math.max(1, Math.ceil((info.frames * bytes) / overviewBytes));
    const length = Math.min(Math.max(Math.floor(blockBytes / bytes), 8), 1024);
    const detail = new FrameLevel(1, length, detailBytes);
    const overview = new FrameLevel(stride, length, detailBytes);
    const sketch = new FrameLevel(Math.max(1, Math.ceil(info.frames / 64)), 64, detailBytes);
    this.levels = stride === 1 ? [detail, sketch] : [detail, overview, sketch];
    this.background = [{ level: sketch, block: 0 }];
    const whole = stride === 1 ? detail : overview;
    for (let block = 0; whole.firstOf(block) < info.frames; block++) this.background.push({ level: whole, block });
    this.pump();
  }

  range(): { start: number; end: number } {
    return { start: this.info.start, end: this.info.start + Math.max(0, this.info.frames - 1) * this.interval };
  }

  private position(t: number): number {
    const frames = (t - this.info.start) / this.interval;
    const near = Math.round(frames); // times like 0.3 are not exact
    return Math.min(Math.max(Math.abs(frames - near) < 1e-6 ? near : frames, 0), this.info.frames - 1);
  }

  snapshotAt(t: number, speed = 0): Snapshot | null {
    const position = this.position(t);
    this.want(position, speed);
    for (const level of this.levels) {
      const snapshot = level.at(position, t, this.info.frames);
      if (snapshot) return snapshot;
    }
    return null;
  }

  outline(): Snapshot[] {
    const sketch = this.levels[this.levels.length - 1]!;
    const snapshots: Snapshot[] = [];
    for (let index = 0; index < this.info.frames; index += sketch.stride) {
      const snapshot = sketch.get(index);
      if (snapshot) snapshots.push(snapshot);
    }
    return snapshots;
  }

  exactAt(t: number): Promise<Snapshot | null> {
    if (this.info.frames === 0) return Promise.resolve(null);
    return new Promise((done) => {
      this.waiting.push({ t, done });
      this.want(this.position(t), 0);
      this.settle();
    });
  }

  // The blocks around the cursor, and those that playing needs next.
  private want(position: number, speed: number): void {
    const detail = this.levels[0]!;
    const here = detail.blockOf(Math.floor(position));
    const blocks = new Set([here, detail.blockOf(Math.min(position + 1, this.info.frames - 1))]);
    const ahead = Math.abs(speed) / this.interval; // frames in a second
    if (speed !== 0)
      blocks.add(detail.blockOf(Math.min(Math.max(position + Math.sign(speed) * ahead, 0), this.info.frames - 1)));
    this.wanted = [...blocks].filter((block) => !detail.has(block)).map((block) => ({ level: detail, block }));
    this.pump();
  }

  private pump(): void {
    const busy = (item: Wanted): boolean =>
      [...this.asked.values()].some((request) => request.level === item.level && request.block === item.block);
    const open = (item: Wanted): boolean => !item.level.has(item.block) && !busy(item);
    while (this.asked.size < 2) {
      // The sketch is small and answers everywhere, so it goes first.
      const sketch = this.background[0]?.level === this.levels[this.levels.length - 1];
      const item = (sketch ? undefined : this.wanted.find(open)) ?? this.background.find(open);
      if (!item) break;
      this.background = this.background.filter((other) => other !== item && open(other));
      this.ask(item);
    }
  }

  private ask(item: Wanted): void {
    const { level, block } = item;
    const first = level.firstOf(block);
    const count = Math.min(level.length, Math.ceil((this.info.frames - first) / level.stride));
    if (count <= 0) return;
    this.request({ level, block, first, count, snapshots: [], bytes: 0 });
  }

  private request(request: Request): void {
    const id = this.nextId++;
    this.asked.set(id, request);
    this.send({
      do: 'frames',
      id,
      first: request.first + request.snapshots.length * request.level.stride,
      count: request.count - request.snapshots.length,
      stride: request.level.stride,
    });
  }

  // What the program answers.
  receive(message: Binary): void {
    if (message.what === 'column') {
      this.columnAsked.get(message.id)?.(message.values);
      this.columnAsked.delete(message.id);
      return;
    }
    if (message.what !== 'frames') return;
    const request = this.asked.get(message.id);
    this.asked.delete(message.id);
    if (!request) return;
    request.snapshots.push(...message.snapshots);
    request.bytes += message.bytes + snapshotBytes * message.snapshots.length;
    const complete = request.snapshots.length >= request.count || message.snapshots.length === 0;
    if (complete) request.level.add(request.block, request.snapshots, request.bytes);
    else this.request(request); // it sends at most 4 MB at a time
    this.settle();
    this.pump();
    this.onChange?.();
  }

  private settle(): void {
    const detail = this.levels[0]!;
    this.waiting = this.waiting.filter(({ t, done }) => {
      const position = this.position(t);
      const here = detail.has(detail.blockOf(Math.floor(position))) && detail.has(detail.blockOf(Math.ceil(position)));
      if (here)
        done(this.snapshotAt(t)); // a coarse one, should the program have sent too few
      else this.want(position, 0);
      return !here;
    });
  }

  column(name: string): Promise<Column | null> {
    const known = this.columns.get(name);
    if (known) return known;
    if (!this.scene.columns.some((column) => column.name === name)) return Promise.resolve(null);
    const id = this.nextId++;
    const answer = new Promise<Column | null>((done) => {
      this.columnAsked.set(id, (values) =>
        done({ start: this.info.row_start, interval: this.info.row_interval, values }),
      );
    });
    this.columns.set(name, answer);
    this.send({ do: 'column', id, name });
    return answer;
  }

  counts(): Record<string, number> {
    const [detail, overview] = this.levels;
    return {
      frames: this.info.frames,
      columns: this.scene.columns.length,
      events: this.events.length,
      blocks: detail!.count,
      bytes: detail!.bytes,
      stride: overview!.stride,
    };
  }
}
