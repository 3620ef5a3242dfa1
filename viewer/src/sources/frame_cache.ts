import type { Snapshot } from '../protocol';
import { interpolate } from './interpolate';

// A run of frames: first, first + stride, ...
export interface Block {
  first: number;
  snapshots: Snapshot[];
  bytes: number;
}

// Frames of one stride, in blocks of `length` of them. Blocks used longest ago go when there are too many bytes.
export class FrameLevel {
  private blocks = new Map<number, Block>(); // in order of use, the latest last
  bytes = 0;

  constructor(
    readonly stride: number,
    readonly length: number,
    readonly maxBytes: number,
  ) {}

  // Which block frame `index` is in, and where that begins.
  blockOf(index: number): number {
    return Math.floor(index / (this.stride * this.length));
  }
  firstOf(block: number): number {
    return block * this.stride * this.length;
  }
  has(block: number): boolean {
    return this.blocks.has(block);
  }
  get count(): number {
    return this.blocks.size;
  }

  add(block: number, snapshots: Snapshot[], bytes: number): void {
    this.drop(block);
    this.blocks.set(block, { first: this.firstOf(block), snapshots, bytes });
    this.bytes += bytes;
    for (const oldest of this.blocks.keys()) {
      if (this.bytes <= this.maxBytes || oldest === block) break;
      this.drop(oldest);
    }
  }

  private drop(block: number): void {
    this.bytes -= this.blocks.get(block)?.bytes ?? 0;
    this.blocks.delete(block);
  }

  // The frame with this number, a multiple of the stride.
  get(index: number): Snapshot | null {
    const number = this.blockOf(index);
    const block = this.blocks.get(number);
    if (!block) return null;
    this.blocks.delete(number);
    this.blocks.set(number, block); // used last
    return block.snapshots[(index - block.first) / this.stride] ?? null;
  }

  // The snapshot at `t`, which is `position` frames after the first of `count`; null where frames are missing.
  at(position: number, t: number, count: number): Snapshot | null {
    const last = Math.floor((count - 1) / this.stride) * this.stride;
    const below = Math.min(Math.floor(position / this.stride) * this.stride, last);
    const a = this.get(below);
    if (!a || below === last || position === below) return a;
    const b = this.get(below + this.stride);
    return b && interpolate(a, b, t);
  }
}
