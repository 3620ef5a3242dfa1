import { BufferAttribute, BufferGeometry, DoubleSide, Mesh, MeshBasicMaterial, Object3D } from 'three';
import { touchWidth } from '../protocol';
import { Arrows } from './arrows';
import { cone, sphere } from './geometry';
import { glyphMaterial, veilMaterial } from './materials';
import { colors } from './palette';
import { ArrowScale, Part } from './part';
import { Pool } from './pool';
import type { World } from './world';

const sameNormal = 0.99; // cosine between normals of points of one region
const crowd = 64; // cones over cones show nothing, slowly

// Points `from` to `to` of a snapshot that belong to one region: of two bodies, with one normal.
export interface TouchRegion {
  from: number;
  to: number;
}

// Points of two bodies follow one another. A region begins where bodies or normals change.
export function regionsOf(touches: Float32Array): TouchRegion[] {
  const regions: TouchRegion[] = [];
  const count = touches.length / touchWidth;
  for (let i = 0; i < count; ++i) {
    const last = regions[regions.length - 1];
    const [k, f] = [touchWidth * i, touchWidth * (last?.from ?? 0)];
    const same =
      last !== undefined &&
      touches[k] === touches[f] &&
      touches[k + 1] === touches[f + 1] &&
      touches[k + 7]! * touches[f + 7]! + touches[k + 8]! * touches[f + 8]! + touches[k + 9]! * touches[f + 9]! >
        sameNormal;
    if (same) last.to = i + 1;
    else regions.push({ from: i, to: i + 1 });
  }
  return regions;
}

// The corners of a region, counter-clockwise about its normal: numbers of its points, by their angle about the middle.
export function outlineOf(touches: Float32Array, { from, to }: TouchRegion): number[] {
  const at = (i: number, k: number): number => touches[touchWidth * i + 4 + k]!;
  const n = [0, 1, 2].map((k) => touches[touchWidth * from + 7 + k]!);
  const middle = [0, 0, 0];
  for (let i = from; i < to; ++i) for (let k = 0; k < 3; ++k) middle[k]! += at(i, k) / (to - from);
  const other = Math.abs(n[0]!) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const cross = (a: number[], b: number[]): number[] => [
    a[1]! * b[2]! - a[2]! * b[1]!,
    a[2]! * b[0]! - a[0]! * b[2]!,
    a[0]! * b[1]! - a[1]! * b[0]!,
  ];
  const u = cross(other, n);
  const v = cross(n, u);
  const angle = (i: number): number => {
    const d = [0, 1, 2].map((k) => at(i, k) - middle[k]!);
    const along = (e: number[]): number => e[0]! * d[0]! + e[1]! * d[1]! + e[2]! * d[2]!;
    return Math.atan2(along(v), along(u));
  };
  return Array.from({ length: to - from }, (_, i) => from + i)
    .map((i) => ({ i, a: angle(i) }))
    .sort((p, q) => p.a - q.a)
    .map(({ i }) => i);
}

// Where shapes touch: filled regions, their points and friction cones.
export class Touches implements Part {
  readonly group = new Object3D();
  private readonly dots = new Pool(sphere(6), glyphMaterial(), 16);
  private readonly cones: Pool;
  private readonly polygons: Mesh;
  private readonly material = new MeshBasicMaterial({
    vertexColors: true,
    transparent: true,
    opacity: 0.25,
    side: DoubleSide,
    depthWrite: false,
    depthTest: false, // the touching bodies would hide it
  });
  private positions = new Float32Array(0);
  private tints = new Float32Array(0);

  constructor() {
    const veil = veilMaterial(0.2);
    veil.side = DoubleSide;
    veil.depthTest = false;
    this.cones = new Pool(cone(), veil, 16, { order: 19 });
    this.polygons = new Mesh(new BufferGeometry(), this.material);
    this.polygons.frustumCulled = false;
    this.polygons.renderOrder = 18;
    this.group.add(this.polygons, this.dots.group, this.cones.group);
  }

