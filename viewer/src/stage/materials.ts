import {
  Color,
  DataTexture,
  GreaterDepth,
  Material,
  MeshBasicMaterial,
  MeshStandardMaterial,
  ShaderChunk,
  ShaderMaterial,
  UniformsLib,
  UniformsUtils,
  Vector3,
} from 'three';

// Two kinds of soft shadow: the full one smooths over nine texels, the quick one leaves that to one filtered look-up.
// Both are free of the noise of three's own, which flickers in films.
export const shadowChunk = ShaderChunk.shadowmap_pars_fragment.replace(
  /float phi = [\s\S]*?\* 0\.2;/,
  `
  #ifdef QUICK_SHADOW
    shadow = texture( shadowMap, shadowCoord.xyz );
  #else
    shadow = texture( shadowMap, shadowCoord.xyz ) * 0.2;
    shadow += texture( shadowMap, vec3( shadowCoord.xy + radius * vec2( 1.0, 0.35 ), shadowCoord.z ) ) * 0.12;
    shadow += texture( shadowMap, vec3( shadowCoord.xy + radius * vec2( -0.35, 1.0 ), shadowCoord.z ) ) * 0.12;
    shadow += texture( shadowMap, vec3( shadowCoord.xy + radius * vec2( -1.0, -0.35 ), shadowCoord.z ) ) * 0.12;
    shadow += texture( shadowMap, vec3( shadowCoord.xy + radius * vec2( 0.35, -1.0 ), shadowCoord.z ) ) * 0.12;
    shadow += texture( shadowMap, vec3( shadowCoord.xy + radius * vec2( 1.1, 1.9 ), shadowCoord.z ) ) * 0.08;
    shadow += texture( shadowMap, vec3( shadowCoord.xy + radius * vec2( -1.9, 1.1 ), shadowCoord.z ) ) * 0.08;
    shadow += texture( shadowMap, vec3( shadowCoord.xy + radius * vec2( -1.1, -1.9 ), shadowCoord.z ) ) * 0.08;
    shadow += texture( shadowMap, vec3( shadowCoord.xy + radius * vec2( 1.9, -1.1 ), shadowCoord.z ) ) * 0.08;
  #endif
  `,
);

// How much of the sun reaches a pixel. The quick one leaves out what a sun that is far away does not need.
export const sunlight = /* glsl */ `
float sunlight() {
  #if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
    DirectionalLightShadow s = directionalLightShadows[ 0 ];
    vec4 at = vDirectionalShadowCoord[ 0 ];
    #ifdef QUICK_SHADOW
      vec3 side = abs( at.xyz - 0.5 );
      if ( max( max( side.x, side.y ), side.z ) >= 0.5 ) return 1.0;
      return texture( directionalShadowMap[ 0 ], vec3( at.xy, at.z + s.shadowBias ) );
    #else
      return getShadow( directionalShadowMap[ 0 ], s.shadowMapSize, s.shadowIntensity, s.shadowBias, s.shadowRadius, at );
    #endif
  #else
    return 1.0;
  #endif
}
`;

// How the copies of a pool find their places: a table with four texels per copy, three rows of the matrix and one of
// colour and stretch. Not instancing: renderers in software begin a new draw for every instance.
export const copiesPerRow = 256;
const copyHead = /* glsl */ `
#include <common>
attribute float copy;
uniform highp sampler2D copies;
varying vec3 vTint;
`;
const copyFetch = /* glsl */ `
int copyIndex = int( copy + 0.5 );
ivec2 copyAt = ivec2( 4 * ( copyIndex % ${copiesPerRow} ), copyIndex / ${copiesPerRow} );
mat4 toWorld = transpose( mat4( texelFetch( copies, copyAt, 0 ), texelFetch( copies, copyAt + ivec2( 1, 0 ), 0 ),
  texelFetch( copies, copyAt + ivec2( 2, 0 ), 0 ), vec4( 0.0, 0.0, 0.0, 1.0 ) ) );
vec4 copyTint = texelFetch( copies, copyAt + ivec2( 3, 0 ), 0 );
vTint = copyTint.rgb;
#include <uv_vertex>
`;

export interface Patch {
  copies: { value: DataTexture | null };
  stretch: boolean; // the geometry has `end`, see geometry.ts
  inset?: boolean; // the geometry has `inset`, see geometry.ts
  checker?: boolean; // black and white octants
}

// Copies may have different scales along their axes: normals scale by their inverse.
const worldNormal = `mat3 turn = mat3( toWorld );
  vec3 squares = max( vec3( dot( turn[0], turn[0] ), dot( turn[1], turn[1] ), dot( turn[2], turn[2] ) ), 1e-30 );
  vec3 objectNormal = normalize( turn * ( normal / squares ) );`;

