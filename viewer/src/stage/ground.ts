import {
  Color,
  Mesh,
  Object3D,
  PlaneGeometry,
  ShaderMaterial,
  UniformsLib,
  UniformsUtils,
  Vector2,
  BufferGeometry,
  Float32BufferAttribute,
} from 'three';
import { setQuickShadow, shadowChunk, sunlight } from './materials';
import type { Theme } from './palette';

const sky = /* glsl */ `
uniform vec3 skyTop;
uniform vec3 skyBottom;
uniform vec2 resolution;
vec3 skyAt( vec2 pixel ) { return mix( skyBottom, skyTop, clamp( pixel.y / resolution.y, 0.0, 1.0 ) ); }
`;

const groundVertex = /* glsl */ `
#include <common>
#include <shadowmap_pars_vertex>
uniform vec2 focus;
uniform float fade;
varying vec2 vPlace;
varying vec2 vAway;
void main() {
  #include <beginnormal_vertex>
  #include <defaultnormal_vertex>
  #include <begin_vertex>
  #include <worldpos_vertex>
  #include <shadowmap_vertex>
  #include <project_vertex>
  vPlace = ( modelMatrix * vec4( position, 1.0 ) ).xy;
  vAway = ( vPlace - focus ) / fade;
}`;

// Opaque: it fades into the same gradient that the sky has, which saves a second coat of paint over most of the
// picture.
const groundFragment = /* glsl */ `
#include <common>
#include <lights_pars_begin>
${shadowChunk}
${sky}
uniform vec3 ground;
uniform vec3 line;
uniform float spacing;
uniform float ratio;
uniform float darkness;
uniform float cover;
varying vec2 vPlace;
varying vec2 vAway;
float grid( vec2 place, vec2 width, float thick ) {
  vec2 d = abs( fract( place - 0.5 ) - 0.5 ) / width;
  vec2 l = clamp( thick * ratio - d, 0.0, 1.0 ) * clamp( 1.3 - 2.6 * ratio * width, 0.0, 1.0 );
  return max( l.x, l.y );
}
${sunlight}
void main() {
  vec3 color = ground;
  #ifdef GRID
    vec2 place = vPlace / spacing;
    vec2 width = max( fwidth( place ), 1e-6 );
    float l = max( 0.3 * grid( place, width, 0.8 ), 0.65 * grid( place * 0.2, width * 0.2, 0.9 ) );
    color = mix( color, line, l );
    vec2 axes = clamp( 1.2 * ratio - abs( place ) / width, 0.0, 1.0 ) * 0.55;
    color = mix( color, vec3( 0.88, 0.30, 0.32 ), axes.y );
    color = mix( color, vec3( 0.25, 0.68, 0.40 ), axes.x );
  #endif
  color *= 1.0 - darkness * ( 1.0 - sunlight() );
  float near = 1.0 - smoothstep( 0.25, 1.0, length( vAway ) );
  gl_FragColor = vec4( mix( skyAt( gl_FragCoord.xy ), color, near ), cover );
}`;

const skyVertex = 'void main() { gl_Position = vec4( position.xy, 0.999999, 1.0 ); }';
const skyFragment = `${sky}
void main() { gl_FragColor = vec4( skyAt( gl_FragCoord.xy ), 1.0 );
}`;

// The ground with its grid, and the sky behind everything.
export class Ground {
  readonly group = new Object3D();
  private readonly plane: Mesh<PlaneGeometry, ShaderMaterial>;
  private readonly backdrop: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly shared = {
    skyTop: { value: new Color() },
    skyBottom: { value: new Color() },
    resolution: { value: new Vector2(1, 1) },
  };
  private readonly own = {
    ground: { value: new Color() },
    line: { value: new Color() },
    spacing: { value: 1 },
    ratio: { value: 1 },
    fade: { value: 10 },
    darkness: { value: 0.4 },
    cover: { value: 1 },
    focus: { value: new Vector2() },
  };

  constructor() {
    const uniforms = Object.assign(UniformsUtils.clone(UniformsLib.lights), this.shared, this.own);
    const material = new ShaderMaterial({
      uniforms,
      vertexShader: groundVertex,
      fragmentShader: groundFragment,
      lights: true,
      defines: { GRID: 1 },
    });
    this.plane = new Mesh(new PlaneGeometry(2, 2), material);
    this.plane.receiveShadow = true;
    this.plane.frustumCulled = false;
    this.plane.renderOrder = 4; // after the bodies, which hide much of it
    const triangle = new BufferGeometry();
    triangle.setAttribute('position', new Float32BufferAttribute([-1, -1, 0, 3, -1, 0, -1, 3, 0], 3));
    const paint = new ShaderMaterial({
      uniforms: this.shared,
      vertexShader: skyVertex,
      fragmentShader: skyFragment,
      depthWrite: false,
    });
    this.backdrop = new Mesh(triangle, paint);
    this.backdrop.frustumCulled = false;
    this.backdrop.renderOrder = 5;
    this.group.add(this.plane, this.backdrop);
  }

  get spacing(): number {
    return this.own.spacing.value;
  }
  get z(): number {
    return this.plane.position.z;
  }
  setZ(z: number): void {
    this.plane.position.z = z;
  }
  // See-through, where there is something below it to be seen.
  setSheer(on: boolean): void {
    const { material } = this.plane;
    if (material.transparent === on) return;
    material.transparent = on;
    material.depthWrite = !on;
    material.needsUpdate = true;
    this.own.cover.value = on ? 0.45 : 1;
  }
  setExtent(extent: number): void {
    const step = Math.pow(10, Math.floor(Math.log10(extent)));
    const ratio = extent / step;
    this.own.spacing.value = (ratio < 2 ? 0.2 : ratio < 5 ? 0.5 : 1) * step;
  }
  // Follows the view, so that the fade is around what one looks at.
  setFocus(x: number, y: number, distance: number): void {
    const fade = 7 * distance;
    this.own.focus.value.set(x, y);
    this.own.fade.value = fade;
    this.plane.position.x = x;
    this.plane.position.y = y;
    this.plane.scale.set(fade, fade, 1);
  }
  setGrid(on: boolean): void {
    const { material } = this.plane;
    const defines = material.defines as Record<string, unknown>;
    if ('GRID' in defines === on) return;
    if (on) defines['GRID'] = 1;
    else delete defines['GRID'];
    material.needsUpdate = true;
  }
  setTheme(theme: Theme): void {
    // Mixed as the screen wants them: the conversion would be dear over the whole picture.
    this.shared.skyTop.value.copy(theme.skyTop).convertLinearToSRGB();
    this.shared.skyBottom.value.copy(theme.skyBottom).convertLinearToSRGB();
    this.own.ground.value.copy(theme.ground).convertLinearToSRGB();
    this.own.line.value.copy(theme.line).convertLinearToSRGB();
    this.own.darkness.value = theme.shadow;
  }
  // Of the picture, and its pixels per pixel of the page.
  setResolution(width: number, height: number, ratio: number): void {
    this.shared.resolution.value.set(width, height);
    this.own.ratio.value = ratio;
  }
  setQuickShadows(on: boolean): void {
    setQuickShadow(this.plane.material, on);
  }
}