  update(world: World): void {
    const t = world.snapshot!.touches;
    const count = t.length / touchWidth;
    const u = world.unit(count);
    this.dots.begin();
    this.cones.begin();
    for (let i = 0; i < count; ++i) {
      const k = touchWidth * i;
      const color = t[k + 2]! > 1.5 ? colors.sticking : colors.sliding;
      const r = (count > crowd ? 0.15 : 0.25) * u;
      this.dots.along(t[k + 4]!, t[k + 5]!, t[k + 6]!, 0, 0, 1, r, r, color);
      const mu = Math.min(t[k + 3]!, 20);
      if (!(mu > 0) || count > crowd) continue;
      const height = (1.7 * u) / Math.hypot(1, mu);
      this.cones.along(t[k + 4]!, t[k + 5]!, t[k + 6]!, t[k + 7]!, t[k + 8]!, t[k + 9]!, mu * height, height, color);
    }
    this.dots.end();
    this.cones.end();
    this.fill(t);
  }

  // Regions of three points and more, as fans.
  private fill(t: Float32Array): void {
    const fans = regionsOf(t)
      .filter(({ from, to }) => to - from > 2)
      .map((region) => outlineOf(t, region));
    const vertices = fans.reduce((sum, fan) => sum + 3 * (fan.length - 2), 0);
    if (this.positions.length < 3 * vertices) {
      this.positions = new Float32Array(6 * vertices);
      this.tints = new Float32Array(6 * vertices);
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(this.positions, 3));
      geometry.setAttribute('color', new BufferAttribute(this.tints, 3));
      this.polygons.geometry.dispose();
      this.polygons.geometry = geometry;
    }
    let at = 0;
    for (const fan of fans) {
      const sticks = fan.every((i) => t[touchWidth * i + 2]! > 1.5);
      const color = sticks ? colors.sticking : colors.sliding;
      for (let i = 1; i + 1 < fan.length; ++i) {
        for (const corner of [fan[0]!, fan[i]!, fan[i + 1]!]) {
          for (let k = 0; k < 3; ++k) this.positions[at + k] = t[touchWidth * corner + 4 + k]!;
          color.toArray(this.tints, at);
          at += 3;
        }
      }
    }
    this.polygons.visible = vertices > 0;
    if (vertices === 0) return;
    const { geometry } = this.polygons;
    geometry.setDrawRange(0, vertices);
    geometry.getAttribute('position').needsUpdate = true;
    geometry.getAttribute('color').needsUpdate = true;
  }
  dispose(): void {
    this.dots.dispose();
    this.cones.dispose();
    this.polygons.geometry.dispose();
  }
}

// The force of each region on its body a, at its centre of pressure.
export class TouchForces implements Part {
  readonly group: Object3D;
  private readonly arrows = new Arrows(1, 16);
  private readonly scale = new ArrowScale();

  constructor() {
    this.group = this.arrows.group;
  }
  update(world: World): void {
    const t = world.snapshot!.touches;
    const regions = regionsOf(t);
    const u = world.unit(regions.length);
    const sums = regions.map(({ from, to }) => {
      const force = [0, 0, 0];
      const point = [0, 0, 0];
      let weight = 0;
      for (let i = from; i < to; ++i) {
        const k = touchWidth * i;
        const normal = Math.max(0, t[k + 7]! * t[k + 10]! + t[k + 8]! * t[k + 11]! + t[k + 9]! * t[k + 12]!);
        for (let c = 0; c < 3; ++c) {
          force[c]! += t[k + 10 + c]!;
          point[c]! += normal * t[k + 4 + c]!;
        }
        weight += normal;
      }
      return { force, point: point.map((x) => x / weight), size: weight > 0 ? Math.hypot(...force) : 0 };
    });
    this.scale.forget();
    for (const { size } of sums) this.scale.note(size);
    this.arrows.begin();
    for (const { force, point, size } of sums) {
      const length = this.scale.length(size) * 9 * u;
      if (length === 0) continue;
      const [f, p] = [force as [number, number, number], point as [number, number, number]];
      this.arrows.add(p[0], p[1], p[2], f[0], f[1], f[2], length, 0.16 * u, colors.force);
    }
    this.arrows.end();
  }
  dispose(): void {
    this.arrows.dispose();
  }
}
