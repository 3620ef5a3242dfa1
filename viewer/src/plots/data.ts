import type { Snapshot } from '../protocol';
import type { Source } from '../sources/source';

const keepTime = 60; // s of a live simulation

// Values of the columns that are plotted while a simulation goes on.
export class LiveTable {
  times: number[] = [];
  values = new Map<string, (number | null)[]>();

  // Adds the values of `names`; the others are forgotten.
  add(snapshot: Snapshot, columns: { name: string }[], names: Set<string>): void {
    const last = this.times[this.times.length - 1];
    if (last !== undefined && snapshot.t <= last) {
      if (snapshot.t === last) return;
      this.clear(); // it was reset
    }
    for (const name of this.values.keys()) if (!names.has(name)) this.values.delete(name);
    this.times.push(snapshot.t);
    const index = new Map(columns.map(({ name }, i) => [name, i]));
    for (const name of names) {
      let list = this.values.get(name);
      if (!list) this.values.set(name, (list = new Array<number | null>(this.times.length - 1).fill(null)));
      const value = snapshot.values?.[index.get(name) ?? -1];
      list.push(value === undefined || Number.isNaN(value) ? null : value);
    }
    const old = this.times.findIndex((t) => snapshot.t - t <= keepTime);
    if (old > 600) {
      // rarely, because it moves everything
      this.times.splice(0, old);
      for (const list of this.values.values()) list.splice(0, old);
    }
  }

  clear(): void {
    this.times = [];
    this.values.clear();
  }
}

export interface Table {
  x: number[];
  ys: (number | null)[][];
}

// Columns of a recording, times first. Of missing columns there are no numbers.
export async function loadColumns(source: Source, names: string[], factors: number[]): Promise<Table> {
  const columns = await Promise.all(names.map((name) => source.column(name)));
  const first = columns.find((column) => column !== null);
  if (!first) return { x: [], ys: names.map(() => []) };
  const x = Array.from({ length: first.values.length }, (_, row) => first.start + row * first.interval);
  const ys = columns.map((column, i) => {
    if (!column) return x.map(() => null);
    const factor = factors[i] ?? 1;
    return Array.from(column.values, (value) => (Number.isFinite(value) ? factor * value : null));
  });
  return { x, ys };
}

// The row whose time is nearest to t, of increasing times; -1 where there is none.
export function nearestRow(times: number[], t: number): number {
  let low = 0;
  let high = times.length - 1;
  if (high < 0) return -1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= t) low = middle;
    else high = middle;
  }
  return Math.abs(times[high]! - t) < Math.abs(times[low]! - t) ? high : low;
}
