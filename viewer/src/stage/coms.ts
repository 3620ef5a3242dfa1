import { Color, MeshLambertMaterial, Object3D } from 'three';
import type { Body } from '../protocol';
import { sphere } from './geometry';
import { Part } from './part';
import { Pool } from './pool';
import { identityPose } from './pose';
import type { World } from './world';

const white = new Color('#ffffff');
const pose = identityPose();

// Centres of mass: black and white balls, a larger one for all bodies together.
export class Coms implements Part {
  readonly group: Object3D;
  private readonly balls: Pool;

  constructor(private readonly bodies: Body[]) {
    const material = new MeshLambertMaterial({ depthTest: false, transparent: true });
    this.balls = new Pool(sphere(16), material, bodies.length + 1, { order: 23, checker: true });
    this.group = this.balls.group;
  }
  update(world: World): void {
    const u = 0.5 * world.unit(this.bodies.length);
    let [mass, x, y, z] = [0, 0, 0, 0];
    this.balls.begin();
    for (let b = 0; b < this.bodies.length; ++b) {
      world.com(pose, b);
      for (let i = 3; i < 7; ++i) pose[i] = world.poses[world.slot(b) + i]!;
      this.balls.put(pose, 0, u, u, u, white);
      const m = this.bodies[b]!.mass;
      mass += m;
      x += m * pose[0]!;
      y += m * pose[1]!;
      z += m * pose[2]!;
    }
    if (mass > 0) {
      const big = Math.max(1.6 * u, 0.035 * world.extent);
      this.balls.along(x / mass, y / mass, z / mass, 0, 0, 1, big, big, white);
    }
    this.balls.end();
  }
  dispose(): void {
    this.balls.dispose();
  }
}
