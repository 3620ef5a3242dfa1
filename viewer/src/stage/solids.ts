import { BufferGeometry, Color, Material, Object3D } from 'three';
import type { Shape, ShapeMesh } from '../protocol';
import { creased } from './creased';
import { box, capsule, cylinder, solidCone, sphere } from './geometry';
import type { Look } from './materials';
import { Pool } from './pool';
import { compose, identityPose } from './pose';

// What solids need to know: where bodies are.
export interface Places {
  poses: Float64Array;
  slot(body: number): number;
  meshReach(shape: Shape): number;
}
export interface Solid {
  shape: Shape;
  body: number;
  color: Color;
  casts?: boolean; // a shadow; not given: yes
}
type Kind = Shape['kind'];
const coarsest = 8; // corners of round things where there are so many that edges of boxes are sharp
const rounding = 0.05; // of the edges of boxes, in parts of the shortest side

// Corners of round things. Renderers in software pay for every triangle.
export function roundness(shapes: number, software: boolean): number {
  if (software) return shapes < 8 ? 64 : shapes < 60 ? 28 : shapes < 150 ? 16 : shapes < 400 ? 10 : 7;
  return shapes < 8 ? 64 : shapes < 200 ? 36 : shapes < 1000 ? 24 : shapes < 4000 ? 12 : 8;
}

// The shapes of bodies and of the world: one draw per kind of shape, and per mesh.
export class Solids {
  readonly group = new Object3D();
  private readonly pools: { kind: Kind; pool: Pool; solids: Solid[]; local: Float64Array }[] = [];
  private readonly pose = identityPose();

  // `grow`: how much bigger than they are, for outlines.
  constructor(
    solids: Solid[],
    materials: () => Material[],
    segments: number,
    shadows: boolean,
    meshes: ShapeMesh[],
    private readonly grow = 0,
  ) {
    const make: Record<Kind, (mesh: number) => BufferGeometry> = {
      box: () => box(segments > coarsest),
      sphere: () => sphere(segments),
      ellipsoid: () => sphere(segments),
      cylinder: () => cylinder(segments),
      capsule: () => capsule(segments),
      cone: () => solidCone(segments),
      mesh: (mesh) => creased(meshes[mesh] ?? { vertices: [], triangles: [] }),
    };
    const groups = new Map<string, Solid[]>();
    for (const solid of solids) {
      const key = `${solid.shape.kind} ${solid.shape.mesh ?? ''} ${solid.casts}`;
      const group = groups.get(key);
      if (group) group.push(solid);
      else groups.set(key, [solid]);
    }
    for (const own of groups.values()) {
      const { kind, mesh } = own[0]!.shape;
      const pool = new Pool(make[kind](mesh ?? -1), materials(), own.length, { shadows, casts: shadows && (own[0]!.casts ?? true) });
      const local = Float64Array.from(own.flatMap((s) => s.shape.pose));
      this.pools.push({ kind, pool, solids: own, local });
      this.group.add(pool.group);
    }
  }

  update(world: Places): void {
    for (const { kind, pool, solids, local } of this.pools) {
      pool.begin();
      for (let i = 0; i < solids.length; ++i) {
        const { shape, body, color } = solids[i]!;
        compose(this.pose, world.poses, world.slot(body), local, 7 * i);
        const g = this.grow;
        const [a, b, c] = shape.size;
        if (kind === 'box') pool.put(this.pose, 0, a + g, b + g, c + g, color, rounding * Math.min(a, b, c));
        else if (kind === 'sphere') pool.put(this.pose, 0, a + g / 2, a + g / 2, a + g / 2, color);
        else if (kind === 'ellipsoid') pool.put(this.pose, 0, a + g / 2, b + g / 2, c + g / 2, color);
        else if (kind === 'cone') pool.put(this.pose, 0, a + g / 2, a + g / 2, b + g, color);
        else if (kind === 'mesh') {
          const scale = 1 + g / (2 * Math.max(world.meshReach(shape), 1e-9));
          pool.put(this.pose, 0, scale, scale, scale, color);
        }
        else {
          const r = a + g / 2;
          const length = kind === 'cylinder' ? b + g : b;
          pool.put(this.pose, 0, r, r, r, color, r > 0 ? length / r : 0);
        }
      }
      pool.end();
    }
  }

  apply(look: Look): void {
    for (const { pool } of this.pools) pool.apply(look);
  }
  dispose(): void {
    for (const { pool } of this.pools) pool.dispose();
  }
}
