import { BufferGeometry, Color, DynamicDrawUsage, InstancedBufferAttribute, InstancedMesh, Material, Object3D } from 'three';
import { ghostMaterial, isStretched, stretchedDepth } from './materials';
import { Numbers, writeAlong, writeMatrix } from './pose';

export interface PoolOptions {
  ghost?: number; // opacity of what is hidden behind other things; not given: hidden is hidden
  shadows?: boolean;
  order?: number;
}

// Many copies of one geometry in one draw. Filled anew between begin() and end(), without allocating unless it must grow.
export class Pool {
  readonly group = new Object3D();
  readonly mesh: InstancedMesh;
  private readonly ghost: InstancedMesh | null = null;
  private readonly geometry: BufferGeometry;
  private capacity: number;
  private count = 0;
  private matrices: Float32Array;
  private tints: Float32Array;
  private lengths: Float32Array | null = null;

  constructor(geometry: BufferGeometry, material: Material, capacity: number, options: PoolOptions = {}) {
    this.geometry = geometry;
    this.capacity = Math.max(1, capacity);
    this.mesh = new InstancedMesh(geometry, material, this.capacity);
    this.mesh.castShadow = this.mesh.receiveShadow = options.shadows ?? false;
    if (options.order !== undefined) this.mesh.renderOrder = options.order;
    if (isStretched(geometry)) this.mesh.customDepthMaterial = stretchedDepth;
    if (options.ghost !== undefined) {
      this.ghost = new InstancedMesh(geometry, ghostMaterial(isStretched(geometry), options.ghost), 1);
      this.ghost.renderOrder = 20;
      this.ghost.frustumCulled = false;
      this.group.add(this.ghost);
    }
    this.mesh.frustumCulled = false;
    this.group.add(this.mesh);
    this.matrices = this.tints = new Float32Array();
    this.allocate();
    this.end();
  }

  begin(): void {
    this.count = 0;
  }

  // One copy at a pose. Scales of stretched geometries should be the same in all directions.
  put(pose: Numbers, at: number, sx: number, sy: number, sz: number, color: Color, stretch = 0): void {
    const i = this.next(color, stretch);
    writeMatrix(this.matrices, 16 * i, pose, at, sx, sy, sz);
  }

  // One copy whose z is along a direction.
  along(
    px: number,
    py: number,
    pz: number,
    dx: number,
    dy: number,
    dz: number,
    sxy: number,
    sz: number,
    color: Color,
    stretch = 0,
  ): void {
    const i = this.next(color, stretch);
    writeAlong(this.matrices, 16 * i, px, py, pz, dx, dy, dz, sxy, sz);
  }

  end(): void {
    this.mesh.count = this.count;
    this.mesh.visible = this.count > 0;
    this.mesh.instanceMatrix.needsUpdate = true;
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
    if (this.lengths) this.geometry.getAttribute('stretch').needsUpdate = true;
    if (this.ghost) {
      this.ghost.count = this.count;
      this.ghost.visible = this.count > 0;
    }
  }

  dispose(): void {
    this.mesh.dispose();
    this.ghost?.dispose();
    this.geometry.dispose();
  }

  private next(color: Color, stretch: number): number {
    if (this.count === this.capacity) {
      this.capacity *= 2;
      this.allocate();
    }
    const i = this.count++;
    this.tints[3 * i] = color.r;
    this.tints[3 * i + 1] = color.g;
    this.tints[3 * i + 2] = color.b;
    if (this.lengths) this.lengths[i] = stretch;
    return i;
  }

  // Makes buffers of the present capacity and keeps what was written.
  private allocate(): void {
    const matrices = new Float32Array(16 * this.capacity);
    matrices.set(this.matrices);
    const tints = new Float32Array(3 * this.capacity);
    tints.set(this.tints);
    this.matrices = matrices;
    this.tints = tints;
    this.mesh.instanceMatrix = buffer(matrices, 16);
    this.mesh.instanceColor = buffer(tints, 3);
    if (this.ghost) {
      this.ghost.instanceMatrix = this.mesh.instanceMatrix;
      this.ghost.instanceColor = this.mesh.instanceColor;
    }
    if (isStretched(this.geometry)) {
      const lengths = new Float32Array(this.capacity);
      if (this.lengths) lengths.set(this.lengths);
      this.lengths = lengths;
      this.geometry.setAttribute('stretch', buffer(lengths, 1));
    }
  }
}

function buffer(array: Float32Array, size: number): InstancedBufferAttribute {
  const attribute = new InstancedBufferAttribute(array, size);
  attribute.setUsage(DynamicDrawUsage);
  return attribute;
}
