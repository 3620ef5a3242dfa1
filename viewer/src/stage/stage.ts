import { Plane, Raycaster, Scene as Graph, Vector2, Vector3 } from 'three';
import type { Snapshot, Scene, Vec3 } from '../protocol';
import { Ground } from './ground';
import { firstLayers, Layer, Parts } from './layers';
import { Lights } from './lights';
import { Item, Marks } from './marks';
import { solidMaterials } from './materials';
import { Painter } from './painter';
import { dark, light } from './palette';
import { pickBody, toBody, toWorld } from './picking';
import { Pointer, Pull } from './pointer';
import { identityPose } from './pose';
import { Phases } from './phases';
import { Pivots } from './pivots';
import { PullForce } from './pull_force';
import { floorOf, solidsOf } from './scenery';
import { roundness, Solids } from './solids';
import { groundPlane } from './surfaces';
import { Trails, TrailTarget } from './trails';
import { Direction, View } from './view';
import { isFree, World } from './world';

export type { Layer } from './layers';

export interface Picked {
  body: number;
  at: Vec3; // in the body
  world: Vec3;
}

// The three-dimensional picture of a scene. It draws only when render() is called and something has changed.
export class Stage {
  readonly canvas = document.createElement('canvas');
  private readonly force = new PullForce();
  onPickJoint: ((joint: number) => void) | null = null;
  onPickBody: ((body: number) => void) | null = null;
  onPicture: ((pen: CanvasRenderingContext2D, ratio: number) => void) | null = null; // paints over a picture

  private readonly graph = new Graph();
  private readonly lights = new Lights();
  private readonly ground = new Ground();
  private readonly view: View;
  private readonly painter: Painter;
  private readonly pointer: Pointer;
  private readonly trails: Trails;
  private readonly marks: Marks;
  private readonly on = firstLayers();
  private world: World | null = null;
  private solids: Solids | null = null;
  private parts: Parts | null = null;
  private phases: Phases | null = null;
  private pivots: Pivots | null = null;
  private dirty = true;
  private moved = true; // shadows are out of date
  private homeless = true; // the first snapshot shall choose the view
  private realGround = false;
  private pulling: { body: number; at: Vec3; to: Vec3 } | null = null;
  private pullTo: Pull['to'] | null = null;
  private pullHandler: ((p: Pull | null) => void) | null = null;

  constructor(container: HTMLElement) {
    this.canvas.style.cssText = 'display:block;width:100%;height:100%;touch-action:none;outline:none';
    container.append(this.canvas, this.force.element);
    this.pointer = this.listen(); // before the orbit controls, which must not see pulls
    this.view = new View(this.canvas);
    this.painter = new Painter(container, this.canvas, this.graph, this.view, this.ground, this.lights);
    this.painter.onLook = (look) => {
      this.solids?.apply(look);
      this.phases?.apply(look);
      this.pivots?.apply(look);
      this.parts?.apply(look);
    };
    this.trails = new Trails(this.painter.resolution);
    this.marks = new Marks();
    this.graph.add(this.lights.group, this.ground.group, this.marks.group);
    this.setDark(false);
    this.canvas.addEventListener('webglcontextrestored', () => (this.dirty = this.moved = true));
    new ResizeObserver(() => {
      this.painter.resize(this.world);
      this.dirty = true;
    }).observe(container);
  }

  // N/m of the spring that pulls, as the program says.
  set pullStiffness(stiffness: number) {
    this.force.stiffness = stiffness;
  }
  get stats(): { drawMs: number; fps: number } {
    return this.painter.stats;
  }

  setScene(scene: Scene, keepCamera = false): void {
    const old = this.world;
    this.pointer.cancel();
    this.solids?.dispose();
    this.solids?.group.removeFromParent();
    this.parts?.dispose();
    this.parts?.group.removeFromParent();
    this.parts = null;
    this.world = new World(scene);
    this.setPhases([], 0);
    const solids = solidsOf(this.world);
    const segments = roundness(solids.length, this.painter.software);
    this.solids = new Solids(solids, solidMaterials, segments, true, scene.meshes ?? []);
    this.solids.apply(this.painter.look);
    this.solids.group.visible = false; // until it is known where they are
    this.pivots?.dispose();
    this.pivots?.group.removeFromParent();
    this.pivots = new Pivots(scene);
    this.pivots.apply(this.painter.look);
    this.graph.add(this.solids.group, this.pivots.group);
    this.marks.setItem(null, null);
    if (!keepCamera) {
      this.trails.forgetAll();
      this.view.follow(null, null);
      this.view.home(this.world);
    }
    this.homeless = !keepCamera || !old?.snapshot;
    this.painter.newScene();
    this.dirty = true;
  }

  // Trails go through what is not shown, too: they are smooth however slowly the browser draws.
  pass(snapshots: (since: number) => Snapshot[]): void {
    const { world, trails } = this;
    if (!world?.snapshot || !trails.any) return;
    for (const snapshot of snapshots(world.snapshot.t)) {
      world.set(snapshot);
      trails.record(world);
    }
  }

