import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Mesh, ShaderMaterial, Vector2 } from 'three';

const vertex = /* glsl */ `
attribute vec3 to;
attribute vec2 corner;
attribute vec4 tint;
uniform vec2 resolution;
uniform float thickness;
varying vec4 vTint;
void main() {
  vec4 a = modelViewMatrix * vec4( position, 1.0 );
  vec4 b = modelViewMatrix * vec4( to, 1.0 );
  // What is behind the eye would come out mirrored: cut there.
  float near = -0.01 * length( b.xyz - a.xyz ) - 1e-5;
  if ( a.z > near && b.z < near ) a = mix( b, a, ( near - b.z ) / ( a.z - b.z ) );
  if ( b.z > near && a.z < near ) b = mix( a, b, ( near - a.z ) / ( b.z - a.z ) );
  a = projectionMatrix * a;
  b = projectionMatrix * b;
  vec2 along = ( b.xy / b.w - a.xy / a.w ) * resolution;
  float size = length( along );
  along = size > 1e-6 ? along / size : vec2( 1.0, 0.0 );
  vec4 p = corner.x < 0.5 ? a : b;
  vec2 shift = vec2( -along.y, along.x ) * corner.y + along * ( corner.x - 0.5 ) * 0.5;
  p.xy += shift * thickness / resolution * p.w;
  vTint = tint;
  gl_Position = p;
}`;
const fragment = /* glsl */ `
varying vec4 vTint;
void main() {
  gl_FragColor = vTint;
  #include <colorspace_fragment>
}`;

// Straight lines with a width in pixels, all in one draw.
export class Lines {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  private from: Float32Array = new Float32Array();
  private to: Float32Array = new Float32Array();
  private tint: Float32Array = new Float32Array();
  private count = 0;

  // `resolution` is shared: the size of the picture in pixels of the page.
  constructor(
    resolution: { value: Vector2 },
    thickness: number,
    private capacity = 64,
    depthTest = true,
  ) {
    const material = new ShaderMaterial({
      uniforms: { resolution, thickness: { value: thickness } },
      vertexShader: vertex,
      fragmentShader: fragment,
      transparent: true,
      depthWrite: false,
      depthTest,
    });
    this.mesh = new Mesh(new BufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 21;
    this.allocate();
  }

  begin(): void {
    this.count = 0;
  }
  add(ax: number, ay: number, az: number, bx: number, by: number, bz: number, color: Color, opacity = 1): void {
    if (this.count === this.capacity) {
      this.capacity *= 2;
      this.allocate();
    }
    const first = 4 * this.count++;
    for (let i = first; i < first + 4; ++i) {
      this.from[3 * i] = ax;
      this.from[3 * i + 1] = ay;
      this.from[3 * i + 2] = az;
      this.to[3 * i] = bx;
      this.to[3 * i + 1] = by;
      this.to[3 * i + 2] = bz;
      this.tint[4 * i] = color.r;
      this.tint[4 * i + 1] = color.g;
      this.tint[4 * i + 2] = color.b;
      this.tint[4 * i + 3] = opacity;
    }
  }
  end(): void {
    const g = this.mesh.geometry;
    g.setDrawRange(0, 6 * this.count);
    this.mesh.visible = this.count > 0;
    for (const name of ['position', 'to', 'tint']) g.getAttribute(name).needsUpdate = true;
  }
  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  private allocate(): void {
    const geometry = new BufferGeometry();
    const make = (old: Float32Array, size: number, name: string): Float32Array => {
      const array = new Float32Array(4 * size * this.capacity);
      array.set(old);
      geometry.setAttribute(name, new BufferAttribute(array, size).setUsage(DynamicDrawUsage));
      return array;
    };
    this.from = make(this.from, 3, 'position');
    this.to = make(this.to, 3, 'to');
    this.tint = make(this.tint, 4, 'tint');
    const corner = new Float32Array(8 * this.capacity);
    const index = new Uint32Array(6 * this.capacity);
    for (let i = 0; i < this.capacity; ++i) {
      corner.set([0, -1, 1, -1, 1, 1, 0, 1], 8 * i);
      index.set([4 * i, 4 * i + 1, 4 * i + 2, 4 * i, 4 * i + 2, 4 * i + 3], 6 * i);
    }
    geometry.setAttribute('corner', new BufferAttribute(corner, 2));
    geometry.setIndex(new BufferAttribute(index, 1));
    this.mesh.geometry.dispose();
    this.mesh.geometry = geometry;
  }
}
