import { Object3D } from 'three';
import type { Grasp } from '../protocol';
import { Arrows } from './arrows';
import { colors } from './palette';
import type { Part } from './part';
import type { World } from './world';

const length = 1.15; // of a whole unit wrench, in reaches of the object: it stands out of the object
const least = 0.03; // shorter arrows are rounding

// The weakest wrench of each grasp at the centre of its object: a force with one head, a moment with two. Together they are a
// unit wrench, so their lengths say which of the two it is.
export class Grasps implements Part {
  readonly group = new Object3D();
  private readonly forces: Arrows;
  private readonly moments: Arrows;

  constructor(private readonly grasps: Grasp[]) {
    this.forces = new Arrows(1, grasps.length);
    this.moments = new Arrows(2, grasps.length);
    this.group.add(this.forces.group, this.moments.group);
  }
  update(world: World): void {
    this.forces.begin();
    this.moments.begin();
    for (let i = 0; i < this.grasps.length; ++i) {
      const grasp = world.snapshot!.grasps[i];
      if (!grasp || grasp.contacts === 0) continue;
      const [c, f, m] = [grasp.centre, grasp.force, grasp.moment];
      const [force, moment] = [Math.hypot(f[0]!, f[1]!, f[2]!), Math.hypot(m[0]!, m[1]!, m[2]!)];
      const color = grasp.closed ? colors.weakest : colors.helpless;
      const r = 0.035 * grasp.reach;
      if (force > least)
        this.forces.add(c[0]!, c[1]!, c[2]!, f[0]!, f[1]!, f[2]!, length * grasp.reach * force, r, color);
      if (moment > least)
        this.moments.add(c[0]!, c[1]!, c[2]!, m[0]!, m[1]!, m[2]!, length * grasp.reach * moment, r, color);
    }
    this.forces.end();
    this.moments.end();
  }
  dispose(): void {
    this.forces.dispose();
    this.moments.dispose();
  }
}
// Where the tip of the longer arrow is.
export function tipOf(grasp: { centre: Float32Array; force: Float32Array; moment: Float32Array; reach: number }): number[] {
  const size = (v: Float32Array): number => Math.hypot(v[0]!, v[1]!, v[2]!);
  const along = size(grasp.force) >= size(grasp.moment) ? grasp.force : grasp.moment;
  return [0, 1, 2].map((k) => grasp.centre[k]! + length * grasp.reach * along[k]!);
}
