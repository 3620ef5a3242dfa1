import type { Object3D } from 'three';
import type { World } from './world';

// Something that the stage draws on top of the bodies, and a layer switches. It is updated only while it is visible.
export interface Part {
  readonly group: Object3D;
  update(world: World): void;
  dispose(): void;
}

// Lengths of arrows: the square root lets small values be seen beside large ones; the largest for a while is the
// longest arrow.
export class ArrowScale {
  private largest = 0;

  note(value: number): void {
    if (Number.isFinite(value) && value > this.largest) this.largest = value;
  }
  // Call once per snapshot: forgets slowly, so that one hard impact does not make all else small for ever.
  forget(): void {
    this.largest *= 0.995;
  }
  // From 0 to 1; 0 if not worth an arrow.
  length(value: number): number {
    if (!(value > 1e-9) || !(value > 2e-4 * this.largest)) return 0;
    return Math.min(1, Math.sqrt(value / this.largest));
  }
}
