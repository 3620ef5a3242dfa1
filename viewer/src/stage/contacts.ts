import { DoubleSide, Object3D } from 'three';
import type { Scene } from '../protocol';
import { Arrows } from './arrows';
import { cone, sphere } from './geometry';
import { glyphMaterial, veilMaterial } from './materials';
import { colors } from './palette';
import { ArrowScale, Part } from './part';
import { Pool } from './pool';
import type { World } from './world';

// Points of closed contacts and their friction cones.
export class Contacts implements Part {
  readonly group = new Object3D();
  private readonly dots: Pool;
  private readonly cones: Pool;

  constructor(private readonly scene: Scene) {
    const count = scene.contacts.length;
    this.dots = new Pool(sphere(count > 60 ? 5 : 10), glyphMaterial(), count, count > 60 ? {} : { ghost: 0.5 });
    const veil = veilMaterial(count > 60 ? 0.12 : 0.22);
    veil.side = DoubleSide;
    veil.depthTest = false; // the touching bodies would hide most of it
    this.cones = new Pool(cone(), veil, count, { order: 19 });
    this.group.add(this.dots.group, this.cones.group);
  }

  update(world: World): void {
    const c = world.snapshot!.contacts;
    const u = world.unit(this.scene.contacts.length);
    const crowded = this.closed(c) > 64; // cones over cones show nothing, slowly
    this.dots.begin();
    this.cones.begin();
    for (let i = 0; i < this.scene.contacts.length; ++i) {
      const k = 10 * i;
      const state = c[k]!;
      if (!(state > 0.5)) continue;
      const color = state > 1.5 ? colors.sticking : colors.sliding;
      const [x, y, z] = [c[k + 1]!, c[k + 2]!, c[k + 3]!];
      this.dots.along(x, y, z, 0, 0, 1, 0.35 * u, 0.35 * u, color);
      // The cone keeps its slant height, so that slippery and rough contacts are equally easy to see.
      const mu = Math.min(this.scene.contacts[i]!.friction, 20);
      if (!(mu > 0) || crowded) continue;
      const height = (2.6 * u) / Math.hypot(1, mu);
      this.cones.along(x, y, z, c[k + 4]!, c[k + 5]!, c[k + 6]!, mu * height, height, color);
    }
    this.dots.end();
    this.cones.end();
  }
  private closed(c: Float32Array): number {
    let count = 0;
    for (let k = 0; k < c.length; k += 10) if (c[k]! > 0.5) ++count;
    return count;
  }
  dispose(): void {
    this.dots.dispose();
    this.cones.dispose();
  }
}

// Forces at contacts, on body a.
export class ContactForces implements Part {
  readonly group: Object3D;
  private readonly arrows: Arrows;
  private readonly scale = new ArrowScale();

  constructor(private readonly count: number) {
    this.arrows = new Arrows(1, count);
    this.group = this.arrows.group;
  }
  update(world: World): void {
    const c = world.snapshot!.contacts;
    const u = world.unit(this.count);
    this.scale.forget();
    for (let k = 0; k < 10 * this.count; k += 10) {
      if (c[k]! > 0.5) this.scale.note(Math.hypot(c[k + 7]!, c[k + 8]!, c[k + 9]!));
    }
    this.arrows.begin();
    for (let k = 0; k < 10 * this.count; k += 10) {
      if (!(c[k]! > 0.5)) continue;
      const length = this.scale.length(Math.hypot(c[k + 7]!, c[k + 8]!, c[k + 9]!)) * 9 * u;
      if (length === 0) continue;
      this.arrows.add(c[k + 1]!, c[k + 2]!, c[k + 3]!, c[k + 7]!, c[k + 8]!, c[k + 9]!, length, 0.16 * u, colors.force);
    }
    this.arrows.end();
  }
  dispose(): void {
    this.arrows.dispose();
  }
}
