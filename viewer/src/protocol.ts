// What the program sends and understands: docs/viewer.md.

export type Vec3 = [number, number, number];
export type Pose = [number, number, number, number, number, number, number]; // position, quaternion w x y z

export interface Shape {
  kind: 'box' | 'sphere' | 'cylinder' | 'capsule' | 'ellipsoid' | 'cone' | 'mesh';
  size: Vec3;
  pose: Pose;
  color: Vec3 | null;
  mesh?: number; // of a mesh: which of the scene's
  touches?: boolean; // it takes part in contact
}
export interface ShapeMesh {
  vertices: number[];
  triangles: number[];
}
export interface Body {
  name: string;
  mass: number;
  com: Vec3;
  shapes: Shape[];
  undrawn?: Shape[]; // that touch and are not drawn
  fused?: boolean; // it is part of the body that it is welded to
}
export interface Coordinate {
  name: string;
  lower: number | null;
  upper: number | null;
  angle: boolean;
}
export interface Joint {
  name: string;
  kind: string;
  a: number;
  b: number;
  loop: boolean;
  on_b: Pose;
  on_a?: Pose; // of a joint that is made where its a is at that moment: counts instead of on_b
  axis: Vec3 | null;
  cut: boolean;
  coordinates: Coordinate[];
}
export interface Frame {
  name: string;
  body: number;
  pose: Pose;
}
export interface Contact {
  name: string;
  a: number;
  b: number;
  friction: number;
  bilateral: boolean;
}
export type Surface =
  | { kind: 'plane'; point: Vec3; normal: Vec3 }
  | { kind: 'mesh'; body: number; vertices: number[]; triangles: number[] };
export interface Grasp {
  name: string;
  object: number;
  hand: number[];
}
export interface Motor {
  name: string;
  kind: 'effort' | 'target';
  lower: number;
  upper: number;
  value: number;
  unit: string;
}
export interface Scene {
  is: 'scene';
  version: number;
  mode: 'live' | 'replay';
  name: string;
  description: string;
  source: string;
  start: number;
  duration: number;
  gravity: Vec3;
  size: number;
  center: Vec3;
  bodies: Body[];
  fixed: Shape[];
  fixed_undrawn?: Shape[];
  joints: Joint[];
  frames: Frame[];
  contacts: Contact[];
  surfaces: Surface[];
  meshes?: ShapeMesh[];
  cables: { name: string }[];
  motors: Motor[];
  event_kinds: EventKind[];
  columns: ColumnInfo[];
  plots: { title: string; columns: string[] }[];
  grasps?: Grasp[];
  picture?: Picture;
}
// How pictures and films are taken; what is null or empty is chosen here.
export interface Picture {
  time: number | null;
  phases: number[]; // further moments in the same picture
  view: '' | 'front' | 'side' | 'top' | 'iso';
  from: Vec3 | null; // the direction from which one looks
  zoom: number;
  around: string[]; // bodies that the picture must hold
  layers: string[];
  trails: string[]; // bodies and frames
  film: [number | null, number | null];
  speed: number | null;
}
export interface ColumnInfo {
  name: string;
  unit: string;
  group: string; // q, v, contact, energy ...; empty: not known
  quantity: string; // position, force ...
  item: string; // the joint, contact, ... that it is of; empty: none
}
export interface EventKind {
  kind: string;
  colour: string;
  meaning: string;
}
export interface SimulationEvent {
  t: number;
  kind: string;
  name: string;
  note: string;
}
export interface RecordingInfo {
  is: 'recording';
  frames: number;
  start: number;
  interval: number;
  rows: number;
  row_start: number;
  row_interval: number;
  events: SimulationEvent[];
}
export interface Status {
  is: 'status';
  playing: boolean;
  speed: number;
  t: number;
  factor: number;
  late: boolean;
  message: string;
}
export type ServerText =
  | Scene
  | RecordingInfo
  | Status
  | ({ is: 'event' } & SimulationEvent)
  | { is: 'reset' } // it begins anew: what was before is gone
  | { is: 'saved'; name: string; text: string }
  | { is: 'pull'; stiffness: number }
  | { is: 'error'; message: string };

