import { advance, clampSpeed } from './clock';
import type { Command, Snapshot, Status } from './protocol';
import { Signal } from './signal';
import { LiveSource } from './sources/live';
import type { Source } from './sources/source';

// s: a longer one is a jump; and how many snapshots are looked up within one.
const longestGap = 2;
const mostBetween = 12;

// What time is shown, and how it goes on. A replay plays here; a live simulation plays in the program.
export class Player {
  source: Source | null = null;
  time = 0;
  playing = false;
  speed = 1;
  loop = true;
  following = true; // live: the newest snapshot is shown, not one of those that are kept
  snapshot: Snapshot | null = null;
  status: Status | null = null; // live
  readonly changed = new Signal(); // whether it plays, how fast, ...
  private stale = true;
  private last = 0;
  private heldUntil = 0; // ms: until then the program may not have heard of the last change here

  constructor(private send: (command: Command) => void) {}

  get live(): LiveSource | null {
    return this.source instanceof LiveSource ? this.source : null;
  }
  get range(): { start: number; end: number } {
    return this.source?.range() ?? { start: 0, end: 0 };
  }

  setSource(source: Source): void {
    this.source = source;
    this.snapshot = null;
    this.following = true;
    this.time = source.range().start;
    this.refresh();
    source.onChange = () => this.refresh();
    this.changed.emit();
  }

  // Asks for the snapshot anew: better frames have come, or the scene has changed.
  refresh(): void {
    this.stale = true;
  }

  private tell(command: Command): void {
    this.heldUntil = performance.now() + 300;
    this.send(command);
  }

  play(): void {
    if (this.live) {
      this.following = true;
      this.tell({ do: 'play' });
    } else if (this.time >= this.range.end - 1e-9) {
      this.time = this.range.start;
    }
    this.playing = true;
    this.changed.emit();
  }

  pause(): void {
    if (this.live) this.tell({ do: 'pause' });
    this.playing = false;
    this.changed.emit();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  // Shows another time. Of a live simulation it stops, and shows what is kept.
  seek(t: number): void {
    const { start, end } = this.range;
    if (this.live) {
      if (this.playing) this.pause();
      this.following = t >= end;
    }
    this.time = Math.min(Math.max(t, start), end);
    this.stale = true;
    this.changed.emit();
  }

  step(count: number): void {
    if (!this.source) return;
    if (this.live && this.following && count > 0) {
      this.playing = false;
      this.tell({ do: 'step', count });
      this.changed.emit();
      return;
    }
    if (this.playing) this.pause();
    const { start } = this.range;
    const frame = Math.round((this.time - start) / this.source.interval) + count;
    this.seek(start + frame * this.source.interval);
  }

  setSpeed(speed: number): void {
    this.speed = clampSpeed(speed);
    if (this.live) this.tell({ do: 'speed', value: this.speed });
    this.changed.emit();
  }

  setLoop(loop: boolean): void {
    this.loop = loop;
    this.changed.emit();
  }

  goLive(): void {
    this.following = true;
    this.stale = true;
    this.changed.emit();
  }

  setStatus(status: Status): void {
    this.status = status;
    if (performance.now() > this.heldUntil) {
      this.playing = status.playing;
      this.speed = status.speed;
    }
    this.changed.emit();
  }

  // Snapshots of a replay between t and the time that is shown: what a slow browser leaves out.
  since(t: number): Snapshot[] {
    const passed = this.time - t;
    if (!this.source || this.live || !this.playing || !(passed > 0) || passed > longestGap) return [];
    const count = Math.min(mostBetween, Math.ceil(passed / this.source.interval) - 1);
    const times = Array.from({ length: count }, (_, i) => t + (passed * (i + 1)) / (count + 1));
    return times.map((at) => this.source!.snapshotAt(at, this.speed)).filter((snapshot) => snapshot !== null);
  }

  // Goes on to `now` (ms); says whether there is something new to show.
  tick(now: number): boolean {
    const dt = Math.min((now - this.last) / 1000, 0.25); // a tab that was hidden does not jump
    this.last = now;
    const source = this.source;
    if (!source) return false;
    if (this.live) {
      if (!this.following && this.time > this.range.end) this.goLive(); // it was reset
      if (this.following) this.time = this.range.end;
    } else if (this.playing && dt > 0) {
      const { t, ended } = advance(this.time, dt, this.speed, this.range, this.loop);
      this.time = t;
      this.stale = true;
      if (ended) this.pause();
    }
    if (!this.stale) return false;
    this.stale = false;
    this.snapshot = source.snapshotAt(this.time, this.playing ? this.speed : 0) ?? this.snapshot;
    return this.snapshot !== null;
  }
}
