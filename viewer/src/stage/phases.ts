import { Color, Material, Object3D } from 'three';
import type { Scene, Snapshot } from '../protocol';
import type { Look } from './materials';
import { solidMaterials } from './materials';
import { Solid, Solids } from './solids';
import { World } from './world';

const paper = new Color('#dfe4ea');
const [fewest, most] = [0.3, 0.62]; // how pale the phase next to the moment is, and the one farthest from it

// A little farther away than they are, and the more so the farther away in time: where bodies of two moments have a
// face in common, the one that is nearer in time is seen.
const behind = (rank: number) => (): Material[] =>
  solidMaterials().map((material) => {
    material.polygonOffset = true;
    material.polygonOffsetFactor = 1.5 + 0.5 * rank;
    material.polygonOffsetUnits = 24 + 8 * rank;
    return material;
  });

// The same bodies at other moments, as a photograph with many flashes shows them: paler, the farther away in time.
export class Phases {
  readonly group = new Object3D();
  private readonly solids: Solids[];

  constructor(scene: Scene, own: Solid[], snapshots: Snapshot[], now: number, segments: number) {
    const away = (snapshot: Snapshot): number => Math.abs(snapshot.t - now);
    const nearestFirst = [...snapshots].sort((a, b) => away(a) - away(b));
    const farthest = Math.max(...snapshots.map(away), 1e-9);
    const world = new World(scene);
    const moving = own.filter(({ body }) => body >= 0);
    this.solids = nearestFirst.map((snapshot, rank) => {
      const pale = fewest + (most - fewest) * (away(snapshot) / farthest);
      const copies = moving.map((solid) => ({ ...solid, color: solid.color.clone().lerp(paper, pale) }));
      const poses = new Float64Array(7 * (1 + scene.bodies.length));
      poses[3] = 1;
      poses.set(snapshot.poses.subarray(0, 7 * scene.bodies.length), 7);
      const solids = new Solids(copies, behind(rank), segments, true, scene.meshes ?? []);
      solids.update({ poses, slot: (b) => 7 * (b + 1), meshReach: (shape) => world.meshReach(shape) });
      this.group.add(solids.group);
      return solids;
    });
  }

  apply(look: Look): void {
    for (const solids of this.solids) solids.apply(look);
  }
  dispose(): void {
    for (const solids of this.solids) solids.dispose();
  }
}