export type Command =
  | { do: 'play' | 'pause' | 'reset' | 'release' | 'save' }
  | { do: 'step'; count: number }
  | { do: 'speed'; value: number }
  | { do: 'pull'; body: number; at: Vec3; to: Vec3 }
  | { do: 'set'; motor: string; value: number }
  | { do: 'cut'; joint: string }
  | { do: 'connect'; a: string; b: string; kind: 'weld' | 'spherical' | 'revolute' }
  | { do: 'frames'; id: number; first: number; count: number; stride: number }
  | { do: 'column'; id: number; name: string };

export interface CableState {
  tension: number;
  strain: number;
  slack: boolean;
  points: Float32Array; // x y z each
}

// A convex body; a triangle is one number, i + 256 j + 65536 k of its corners.
export interface Hull {
  vertices: Float32Array; // x y z each
  triangles: Float32Array;
}
// How well a grasp holds, in world axes. Moments are divided by `reach`.
export interface GraspState {
  contacts: number;
  closed: boolean;
  eps: number;
  reach: number; // m
  centre: Float32Array; // of mass of the object
  force: Float32Array; // of the weakest wrench, together with
  moment: Float32Array;
  forces: Hull; // what contacts can give
  moments: Hull;
}

// One snapshot: views into the message that it came in.
export interface Snapshot {
  t: number;
  revision: number;
  poses: Float32Array; // 7 per body
  joints: Float32Array; // 8 per joint: state, stop, moment, force
  contacts: Float32Array; // 10 per contact: state, point, normal, force
  cables: CableState[];
  values: Float32Array | null; // per column, live only
  touches: Float32Array; // touchWidth per point between shapes: bodies a and b, state, friction, point, normal, force
  grasps: GraspState[];
}
export const touchWidth = 13;
const graspWidth = 13;

// The frame at `offset`, a multiple of 8, of a message. `size`: where the next one begins.
export function decodeSnapshot(scene: Scene, buffer: ArrayBuffer, offset: number): { snapshot: Snapshot; size: number } {
  const view = new DataView(buffer);
  const t = view.getFloat64(offset, true);
  const revision = view.getUint32(offset + 8, true);
  const size = view.getUint32(offset + 12, true);
  let at = offset + 16;
  const take = (count: number): Float32Array => {
    const part = new Float32Array(buffer, at, count);
    at += 4 * count;
    return part;
  };
  const poses = take(7 * scene.bodies.length);
  const joints = take(8 * scene.joints.length);
  const contacts = take(10 * scene.contacts.length);
  const cables = scene.cables.map(() => {
    const [tension = 0, strain = 0, slack = 0, count = 0] = take(4);
    return { tension, strain, slack: slack !== 0, points: take(3 * count) };
  });
  const values = scene.mode === 'live' ? take(scene.columns.length) : null;
  const count = at + 4 <= offset + size ? take(1)[0]! : 0;
  const touches = take(touchWidth * count);
  const hull = (): Hull => {
    const [vertices = 0, triangles = 0] = take(2);
    return { vertices: take(3 * vertices), triangles: take(triangles) };
  };
  const grasps = (scene.grasps ?? []).map((): GraspState => {
    const head = take(graspWidth);
    const [contacts = 0, closed = 0, eps = 0, reach = 1] = head;
    const [centre, force, moment] = [head.subarray(4, 7), head.subarray(7, 10), head.subarray(10, 13)];
    return { contacts, closed: closed !== 0, eps, reach, centre, force, moment, forces: hull(), moments: hull() };
  });
  return { snapshot: { t, revision, poses, joints, contacts, cables, values, touches, grasps }, size };
}
