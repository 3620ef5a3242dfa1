import type { Snapshot, Scene, SimulationEvent } from '../protocol';

// One column of a recording: values at evenly spaced times.
export interface Column {
  start: number;
  interval: number;
  values: Float32Array;
}

// Where snapshots come from. Asking for one answers at once with the best that is known, and fetches better.
export interface Source {
  readonly scene: Scene;
  readonly events: SimulationEvent[];
  readonly interval: number; // s between frames
  range(): { start: number; end: number };
  snapshotAt(t: number, speed?: number): Snapshot | null;
  outline(): Snapshot[]; // some snapshots of all that is to come, as far as that is known
  exactAt(t: number): Promise<Snapshot | null>; // waits for the frames around t
  column(name: string): Promise<Column | null>;
  counts(): Record<string, number>; // for tests and for the curious
  onChange: (() => void) | null; // better snapshots have come
}

export const columnTime = (column: Column, row: number): number => column.start + row * column.interval;

// The value at t, of the row that is nearest.
export function columnValue(column: Column, t: number): number {
  const row = Math.round((t - column.start) / column.interval);
  return column.values[Math.min(Math.max(row, 0), column.values.length - 1)] ?? NaN;
}
