import { BackSide, MeshBasicMaterial, Object3D, Vector2 } from 'three';
import type { Vec3 } from '../protocol';
import { sphere } from './geometry';
import { Lines } from './lines';
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

// What the user points at: an outline around a body, a ball around anything else; and the line of a pull.
export class Marks {
  readonly group = new Object3D();
  private readonly ball: Pool;
  private readonly lines: Lines;
  private readonly handle: Pool;
  private solids: Solids | null = null;
  private item: Item | null = null;
  private pulling: { from: Vec3; to: Vec3 } | null = null;

  constructor(resolution: { value: Vector2 }) {
    const veil = veilMaterial(0.45);
    veil.depthTest = false;
    this.ball = new Pool(sphere(20), veil, 1, { order: 24 });
    this.handle = new Pool(sphere(14), glyphMaterial(), 2, { ghost: 0.6 });
    this.lines = new Lines(resolution, 3, 4, false);
    this.group.add(this.ball.group, this.handle.group, this.lines.mesh);
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
    this.lines.begin();
    this.handle.begin();
    if (this.pulling) {
      const { from, to } = this.pulling;
      const r = 0.018 * world.extent;
      this.lines.add(from[0], from[1], from[2], to[0], to[1], to[2], colors.pull);
      this.handle.along(from[0], from[1], from[2], 0, 0, 1, 0.7 * r, 0.7 * r, colors.pull);
      this.handle.along(to[0], to[1], to[2], 0, 0, 1, 1.2 * r, 1.2 * r, colors.pull);
    }
    this.lines.end();
    this.handle.end();
  }
}
