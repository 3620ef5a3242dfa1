import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DataTexture,
  FloatType,
  Material,
  Mesh,
  MeshDepthMaterial,
  NearestFilter,
  Object3D,
  RGBAFormat,
} from 'three';
import { copiesPerRow, ghostMaterial, Look, patch, setQuickShadow } from './materials';
import { Numbers, writeAlong, writeMatrix } from './pose';

export interface PoolOptions {
  ghost?: number; // opacity of what is hidden behind other things; not given: hidden is hidden
  shadows?: boolean; // it receives them
  casts?: boolean; // it has one; not given: where it receives them
  order?: number;
  checker?: boolean;
}

const matrix = new Float64Array(16);

// Many copies of one geometry in one draw. Filled anew between begin() and end(), without allocating unless it must
// grow.
export class Pool {
  readonly group = new Object3D();
  private readonly meshes: Mesh[] = [];
  private readonly materials: Material[];
  private readonly copies: { value: DataTexture | null } = { value: null };
  private readonly perCopy: number; // indices
  private data: Float32Array = new Float32Array();
  private capacity: number;
  private count = 0;

  // `materials`: one, or a fine and a quick one to choose from.
  constructor(
    private readonly unit: BufferGeometry,
    materials: Material | Material[],
    capacity: number,
    options: PoolOptions = {},
  ) {
    const stretch = unit.hasAttribute('end');
    const inset = unit.hasAttribute('inset');
    const { copies } = this;
    const { checker = false } = options;
    this.capacity = Math.max(1, capacity);
    this.perCopy = unit.getIndex()!.count;
    this.materials = [materials].flat().map((material) => patch(material, { copies, stretch, inset, checker }));
    const mesh = new Mesh(new BufferGeometry(), this.materials[0]);
    mesh.receiveShadow = options.shadows ?? false;
    mesh.castShadow = options.casts ?? mesh.receiveShadow;
    if (mesh.castShadow) mesh.customDepthMaterial = patch(new MeshDepthMaterial(), { copies, stretch, inset });
    mesh.renderOrder = options.order ?? 0;
    this.meshes.push(mesh);
    if (options.ghost !== undefined) {
      const ghost = new Mesh(mesh.geometry, patch(ghostMaterial(options.ghost), { copies, stretch, inset }));
      ghost.renderOrder = 20;
      this.meshes.push(ghost);
    }
    for (const m of this.meshes) m.frustumCulled = false;
    this.group.add(...this.meshes);
    this.allocate();
    this.end();
  }

  begin(): void {
    this.count = 0;
  }
  // One copy at a pose. Scales of stretched geometries should be the same in all directions.
  put(pose: Numbers, at: number, sx: number, sy: number, sz: number, color: Color, stretch = 0): void {
    writeMatrix(matrix, 0, pose, at, sx, sy, sz);
    this.write(color, stretch);
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
    writeAlong(matrix, 0, px, py, pz, dx, dy, dz, sxy, sz);
    this.write(color, stretch);
  }
  end(): void {
    for (const mesh of this.meshes) mesh.visible = this.count > 0;
    this.meshes[0]!.geometry.setDrawRange(0, this.count * this.perCopy);
    if (this.count > 0) this.copies.value!.needsUpdate = true;
  }

  apply(look: Look): void {
    this.meshes[0]!.material = this.materials[look.fine ? 0 : this.materials.length - 1]!;
    for (const material of this.materials) setQuickShadow(material, look.quickShadows);
  }
  // Materials stay: their programs would have to be compiled again for the next pool.
  dispose(): void {
    this.meshes[0]!.geometry.dispose();
    this.copies.value?.dispose();
  }

  private write(color: Color, stretch: number): void {
    if (this.count === this.capacity) {
      this.capacity *= 2;
      this.allocate();
    }
    const { data } = this;
    const k = 16 * this.count++;
    for (let row = 0; row < 3; ++row) {
      for (let column = 0; column < 4; ++column) data[k + 4 * row + column] = matrix[4 * column + row]!;
    }
    data[k + 12] = color.r;
    data[k + 13] = color.g;
    data[k + 14] = color.b;
    data[k + 15] = stretch;
  }

  // Makes table and geometry for the present capacity and keeps what was written.
  private allocate(): void {
    const rows = Math.ceil(this.capacity / copiesPerRow);
    const columns = rows > 1 ? copiesPerRow : this.capacity;
    const data = new Float32Array(16 * rows * columns);
    data.set(this.data);
    this.data = data;
    this.copies.value?.dispose();
    const texture = new DataTexture(data as Float32Array<ArrayBuffer>, 4 * columns, rows, RGBAFormat, FloatType);
    texture.minFilter = texture.magFilter = NearestFilter;
    texture.needsUpdate = true;
    this.copies.value = texture;
    const old = this.meshes[0]!.geometry;
    const geometry = repeat(this.unit, this.capacity);
    for (const mesh of this.meshes) mesh.geometry = geometry;
    old.dispose();
  }
}

// One geometry with `count` copies of another, each vertex knowing which copy it is of.
function repeat(unit: BufferGeometry, count: number): BufferGeometry {
  const geometry = new BufferGeometry();
  const vertices = unit.getAttribute('position').count;
  for (const name of ['position', 'normal', 'end', 'inset']) {
    const from = unit.getAttribute(name) as BufferAttribute | undefined;
    if (!from) continue;
    const array = new Float32Array(count * from.array.length);
    for (let i = 0; i < count; ++i) array.set(from.array, i * from.array.length);
    geometry.setAttribute(name, new BufferAttribute(array, from.itemSize));
  }
  const copy = new Float32Array(count * vertices);
  for (let i = 0; i < count; ++i) copy.fill(i, i * vertices, (i + 1) * vertices);
  geometry.setAttribute('copy', new BufferAttribute(copy, 1));
  const from = unit.getIndex()!.array;
  const index = new Uint32Array(count * from.length);
  for (let i = 0; i < count; ++i)
    for (let k = 0; k < from.length; ++k) index[i * from.length + k] = i * vertices + from[k]!;
  geometry.setIndex(new BufferAttribute(index, 1));
  return geometry;
}
