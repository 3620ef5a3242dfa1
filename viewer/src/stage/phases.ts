import { Color, Material, Object3D } from 'three';
import type { Scene, Snapshot } from '../protocol';
import type { Look } from './materials';
import { solidMaterials } from './materials';
import { Solid, Solids } from './solids';
import { World } from './world';

const paper = new Color('#dfe4ea');
const [fewest, most] = [0.3, 0.62]; // how pale the phase next to the moment is, and the one farthest from it

// A little farther away than they are: where a body has not moved, the present moment is seen.
function behind(): Material[] {
  return solidMaterials().map((material) => {
    material.polygonOffset = true;
    material.polygonOffsetFactor = 1.5;
    material.polygonOffsetUnits = 24;
    return material;
  });
}

// The same bodies at other moments, as a photograph with many flashes shows them: paler, the farther away in time.
export class Phases {
  readonly group = new Object3D();
  private readonly solids: Solids;

  constructor(scene: Scene, own: Solid[], snapshots: Snapshot[], now: number, segments: number) {
    const count = scene.bodies.length;
    const poses = new Float64Array(7 * (1 + count * snapshots.length));
    poses[3] = 1;
    snapshots.forEach((snapshot, i) => poses.set(snapshot.poses.subarray(0, 7 * count), 7 * (1 + i * count)));
    const farthest = Math.max(...snapshots.map((s) => Math.abs(s.t - now)), 1e-9);
    const copies = snapshots.flatMap((snapshot, i) => {
      const pale = fewest + (most - fewest) * (Math.abs(snapshot.t - now) / farthest);
      return own
        .filter(({ body }) => body >= 0)
        .map(({ shape, body, color }) => ({
          shape,
          body: body + i * count,
          color: color.clone().lerp(paper, pale),
        }));
    });
    this.solids = new Solids(copies, behind, segments, true, scene.meshes ?? []);
    const world = new World(scene);
    this.solids.update({ poses, slot: (b) => 7 * (b + 1), meshReach: (shape) => world.meshReach(shape) });
    this.group.add(this.solids.group);
  }

  apply(look: Look): void {
    this.solids.apply(look);
  }
  dispose(): void {
    this.solids.dispose();
  }
}