  // `coming`: other snapshots of the motion, which the first view makes room for.
  show(snapshot: Snapshot, coming: () => Snapshot[] = () => []): void {
    const { world, solids } = this;
    if (!world || !solids) return;
    const first = world.snapshot === null;
    world.set(snapshot);
    if (first) {
      world.widen(coming());
      this.begin(world);
    } else if (!this.realGround && world.lowestNow() < this.ground.z - 0.02 * world.extent)
      this.ground.setZ(world.low() - 0.1 * world.extent); // it goes deeper: the floor is not one
    this.ground.setSheer(world.lowestCom() < this.ground.z - 0.01 * world.extent);
    solids.group.visible = true;
    solids.update(world);
    this.pivots!.update(world);
    this.trails.record(world);
    this.parts!.update(world);
    this.updateMarks();
    this.view.moved(world);
    if (world.scene.mode === 'live') this.view.keepInSight(world);
    const { center, radius } = world.shadowed;
    const most = Math.max(5 * world.extent, world.shadowReach);
    if (!this.phases)
      this.lights.cover(radius > most ? this.view.controls.target : center, Math.min(radius, most), this.ground.z);
    this.dirty = this.moved = true;
  }

  layers(): Record<Layer, boolean> {
    return { ...this.on };
  }
  setLayer(layer: Layer, on: boolean): void {
    this.on[layer] = on;
    if (layer === 'grid') this.ground.setGrid(on);
    if (layer === 'shadows') this.lights.setShadows(on);
    if (this.world) this.parts?.refresh(layer, this.world);
    this.dirty = this.moved = true;
  }
  setDark(on: boolean): void {
    const theme = on ? dark : light;
    this.ground.setTheme(theme);
    this.lights.setTheme(theme);
    this.dirty = true;
  }

  follow(body: number | null): void {
    this.view.follow(body, this.world);
  }
  // Switching a trail on switches the layer on: else nothing would be seen.
  setTrail(target: TrailTarget, on: boolean): void {
    this.trails.set(target, on);
    if (this.world?.snapshot) this.trails.record(this.world);
    if (on) this.on.trails = true;
    this.setLayer('trails', this.on.trails);
  }
  // Trails stay as they are, whatever moment is shown.
  holdTrails(on: boolean): void {
    this.trails.held = on;
  }
  clearTrails(): void {
    this.trails.clear();
    this.setLayer('trails', this.on.trails);
  }
  highlight(item: Item | null): void {
    this.marks.setItem(item, this.world);
    this.updateMarks();
    this.dirty = true;
  }