// Teaches one of three's materials to draw the copies of a pool.
export function patch<M extends Material>(material: M, what: Patch): M {
  const checker = what.checker ?? false;
  material.onBeforeCompile = (shader) => {
    shader.uniforms['copies'] = what.copies;
    const stretch = what.stretch
      ? 'transformed.z += end * copyTint.a;'
      : what.inset
        ? 'transformed -= inset * copyTint.a / max( vec3( length( toWorld[0].xyz ), length( toWorld[1].xyz ), length( toWorld[2].xyz ) ), 1e-9 );'
        : '';
    const attribute = what.stretch ? 'attribute float end;' : what.inset ? 'attribute vec3 inset;' : '';
    const local = checker ? 'vLocal = position;' : '';
    shader.vertexShader = shader.vertexShader
      .replace(
        '#include <common>',
        `${copyHead}${attribute}${checker ? 'varying vec3 vLocal;' : ''}`,
      )
      .replace('#include <uv_vertex>', copyFetch)
      .replace('#include <beginnormal_vertex>', worldNormal)
      .replace(
        '#include <begin_vertex>',
        `vec3 transformed = position; ${stretch} ${local} transformed = ( toWorld * vec4( transformed, 1.0 ) ).xyz;`,
      );
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <shadowmap_pars_fragment>', shadowChunk)
      .replace('#include <common>', `#include <common>\nvarying vec3 vTint;\n${checker ? 'varying vec3 vLocal;' : ''}`)
      .replace(
        '#include <color_fragment>',
        checker
          ? 'diffuseColor.rgb *= vLocal.x * vLocal.y * vLocal.z > 0.0 ? 0.02 : 1.0;'
          : 'diffuseColor.rgb *= vTint;',
      );
  };
  material.customProgramCacheKey = () => `stage ${what.stretch} ${what.inset ?? false} ${checker}`;
  return material;
}

// From the front, the right and above: the faces that the usual views show are lit.
export const sunDirection = new Vector3(0.42, -0.62, 1.15).normalize();

// The light that the quick materials know: the theme sets it.
export const quickLight = { sun: { value: new Color() }, above: { value: new Color() }, below: { value: new Color() } };

// Light is reckoned per vertex and as the screen wants it, once in the sun and once in the shade; a pixel only mixes
// the two.
const quickVertex = /* glsl */ `
#include <common>
#include <shadowmap_pars_vertex>
uniform vec3 sun;
uniform vec3 above;
uniform vec3 below;
varying vec3 vDark;
varying vec3 vLit;
vec3 toScreen( vec3 c ) { return max( 1.055 * pow( c, vec3( 0.41666 ) ) - 0.055, vec3( 0.0 ) ); }
void main() {
  #include <uv_vertex>
  #include <beginnormal_vertex>
  #include <begin_vertex>
  vec3 surface = copyTint.rgb * 0.31831;
  vec3 dark = surface * mix( below, above, 0.5 + 0.5 * objectNormal.z );
  float facing = max( 0.0, dot( objectNormal, vec3( ${sunDirection.toArray().join()} ) ) );
  vDark = toScreen( dark );
  vLit = toScreen( dark + surface * sun * facing );
  #if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
    vec3 lifted = transformed + objectNormal * directionalLightShadows[ 0 ].shadowNormalBias;
    vDirectionalShadowCoord[ 0 ] = directionalShadowMatrix[ 0 ] * vec4( lifted, 1.0 );
  #endif
  gl_Position = projectionMatrix * viewMatrix * vec4( transformed, 1.0 );
}`;
const quickFragment = /* glsl */ `
#include <common>
#include <lights_pars_begin>
#include <shadowmap_pars_fragment>
${sunlight}
varying vec3 vDark;
varying vec3 vLit;
void main() {
  gl_FragColor = vec4( mix( vDark, vLit, sunlight() ), 1.0 );
}`;
export function quickMaterial(): Material {
  const uniforms = Object.assign(UniformsUtils.clone(UniformsLib.lights), quickLight);
  return new ShaderMaterial({ uniforms, vertexShader: quickVertex, fragmentShader: quickFragment, lights: true });
}

// What quality asks of the materials of bodies.
export interface Look {
  fine: boolean;
  quickShadows: boolean;
}

// The surface of bodies in a fine and a quick variety: a pool uses one of them.
export const solidMaterials = (): Material[] => [
  new MeshStandardMaterial({ roughness: 0.55, metalness: 0.08 }),
  quickMaterial(),
];

export function setQuickShadow(material: Material, on: boolean): void {
  const defines = (material.defines ??= {}) as Record<string, unknown>;
  if ('QUICK_SHADOW' in defines === on) return;
  if (on) defines['QUICK_SHADOW'] = 1;
  else delete defines['QUICK_SHADOW'];
  material.needsUpdate = true;
}

// Glyphs are lit, so that they read as solid, but never in shadow, as they receive none.
export const glyphMaterial = quickMaterial;

// The part of a glyph that is behind something.
export function ghostMaterial(opacity: number): Material {
  return new MeshBasicMaterial({ transparent: true, opacity, depthWrite: false, depthFunc: GreaterDepth });
}

// Flat colour, see-through.
export function veilMaterial(opacity: number): MeshBasicMaterial {
  return new MeshBasicMaterial({ transparent: true, opacity, depthWrite: false });
}
