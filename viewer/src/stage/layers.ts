import { Object3D, Vector2 } from 'three';
import type { Scene, Surface } from '../protocol';
import { Cables } from './cables';
import { Coms } from './coms';
import { ContactForces, Contacts } from './contacts';
import { Frames } from './frames';
import { Grasps } from './grasps';
import { Joints, Limits, Loops, Wrenches } from './joints';
import { Labels } from './labels';
import type { Look } from './materials';
import type { Part } from './part';
import { Surfaces } from './surfaces';
import { TouchForces, Touches } from './touches';
import { TouchingShapes, touchingSolids } from './touching_shapes';
import { Trails } from './trails';
import type { World } from './world';

export type Layer =
  | 'grid'
  | 'shadows'
  | 'frames'
  | 'joints'
  | 'com'
  | 'trails'
  | 'contacts'
  | 'forces'
  | 'wrenches'
  | 'cables'
  | 'loops'
  | 'limits'
  | 'labels'
  | 'collision'
  | 'surfaces'
  | 'grasps';

export const firstLayers = (): Record<Layer, boolean> => ({
  grid: true,
  shadows: true,
  frames: false,
  joints: false,
  com: false,
  trails: false,
  contacts: true,
  forces: true,
  wrenches: false,
  cables: true,
  loops: true,
  limits: true,
  labels: false,
  collision: false,
  surfaces: true,
  grasps: true,
});

// Several parts that one layer switches.
function together(parts: Part[]): Part {
  const group = new Object3D();
  for (const part of parts) group.add(part.group);
  return {
    group,
    update: (world) => parts.forEach((part) => part.update(world)),
    dispose: () => parts.forEach((part) => part.dispose()),
  };
}

// The parts of a scene that layers switch. Those with nothing to show are never made.
export class Parts {
  readonly group = new Object3D();
  private readonly parts: Partial<Record<Layer, Part>>;

  constructor(
    scene: Scene,
    ground: Surface | null,
    trails: Trails,
    private readonly on: Record<Layer, boolean>,
    resolution: { value: Vector2 },
  ) {
    const p: Partial<Record<Layer, Part>> = { trails };
    if (scene.bodies.length > 0) {
      p.com = new Coms(scene.bodies);
      p.labels = new Labels(scene.bodies, resolution);
      p.frames = new Frames(scene, resolution);
    }
    if (scene.joints.length > 0) {
      p.joints = new Joints(scene.joints);
      p.loops = new Loops(scene.joints);
      p.limits = new Limits(scene.joints);
      p.wrenches = new Wrenches(scene.joints);
    }
    const touching = touchingSolids(scene);
    const given = scene.contacts.length > 0;
    const contacts: Part[] = given ? [new Contacts(scene)] : [];
    const forces: Part[] = given ? [new ContactForces(scene.contacts.length)] : [];
    if (touching.length > 0) {
      contacts.push(new Touches());
      forces.push(new TouchForces());
      p.collision = new TouchingShapes(scene, touching);
    }
    if (contacts.length > 0) p.contacts = together(contacts);
    if (forces.length > 0) p.forces = together(forces);
    if (scene.grasps && scene.grasps.length > 0) p.grasps = new Grasps(scene.grasps);
    if (scene.cables.length > 0) p.cables = new Cables(scene.cables.length);
    if (scene.surfaces.length > 0) p.surfaces = new Surfaces(scene.surfaces, ground);
    this.parts = p;
    for (const name in p) {
      const part = p[name as Layer]!;
      const holder = new Object3D(); // parts hide themselves when empty; layers hide the holder
      holder.name = name;
      holder.visible = this.on[name as Layer];
      holder.add(part.group);
      this.group.add(holder);
    }
  }

  update(world: World): void {
    if (!world.snapshot) return;
    for (const name in this.parts) if (this.on[name as Layer]) this.parts[name as Layer]!.update(world);
  }
  // After a layer was switched.
  refresh(layer: Layer, world: World): void {
    const holder = this.group.getObjectByName(layer);
    if (!holder) return;
    holder.visible = this.on[layer];
    if (holder.visible && world.snapshot) this.parts[layer]?.update(world);
  }
  apply(look: Look): void {
    (this.parts.cables as Cables | undefined)?.apply(look);
  }
  dispose(): void {
    for (const name in this.parts) if (name !== 'trails') this.parts[name as Layer]!.dispose();
  }
}
