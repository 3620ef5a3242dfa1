import { BackSide, MeshBasicMaterial, Object3D } from 'three';
import type { Vec3 } from '../protocol';
import { Arrows } from './arrows';
import { sphere } from './geometry';
import { glyphMaterial, veilMaterial } from './materials';
import { colors } from './palette';
import { Pool } from './pool';
import { identityPose } from './pose';
import { Solids } from './solids';
import type { World } from './world';

export interface Item {
  kind: 'body' | 'joint' | 'contact' | 'frame';
  index: number;
}

const pose = identityPose();

// What the user points at: an outline around a body, a ball around anything else; and the arrow of a pull.
export class Marks {
  readonly group = new Object3D();
  private readonly ball: Pool;
  private readonly arrow = new Arrows(1, 1);
  private readonly handle: Pool;
  private solids: Solids | null = null;
  private item: Item | null = null;
  private pulling: { from: Vec3; to: Vec3 } | null = null;

  constructor() {
    const veil = veilMaterial(0.45);
    veil.depthTest = false;
    this.ball = new Pool(sphere(20), veil, 1, { order: 24 });
    this.handle = new Pool(sphere(14), glyphMaterial(), 1, { ghost: 0.6 });
    this.group.add(this.ball.group, this.handle.group, this.arrow.group);
  }

  setItem(item: Item | null, world: World | null): void {
    this.item = item;
    this.solids?.dispose();
    this.solids?.group.removeFromParent();
    this.solids = null;
    const body = item?.kind === 'body' ? world?.scene.bodies[item.index] : undefined;
    if (!item || !body || !world) return;
    const solids = body.shapes.map((shape) => ({ shape, body: item.index, color: colors.highlight }));
    this.solids = new Solids(
      solids,
      () => [new MeshBasicMaterial({ side: BackSide })],
      20,
      false,
      world.scene.meshes ?? [],
      0.022 * world.extent,
    );
    this.group.add(this.solids.group);
  }
  setPull(pull: { from: Vec3; to: Vec3 } | null): void {
    this.pulling = pull;
  }

  update(world: World): void {
    this.solids?.update(world);
    this.ball.begin();
    const r = this.place(world);
    if (r > 0) this.ball.along(pose[0]!, pose[1]!, pose[2]!, 0, 0, 1, r, r, colors.highlight);
    this.ball.end();
    this.drawPull(world);
  }

  // Puts the place of the item into `pose` and says how big its mark is; 0: none.
  private place(world: World): number {
    const { item } = this;
    const { scene, snapshot } = world;
    if (!item) return 0;
    if (item.kind === 'joint' && item.index < scene.joints.length) {
      world.jointPose(pose, item.index);
      return 2 * world.unit(scene.joints.length);
    }
    if (item.kind === 'frame' && item.index < scene.frames.length) {
      world.framePose(pose, item.index);
      return 1.2 * world.unit(scene.frames.length);
    }
    if (item.kind === 'contact' && item.index < scene.contacts.length) {
      for (let i = 0; i < 3; ++i) pose[i] = snapshot!.contacts[10 * item.index + 1 + i]!;
      return 1.2 * world.unit(scene.contacts.length);
    }
    // A body without shapes has nothing to outline.
    if (item.kind === 'body' && scene.bodies[item.index]?.shapes.length === 0) {
      world.com(pose, item.index);
      return world.unit(1);
    }
    return 0;
  }

  private drawPull(world: World): void {
    this.arrow.begin();
    this.handle.begin();
    if (this.pulling) {
      const { from, to } = this.pulling;
      const r = 0.018 * world.extent;
      const d = [to[0] - from[0], to[1] - from[1], to[2] - from[2]] as const;
      const length = Math.hypot(...d);
      if (length > 1e-3 * r) this.arrow.add(from[0], from[1], from[2], d[0], d[1], d[2], length, 0.5 * r, colors.pull);
      this.handle.along(from[0], from[1], from[2], 0, 0, 1, 0.9 * r, 0.9 * r, colors.pull);
    }
    this.arrow.end();
    this.handle.end();
  }
}
