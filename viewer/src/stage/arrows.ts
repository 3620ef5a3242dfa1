import { Color, Object3D } from 'three';
import { arrow, headLength } from './geometry';
import { glyphMaterial } from './materials';
import { Pool } from './pool';

// Arrows of any length whose heads keep their form.
export class Arrows {
  readonly group: Object3D;
  private readonly pool: Pool;

  constructor(heads: 1 | 2, capacity: number) {
    const many = capacity > 60; // then ghosts would only confuse
    this.pool = new Pool(arrow(heads, many ? 5 : 9), glyphMaterial(), capacity, many ? {} : { ghost: 0.3 });
    this.group = this.pool.group;
  }
  begin(): void {
    this.pool.begin();
  }
  // From a point, along (dx, dy, dz) of any length, `length` long.
  add(
    px: number,
    py: number,
    pz: number,
    dx: number,
    dy: number,
    dz: number,
    length: number,
    radius: number,
    color: Color,
  ): void {
    // Short ones shrink as a whole, else they would be all head.
    const r = Math.min(radius, length / (1.6 * headLength));
    this.pool.along(px, py, pz, dx, dy, dz, r, r, color, length / r);
  }
  end(): void {
    this.pool.end();
  }
  dispose(): void {
    this.pool.dispose();
  }
}
