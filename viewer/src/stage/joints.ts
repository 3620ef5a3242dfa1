import { Object3D } from 'three';
import type { Joint } from '../protocol';
import { Arrows } from './arrows';
import { box, pin, ring, slide, sphere } from './geometry';
import { glyphMaterial, veilMaterial } from './materials';
import { colors } from './palette';
import { ArrowScale, Part } from './part';
import { Pool } from './pool';
import { identityPose, rotate } from './pose';
import { isFree, World } from './world';

const pose = identityPose();
const axis = new Float64Array(3);

// Puts the joint's place into `pose` and its axis into `axis`, in the world. False where it is cut or has no place.
function locate(world: World, joint: Joint, index: number): boolean {
  if (isFree(joint) || world.snapshot!.joints[8 * index] === 0) return false;
  world.jointPose(pose, index);
  const a = joint.axis;
  rotate(axis, 0, pose, 3, a?.[0] ?? 0, a?.[1] ?? 0, a?.[2] ?? 1);
  return true;
}

// What a joint is drawn as.
function glyphOf(joint: Joint): 'pin' | 'slide' | 'ball' | 'block' {
  if (joint.axis) return joint.coordinates.length === 1 && !joint.coordinates[0]!.angle ? 'slide' : 'pin';
  return joint.kind === 'weld' || joint.kind === 'fixed' ? 'block' : 'ball';
}

// Joints: pins for hinges, double arrows for slides, balls, and blocks for welds.
export class Joints implements Part {
  readonly group = new Object3D();
  private readonly pools: Record<'pin' | 'slide' | 'ball' | 'block', Pool>;
  private readonly glyphs: ('pin' | 'slide' | 'ball' | 'block')[];

  constructor(private readonly joints: Joint[]) {
    const make = { pin, slide, ball: () => sphere(14), block: box };
    const pool = (kind: keyof typeof make): Pool => {
      return new Pool(make[kind](), glyphMaterial(), joints.length, { ghost: 0.45 });
    };
    this.pools = { pin: pool('pin'), slide: pool('slide'), ball: pool('ball'), block: pool('block') };
    this.glyphs = joints.map(glyphOf);
    this.group.add(...Object.values(this.pools).map((p) => p.group));
  }

  update(world: World): void {
    const u = world.unit(this.joints.length);
    for (const kind in this.pools) this.pools[kind as 'pin'].begin();
    for (let i = 0; i < this.joints.length; ++i) {
      const joint = this.joints[i]!;
      if (joint.loop || !locate(world, joint, i)) continue;
      const kind = this.glyphs[i]!;
      const s = kind === 'ball' ? 0.6 * u : u;
      this.pools[kind].along(pose[0]!, pose[1]!, pose[2]!, axis[0]!, axis[1]!, axis[2]!, s, s, colors.joint);
    }
    for (const kind in this.pools) this.pools[kind as 'pin'].end();
  }
  dispose(): void {
    for (const kind in this.pools) this.pools[kind as 'pin'].dispose();
  }
}

// Joints that close loops: rings.
export class Loops implements Part {
  readonly group = new Object3D();
  private readonly rings: Pool;

  constructor(private readonly joints: Joint[]) {
    this.rings = new Pool(ring(0.22), glyphMaterial(), joints.length, { ghost: 0.45 });
    this.group.add(this.rings.group);
  }
  update(world: World): void {
    const u = 0.8 * world.unit(this.joints.length);
    this.rings.begin();
    for (let i = 0; i < this.joints.length; ++i) {
      const joint = this.joints[i]!;
      if (!joint.loop || !locate(world, joint, i)) continue;
      this.rings.along(pose[0]!, pose[1]!, pose[2]!, axis[0]!, axis[1]!, axis[2]!, u, u, colors.loop);
    }
    this.rings.end();
  }
  dispose(): void {
    this.rings.dispose();
  }
}

// Joints at a stop glow.
export class Limits implements Part {
  readonly group = new Object3D();
  private readonly rings: Pool;
  private readonly halos: Pool;

  constructor(private readonly joints: Joint[]) {
    this.rings = new Pool(ring(0.14), veilMaterial(0.95), joints.length, { ghost: 0.8, order: 22 });
    const glow = veilMaterial(0.2);
    glow.depthTest = false;
    this.halos = new Pool(sphere(16), glow, joints.length, { order: 22 });
    this.group.add(this.rings.group, this.halos.group);
  }
  update(world: World): void {
    const u = world.unit(this.joints.length);
    this.rings.begin();
    this.halos.begin();
    for (let i = 0; i < this.joints.length; ++i) {
      if (!world.snapshot!.joints[8 * i + 1] || !locate(world, this.joints[i]!, i)) continue;
      this.rings.along(pose[0]!, pose[1]!, pose[2]!, axis[0]!, axis[1]!, axis[2]!, u, u, colors.limit);
      this.halos.along(pose[0]!, pose[1]!, pose[2]!, 0, 0, 1, 1.3 * u, 1.3 * u, colors.limit);
    }
    this.rings.end();
    this.halos.end();
  }
  dispose(): void {
    this.rings.dispose();
    this.halos.dispose();
  }
}

// What b gets from a through each joint: a force with one head, a moment with two.
export class Wrenches implements Part {
  readonly group = new Object3D();
  private readonly forces: Arrows;
  private readonly moments: Arrows;
  private readonly forceScale = new ArrowScale();
  private readonly momentScale = new ArrowScale();

  constructor(private readonly joints: Joint[]) {
    this.forces = new Arrows(1, joints.length);
    this.moments = new Arrows(2, joints.length);
    this.group.add(this.forces.group, this.moments.group);
  }
  update(world: World): void {
    const w = world.snapshot!.joints;
    const u = world.unit(this.joints.length);
    this.forceScale.forget();
    this.momentScale.forget();
    for (let k = 0; k < 8 * this.joints.length; k += 8) {
      this.momentScale.note(Math.hypot(w[k + 2]!, w[k + 3]!, w[k + 4]!));
      this.forceScale.note(Math.hypot(w[k + 5]!, w[k + 6]!, w[k + 7]!));
    }
    this.forces.begin();
    this.moments.begin();
    for (let i = 0; i < this.joints.length; ++i) {
      if (!locate(world, this.joints[i]!, i)) continue;
      const k = 8 * i;
      const [x, y, z] = [pose[0]!, pose[1]!, pose[2]!];
      const m = this.momentScale.length(Math.hypot(w[k + 2]!, w[k + 3]!, w[k + 4]!)) * 7 * u;
      if (m > 0) this.moments.add(x, y, z, w[k + 2]!, w[k + 3]!, w[k + 4]!, m, 0.15 * u, colors.moment);
      const f = this.forceScale.length(Math.hypot(w[k + 5]!, w[k + 6]!, w[k + 7]!)) * 8 * u;
      if (f > 0) this.forces.add(x, y, z, w[k + 5]!, w[k + 6]!, w[k + 7]!, f, 0.15 * u, colors.force);
    }
    this.forces.end();
    this.moments.end();
  }
  dispose(): void {
    this.forces.dispose();
    this.moments.dispose();
  }
}
