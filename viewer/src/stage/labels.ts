import {
  CanvasTexture,
  DynamicDrawUsage,
  BufferAttribute,
  BufferGeometry,
  LinearFilter,
  Mesh,
  Object3D,
  ShaderMaterial,
  SRGBColorSpace,
  Vector2,
} from 'three';
import type { Body } from '../protocol';
import { Part } from './part';
import type { World } from './world';

const vertex = /* glsl */ `
attribute vec2 corner;
attribute vec4 cell;
uniform vec2 resolution;
uniform vec2 sheet;
varying vec2 vUv;
void main() {
  vec4 p = projectionMatrix * viewMatrix * vec4( position, 1.0 );
  vec2 size = cell.zw * sheet * 0.5;
  p.xy += ( corner * size + vec2( 0.0, 9.0 ) ) / resolution * 2.0 * p.w;
  vUv = cell.xy + vec2( corner.x + 0.5, 1.0 - corner.y ) * cell.zw;
  vUv.y = 1.0 - vUv.y;
  gl_Position = p;
}`;
const fragment = /* glsl */ `
uniform sampler2D map;
varying vec2 vUv;
void main() {
  gl_FragColor = texture2D( map, vUv );
  #include <colorspace_fragment>
}`;

const rowHeight = 40; // twice the size on the screen, so that it stays crisp
const sheetWidth = 2048;
const most = 1500;
const place = new Float64Array(3);

// Names of bodies on one sheet, drawn at once and always of the same size.
export class Labels implements Part {
  readonly group = new Object3D();
  private readonly places: Float32Array;
  private mesh: Mesh<BufferGeometry, ShaderMaterial> | null = null;

  constructor(
    private readonly bodies: Body[],
    private readonly resolution: { value: Vector2 },
  ) {
    this.places = new Float32Array(12 * Math.min(most, bodies.length));
  }

  update(world: World): void {
    if (this.bodies.length === 0) return;
    this.mesh ??= this.make();
    for (let b = 0; b < this.places.length / 12; ++b) {
      world.com(place, b);
      for (let k = 0; k < 4; ++k) this.places.set(place, 12 * b + 3 * k);
    }
    this.mesh.geometry.getAttribute('position').needsUpdate = true;
  }
  dispose(): void {
    if (!this.mesh) return;
    (this.mesh.material.uniforms['map']!.value as CanvasTexture).dispose();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  // Draws the sheet when labels are first wanted: most scenes are looked at without.
  private make(): Mesh<BufferGeometry, ShaderMaterial> {
    const count = this.places.length / 12;
    const font = '500 24px system-ui, "Segoe UI", Roboto, sans-serif';
    const canvas = document.createElement('canvas');
    let pen = canvas.getContext('2d')!;
    pen.font = font;
    const cells: { x: number; y: number; w: number; text: string }[] = [];
    let [x, y] = [0, 0];
    for (let b = 0; b < count; ++b) {
      const name = this.bodies[b]!.name;
      const text = name.length > 28 ? `${name.slice(0, 27)}…` : name;
      const w = Math.ceil(pen.measureText(text).width) + 20;
      if (x + w > sheetWidth) {
        x = 0;
        y += rowHeight;
      }
      cells.push({ x, y, w, text });
      x += w + 2;
    }
    canvas.width = sheetWidth;
    canvas.height = y + rowHeight;
    pen = canvas.getContext('2d')!;
    pen.font = font;
    pen.textBaseline = 'middle';
    for (const cell of cells) {
      pen.fillStyle = 'rgba(22, 27, 34, 0.78)';
      pen.beginPath();
      pen.roundRect(cell.x + 1, cell.y + 3, cell.w - 2, rowHeight - 6, 9);
      pen.fill();
      pen.fillStyle = '#f2f5f9';
      pen.fillText(cell.text, cell.x + 10, cell.y + rowHeight / 2 + 1);
    }
    const map = new CanvasTexture(canvas);
    map.colorSpace = SRGBColorSpace;
    map.generateMipmaps = false;
    map.minFilter = LinearFilter;
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(this.places, 3).setUsage(DynamicDrawUsage));
    const corners = cells.flatMap(() => [-0.5, 0, 0.5, 0, 0.5, 1, -0.5, 1]);
    geometry.setAttribute('corner', new BufferAttribute(new Float32Array(corners), 2));
    const uv = cells.flatMap((c) => {
      const cell = [c.x / canvas.width, c.y / canvas.height, c.w / canvas.width, rowHeight / canvas.height];
      return [...cell, ...cell, ...cell, ...cell];
    });
    geometry.setAttribute('cell', new BufferAttribute(new Float32Array(uv), 4));
    geometry.setIndex(cells.flatMap((_, i) => [4 * i, 4 * i + 1, 4 * i + 2, 4 * i, 4 * i + 2, 4 * i + 3]));
    const material = new ShaderMaterial({
      uniforms: {
        map: { value: map },
        resolution: this.resolution,
        sheet: { value: new Vector2(canvas.width, canvas.height) },
      },
      vertexShader: vertex,
      fragmentShader: fragment,
      transparent: true,
      depthTest: false,
      depthWrite: false,
    });
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    mesh.renderOrder = 40;
    this.group.add(mesh);
    return mesh;
  }
}