  resetView(): void {
    if (this.world) this.view.home(this.world);
  }
  // What there is at these snapshots fills the picture, as the scenario asks for it.
  fit(snapshots: Snapshot[], view: Direction | '' = ''): void {
    const { world } = this;
    if (!world) return;
    const { around, zoom } = world.scene.picture ?? { around: [], zoom: 1 };
    const points = world.outline(snapshots, around);
    if (points.length > 0) this.view.fit(world, points, this.view.usual(world, view), zoom);
  }
  // The same bodies at other moments, paler; none: as it is.
  setPhases(snapshots: Snapshot[], now: number): void {
    this.phases?.group.removeFromParent();
    this.phases?.dispose();
    this.phases = null;
    this.dirty = this.moved = true;
    const { world } = this;
    if (!world || snapshots.length === 0) return;
    const solids = solidsOf(world);
    const segments = roundness(solids.length * (1 + snapshots.length), this.painter.software);
    this.phases = new Phases(world.scene, solids, snapshots, now, Math.max(segments, 16));
    this.phases.apply(this.painter.look);
    this.graph.add(this.phases.group);
    this.lights.coverAll(world.shadowedAt([world.snapshot!, ...snapshots]), this.ground.z);
  }
  viewFrom(direction: Direction): void {
    this.view.from(direction, this.world);
  }
  // The axes of the world as they are on the screen, x to the right and y up, z towards who looks.
  screenAxes(): Vector3[] {
    const turn = this.view.camera.quaternion.clone().invert();
    return [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)].map((axis) => axis.applyQuaternion(turn));
  }
  // Where a point of the world is in the picture, in pixels of the page; null: behind who looks.
  onScreen(point: number[]): { x: number; y: number } | null {
    this.view.camera.updateMatrixWorld();
    const at = new Vector3().fromArray(point).project(this.view.camera);
    const { x, y } = this.painter.resolution.value;
    return at.z < 1 ? { x: ((at.x + 1) / 2) * x, y: ((1 - at.y) / 2) * y } : null;
  }
  // m between two lines of the grid.
  get gridSpacing(): number {
    return this.ground.spacing;
  }
  cameraState(): number[] {
    return this.view.state();
  }
  setCameraState(s: number[]): void {
    this.view.setState(s);
    this.homeless = false;
    if (this.world) this.view.syncFollow(this.world);
  }

  get onPull(): ((p: Pull | null) => void) | null {
    return this.pullHandler;
  }
  set onPull(handler: ((p: Pull | null) => void) | null) {
    if (!handler) this.pointer.cancel();
    this.pullHandler = handler;
  }

  pick(x: number, y: number): Picked | null {
    const { world } = this;
    if (!world?.snapshot) return null;
    const { ray } = this.castFrom(x, y);
    const found = pickBody(world, ray);
    if (!found) return null;
    const at = ray.at(found.distance, new Vector3());
    return { body: found.body, at: toBody(world, found.body, at), world: [at.x, at.y, at.z] };
  }

  render(): boolean {
    const changed = this.view.update() || this.dirty;
    if (this.painter.filming) {
      this.dirty = changed;
      return false;
    }
    const { moved } = this;
    this.dirty = this.moved = false;
    return this.painter.tick(changed, moved);
  }
  screenshot(type: 'image/png' | 'image/webp' = 'image/png'): string {
    this.view.update();
    return this.painter.picture(type, (pen, ratio) => this.onPicture?.(pen, ratio));
  }

  // What can only be decided once it is known where things are.
  private begin(world: World): void {
    const { scene } = world;
    const plane = groundPlane(scene.surfaces, world.lowest, 0.05 * world.extent);
    this.realGround = plane !== null;
    this.ground.setZ(plane ? plane.point[2] : floorOf(world));
    this.ground.setExtent(world.viewRadius);
    this.parts = new Parts(scene, plane, this.trails, this.on, this.painter.resolution);
    this.parts.apply(this.painter.look);
    this.graph.add(this.parts.group);
    if (this.homeless) this.view.home(world);
    else this.view.syncFollow(world);
    this.homeless = false;
  }

  private readonly caster = new Raycaster();
  private castFrom(x: number, y: number): Raycaster {
    const box = this.canvas.getBoundingClientRect();
    const at = new Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
    this.view.camera.updateMatrixWorld();
    this.caster.setFromCamera(at, this.view.camera);
    return this.caster;
  }

  // The joint whose glyph is drawn near a point of the screen.
  private pickJoint(x: number, y: number): number | null {
    const { world } = this;
    if (!world?.snapshot) return null;
    const box = this.canvas.getBoundingClientRect();
    const pose = identityPose();
    const at = new Vector3();
    let [best, nearest] = [-1, 14];
    world.scene.joints.forEach((joint, j) => {
      const visible = joint.loop
        ? this.on.loops
        : this.on.joints || (this.on.limits && world.snapshot!.joints[8 * j + 1] !== 0);
      if (!visible || isFree(joint) || world.snapshot!.joints[8 * j] === 0) return;
      world.jointPose(pose, j);
      at.fromArray(pose).project(this.view.camera);
      const dx = box.left + ((at.x + 1) / 2) * box.width - x;
      const dy = box.top + ((1 - at.y) / 2) * box.height - y;
      const gap = Math.hypot(dx, dy);
      if (at.z < 1 && gap < nearest) [best, nearest] = [j, gap];
    });
    return best >= 0 ? best : null;
  }

  private listen(): Pointer {
    const plane = new Plane();
    const normal = new Vector3();
    const to = new Vector3();
    return new Pointer(this.canvas, {
      canPull: () => this.pullHandler !== null,
      grab: (x, y) => {
        const picked = this.pick(x, y);
        this.pulling = picked && { body: picked.body, at: picked.at, to: picked.world };
        if (picked)
          plane.setFromNormalAndCoplanarPoint(this.view.camera.getWorldDirection(normal), to.fromArray(picked.world));
        return picked !== null;
      },
      drag: (x, y) => {
        if (!this.pulling || !this.castFrom(x, y).ray.intersectPlane(plane, to)) return;
        this.pullTo = [to.x, to.y, to.z];
        this.view.handOver();
        this.pullHandler?.({ body: this.pulling.body, at: this.pulling.at, to: this.pullTo });
        this.updateMarks();
        this.dirty = true;
      },
      drop: () => {
        if (this.pullTo) this.pullHandler?.(null);
        this.pulling = this.pullTo = null;
        this.updateMarks();
        this.dirty = true;
      },
      click: (x, y) => {
        const joint = this.onPickJoint ? this.pickJoint(x, y) : null;
        if (joint !== null) return this.onPickJoint!(joint);
        const picked = this.onPickBody ? this.pick(x, y) : null;
        if (picked) this.onPickBody!(picked.body);
      },
    });
  }

  private updateMarks(): void {
    const { world, pulling } = this;
    if (!world?.snapshot) return;
    const pull = pulling && this.pullTo ? { from: toWorld(world, pulling.body, pulling.at), to: this.pullTo } : null;
    this.marks.setPull(pull);
    this.force.show(pull, this.view.camera, this.painter.resolution.value);
    this.marks.update(world);
  }
}
