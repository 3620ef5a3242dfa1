import { Color, Object3D } from 'three';
import { capsule } from './geometry';
import { colors } from './palette';
import { Part } from './part';
import { Pool } from './pool';
import type { World } from './world';
import { Look, solidMaterials } from './materials';

// Cables: round segments from blue to red with the tension; slack ones grey and dashed.
export class Cables implements Part {
  readonly group: Object3D;
  private readonly pool: Pool;
  private largest = 0;
  private readonly color = new Color();

  constructor(count: number) {
    this.pool = new Pool(capsule(8), solidMaterials(), 16 * count, { shadows: true });
    this.group = this.pool.group;
  }

  update(world: World): void {
    const cables = world.snapshot!.cables;
    const r = 0.007 * world.extent;
    for (const cable of cables) this.largest = Math.max(this.largest, cable.tension);
    this.pool.begin();
    for (const { tension, slack, points: p } of cables) {
      const share = this.largest > 0 ? Math.min(1, Math.max(0, tension / this.largest)) : 0;
      this.color.copy(slack ? colors.slack : colors.taut);
      if (!slack) this.color.lerp(colors.tense, share);
      for (let i = 0; i + 5 < p.length; i += 3) {
        const dx = p[i + 3]! - p[i]!;
        const dy = p[i + 4]! - p[i + 1]!;
        const dz = p[i + 5]! - p[i + 2]!;
        const length = Math.hypot(dx, dy, dz);
        if (!(length > 0)) continue;
        const dashes = slack ? Math.max(1, Math.min(60, Math.round(length / (9 * r)))) : 1;
        for (let d = 0; d < dashes; ++d) {
          const f = (d + 0.5) / dashes;
          const part = slack ? (0.5 * length) / dashes : length;
          this.pool.along(
            p[i]! + f * dx,
            p[i + 1]! + f * dy,
            p[i + 2]! + f * dz,
            dx,
            dy,
            dz,
            r,
            r,
            this.color,
            part / r,
          );
        }
      }
    }
    this.pool.end();
  }
  apply(look: Look): void {
    this.pool.apply(look);
  }
  dispose(): void {
    this.pool.dispose();
  }
}
