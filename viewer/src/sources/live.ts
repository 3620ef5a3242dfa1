import type { Moment, Scene, SimulationEvent } from '../protocol';
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
  private moments: { moment: Moment; bytes: number }[] = [];
  private bytes = 0;
  received = 0;

  constructor(public scene: Scene) {}

  // A structure was made that the old scene does not describe: old moments cannot be shown with the new one.
  setScene(scene: Scene): void {
    const shape = (s: Scene): string =>
      [s.bodies, s.joints, s.contacts, s.cables, s.columns].map((list) => list.length).join();
    if (shape(scene) !== shape(this.scene)) this.clear();
    this.scene = scene;
  }

  private clear(): void {
    this.moments = [];
    this.bytes = 0;
  }

  add(moment: Moment, bytes: number): void {
    const last = this.newest();
    if (last && moment.t < last.t - 1e-9) {
      this.clear(); // it was reset
      while (this.events.length > 0 && this.events[this.events.length - 1]!.t > moment.t) this.events.pop();
    } else if (last && moment.t <= last.t) {
      this.bytes -= this.moments.pop()!.bytes; // the same moment again, after a change
    }
    this.moments.push({ moment, bytes });
    this.bytes += bytes;
    this.received++;
    let drop = 0;
    while (
      this.moments.length - drop > 1 &&
      (moment.t - this.moments[drop]!.moment.t > keepTime || this.bytes > keepBytes)
    ) {
      this.bytes -= this.moments[drop++]!.bytes;
    }
    if (drop > 0) this.moments.splice(0, drop);
    this.onChange?.();
  }

  addEvent(event: SimulationEvent): void {
    this.events.push(event);
    if (this.events.length > keepEvents) this.events.splice(0, keepEvents / 10);
  }

  newest(): Moment | null {
    return this.moments[this.moments.length - 1]?.moment ?? null;
  }

  range(): { start: number; end: number } {
    const start = this.moments[0]?.moment.t ?? this.scene.start;
    return { start, end: this.newest()?.t ?? start };
  }

  momentAt(t: number): Moment | null {
    const index = lastNotAfter(this.moments.length, (i) => this.moments[i]!.moment.t, t);
    const [a, b] = [this.moments[index]?.moment, this.moments[index + 1]?.moment];
    return a && b ? interpolate(a, b, t) : (a ?? null);
  }

  outline(): Moment[] {
    return []; // nobody knows
  }

  async exactAt(t: number): Promise<Moment | null> {
    return this.momentAt(t);
  }

  // What is kept of it, with the times of the moments taken as even.
  async column(name: string): Promise<Column | null> {
    const index = this.scene.columns.findIndex((column) => column.name === name);
    if (index < 0) return null;
    const values = Float32Array.from(this.moments, ({ moment }) => moment.values?.[index] ?? NaN);
    const { start, end } = this.range();
    return { start, interval: (end - start) / Math.max(1, values.length - 1), values };
  }

  counts(): Record<string, number> {
    return {
      frames: this.moments.length,
      received: this.received,
      columns: this.scene.columns.length,
      events: this.events.length,
      bytes: this.bytes,
    };
  }
}
