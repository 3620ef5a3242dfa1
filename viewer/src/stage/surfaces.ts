import {
  BufferGeometry,
  Color,
  DoubleSide,
  Float32BufferAttribute,
  Mesh,
  MeshLambertMaterial,
  Object3D,
  PlaneGeometry,
  Vector3,
} from 'three';
import type { Surface } from '../protocol';
import { shadowChunk } from './materials';
import { Part } from './part';
import type { World } from './world';

const tint = new Color('#6f9fd8');
const slab = new Color('#a8b7c8');
const up = new Vector3(0, 0, 1);

// Surfaces that contacts touch. Planes are solid, and cannot be seen from behind; others are see-through. The ground is
// left out, as the stage has one of its own.
export class Surfaces implements Part {
  readonly group = new Object3D();
  private readonly meshes: { mesh: Mesh; body: number; plane: Extract<Surface, { kind: 'plane' }> | null }[] = [];

  constructor(surfaces: Surface[], ground: Surface | null) {
    for (const surface of surfaces) {
      if (surface === ground) continue;
      const solid = surface.kind === 'plane';
      const material = solid
        ? new MeshLambertMaterial({ color: slab, shadowSide: DoubleSide }) // else what stands on it had its shadow on the floor below
        : new MeshLambertMaterial({ color: tint, transparent: true, opacity: 0.26, side: DoubleSide, depthWrite: false });
      material.onBeforeCompile = (shader) => {
        shader.fragmentShader = shader.fragmentShader.replace('#include <shadowmap_pars_fragment>', shadowChunk);
      };
      const mesh = new Mesh(surface.kind === 'plane' ? new PlaneGeometry(1, 1) : meshGeometry(surface), material);
      mesh.receiveShadow = mesh.castShadow = solid;
      mesh.renderOrder = solid ? 0 : 10;
      this.meshes.push({
        mesh,
        body: surface.kind === 'mesh' ? surface.body : -1,
        plane: surface.kind === 'plane' ? surface : null,
      });
      this.group.add(mesh);
    }
  }

  update(world: World): void {
    for (const { mesh, body, plane } of this.meshes) {
      if (plane) {
        if (!mesh.userData['placed']) this.placePlane(world, mesh, plane);
      } else {
        const p = world.poses;
        const k = world.slot(body);
        mesh.position.set(p[k]!, p[k + 1]!, p[k + 2]!);
        mesh.quaternion.set(p[k + 4]!, p[k + 5]!, p[k + 6]!, p[k + 3]!);
      }
    }
  }
  dispose(): void {
    for (const { mesh } of this.meshes) mesh.geometry.dispose();
  }

  // A plane has no middle: the piece near the motion is shown.
  private placePlane(world: World, mesh: Mesh, plane: { point: number[]; normal: number[] }): void {
    const normal = new Vector3().fromArray(plane.normal).normalize();
    const point = new Vector3().fromArray(plane.point);
    const away = normal.dot(point.sub(world.viewCenter));
    mesh.position.copy(world.viewCenter).addScaledVector(normal, away);
    mesh.quaternion.setFromUnitVectors(up, normal);
    mesh.scale.setScalar(6 * Math.max(world.extent, world.viewRadius));
    mesh.userData['placed'] = true;
  }
}

function meshGeometry(surface: { vertices: number[]; triangles: number[] }): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(surface.vertices, 3));
  geometry.setIndex(surface.triangles);
  geometry.computeVertexNormals();
  return geometry;
}

// The plane that serves as ground: level, facing up, the highest one that nothing stands below at the start.
export function groundPlane(
  surfaces: Surface[],
  lowest: number,
  slack: number,
): Extract<Surface, { kind: 'plane' }> | null {
  let best: Extract<Surface, { kind: 'plane' }> | null = null;
  for (const s of surfaces) {
    if (s.kind !== 'plane' || s.normal[2] < 0.999 * Math.hypot(...s.normal)) continue;
    const below = s.point[2] <= lowest + slack;
    const better =
      !best ||
      (best.point[2] > lowest + slack ? below || s.point[2] < best.point[2] : below && s.point[2] > best.point[2]);
    if (better) best = s;
  }
  return best;
}
