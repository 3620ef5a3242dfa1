import { Color, Object3D } from 'three';
import type { Joint, Scene } from '../protocol';
import { cylinder, sphere } from './geometry';
import { Look, solidMaterials } from './materials';
import { Pool } from './pool';
import { identityPose, rotate } from './pose';
import { isFree, World } from './world';

const steel = new Color('#4a525c');
const pose = identityPose();
const axis = new Float64Array(3);

// Hinges and balls that stand on the world: pins and heads, so that one sees what holds the bodies.
export class Pivots {
  readonly group = new Object3D();
  private readonly joints: number[];
  private readonly pins: Pool;
  private readonly heads: Pool;

  constructor(scene: Scene) {
    this.joints = scene.joints.flatMap((joint, j) => (onWorld(joint) && turns(joint) ? [j] : []));
    this.pins = new Pool(cylinder(20), solidMaterials(), this.joints.length, { shadows: true });
    this.heads = new Pool(sphere(16), solidMaterials(), this.joints.length, { shadows: true });
    this.group.add(this.pins.group, this.heads.group);
  }

  update(world: World): void {
    const most = 0.026 * world.extent * Math.min(1, Math.max(0.4, Math.cbrt(6 / Math.max(1, this.joints.length))));
    this.pins.begin();
    this.heads.begin();
    for (const j of this.joints) {
      const joint = world.scene.joints[j]!;
      // What will be made at a place of the world stands there before; others come and go with their joint.
      if ((joint.b !== -1 || joint.on_a) && world.snapshot!.joints[8 * j] === 0) continue;
      world.jointPose(pose, j);
      const a = joint.axis;
      const r = Math.min(most, 0.12 * world.reachOf(Math.max(joint.a, joint.b)));
      if (a && joint.coordinates.length === 1) {
        rotate(axis, 0, pose, 3, a[0], a[1], a[2]);
        this.pins.along(pose[0]!, pose[1]!, pose[2]!, axis[0]!, axis[1]!, axis[2]!, r, r, steel, 4.4);
      } else this.heads.along(pose[0]!, pose[1]!, pose[2]!, 0, 0, 1, 1.2 * r, 1.2 * r, steel);
    }
    this.pins.end();
    this.heads.end();
  }

  apply(look: Look): void {
    this.pins.apply(look);
    this.heads.apply(look);
  }
  dispose(): void {
    this.pins.dispose();
    this.heads.dispose();
  }
}

const onWorld = (joint: Joint): boolean => (joint.a === -1) !== (joint.b === -1) && !isFree(joint);
const turns = (joint: Joint): boolean => joint.coordinates.length > 0 && joint.coordinates.every(({ angle }) => angle);
