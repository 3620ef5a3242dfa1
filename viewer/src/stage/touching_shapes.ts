import { Object3D } from 'three';
import type { Scene } from '../protocol';
import { veilMaterial } from './materials';
import { colors } from './palette';
import type { Part } from './part';
import { roundness, Solid, Solids } from './solids';
import type { World } from './world';

// All shapes that touch, those that are not drawn as well: see-through over what is drawn.
export function touchingSolids(scene: Scene): Solid[] {
  const solids: Solid[] = [];
  const add = (shapes: Scene['fixed'], body: number): void => {
    for (const shape of shapes) if (shape.touches) solids.push({ shape, body, color: colors.moment });
  };
  add(scene.fixed, -1);
  add(scene.fixed_undrawn ?? [], -1);
  scene.bodies.forEach((body, b) => {
    add(body.shapes, b);
    add(body.undrawn ?? [], b);
  });
  return solids;
}

export class TouchingShapes implements Part {
  readonly group: Object3D;
  private readonly solids: Solids;

  constructor(scene: Scene, solids: Solid[]) {
    const material = () => {
      const veil = veilMaterial(0.3);
      veil.depthTest = false;
      return [veil];
    };
    this.solids = new Solids(solids, material, roundness(solids.length, true), false, scene.meshes ?? []);
    this.group = this.solids.group;
  }
  update(world: World): void {
    this.solids.update(world);
  }
  dispose(): void {
    this.solids.dispose();
  }
}
