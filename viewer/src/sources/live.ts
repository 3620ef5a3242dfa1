import type { Snapshot, Scene, SimulationEvent } from '../protocol';
import { interpolate } from './interpolate';
import { lastNotAfter } from './inline';
import type { Column, Source } from './source';

const keepTime = 60; // s
const keepBytes = 96e6;
const keepEvents = 5000;

// A simulation that goes on: the last minute of it is kept.
export class LiveSource implements Source {
  onChange: (() => void) | null = null;
  readonly events: SimulationEvent[] = [];
  readonly interval = 1 / 60;
  private snapshots: { snapshot: Snapshot; bytes: number }[] = [];
  private bytes = 0;
  received = 0;

  constructor(public scene: Scene) {}

  // A structure was made that the old scene does not describe: old snapshots cannot be shown with the new one.
  setScene(scene: Scene): void {
    const shape = (s: Scene): string =>
      [s.bodies, s.joints, s.contacts, s.cables, s.columns].map((list) => list.length).join();
    if (shape(scene) !== shape(this.scene)) this.clear();
    this.scene = scene;
  }

  private clear(): void {
    this.snapshots = [];
    this.bytes = 0;
  }
  // It begins anew.
  reset(): void {
    this.clear();
    this.events.length = 0;
  }

  add(snapshot: Snapshot, bytes: number): void {
    const last = this.newest();
    if (last && snapshot.t < last.t - 1e-9) {
      this.clear(); // it was reset
      while (this.events.length > 0 && this.events[this.events.length - 1]!.t > snapshot.t) this.events.pop();
    } else if (last && snapshot.t <= last.t) {
      this.bytes -= this.snapshots.pop()!.bytes; // the same snapshot again, after a change
    }
    this.snapshots.push({ snapshot, bytes });
    this.bytes += bytes;
    this.received++;
    let drop = 0;
    while (
      this.snapshots.length - drop > 1 &&
      (snapshot.t - this.snapshots[drop]!.snapshot.t > keepTime || this.bytes > keepBytes)
    ) {
      this.bytes -= this.snapshots[drop++]!.bytes;
    }
    if (drop > 0) this.snapshots.splice(0, drop);
    this.onChange?.();
  }

  addEvent(event: SimulationEvent): void {
    this.events.push(event);
    if (this.events.length > keepEvents) this.events.splice(0, keepEvents / 10);
  }

  newest(): Snapshot | null {
    return this.snapshots[this.snapshots.length - 1]?.snapshot ?? null;
  }

  range(): { start: number; end: number } {
    const start = this.snapshots[0]?.snapshot.t ?? this.scene.start;
    return { start, end: this.newest()?.t ?? start };
  }

  snapshotAt(t: number): Snapshot | null {
    const index = lastNotAfter(this.snapshots.length, (i) => this.snapshots[i]!.snapshot.t, t);
    const [a, b] = [this.snapshots[index]?.snapshot, this.snapshots[index + 1]?.snapshot];
    return a && b ? interpolate(a, b, t) : (a ?? null);
  }

  outline(): Snapshot[] {
    return []; // nobody knows
  }

  async exactAt(t: number): Promise<Snapshot | null> {
    return this.snapshotAt(t);
  }

  // What is kept of it, with the times of the snapshots taken as even.
  async column(name: string): Promise<Column | null> {
    const index = this.scene.columns.findIndex((column) => column.name === name);
    if (index < 0) return null;
    const values = Float32Array.from(this.snapshots, ({ snapshot }) => snapshot.values?.[index] ?? NaN);
    const { start, end } = this.range();
    return { start, interval: (end - start) / Math.max(1, values.length - 1), values };
  }

  counts(): Record<string, number> {
    return {
      frames: this.snapshots.length,
      received: this.received,
      columns: this.scene.columns.length,
      events: this.events.length,
      bytes: this.bytes,
    };
  }
}
