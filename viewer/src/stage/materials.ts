import {
  BufferGeometry,
  Color,
  GreaterDepth,
  Material,
  MeshBasicMaterial,
  MeshDepthMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  ShaderChunk,
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

export interface Patch {
  stretch?: boolean; // the geometry has `end` and `stretch`, see geometry.ts
  checker?: boolean; // black and white octants
}

// Teaches one of three's materials what the stage needs.
export function patch<M extends Material>(material: M, what: Patch): M {
  material.onBeforeCompile = (shader) => {
    let vertex = shader.vertexShader;
    let fragment = shader.fragmentShader.replace('#include <shadowmap_pars_fragment>', shadowChunk);
    if (what.stretch) {
      vertex = vertex
        .replace('#include <common>', '#include <common>\nattribute float end;\nattribute float stretch;')
        .replace('#include <begin_vertex>', '#include <begin_vertex>\ntransformed.z += end * stretch;');
    }
    if (what.checker) {
      vertex = vertex
        .replace('#include <common>', '#include <common>\nvarying vec3 vLocal;')
        .replace('#include <begin_vertex>', '#include <begin_vertex>\nvLocal = position;');
      fragment = fragment
        .replace('#include <common>', '#include <common>\nvarying vec3 vLocal;')
        .replace(
          '#include <color_fragment>',
          '#include <color_fragment>\ndiffuseColor.rgb *= vLocal.x * vLocal.y * vLocal.z > 0.0 ? 0.02 : 1.0;',
        );
    }
    shader.vertexShader = vertex;
    shader.fragmentShader = fragment;
  };
  material.customProgramCacheKey = () => `stage ${what.stretch ?? false} ${what.checker ?? false}`;
  return material;
}

// What stretched shapes cast shadows with.
export const stretchedDepth = patch(new MeshDepthMaterial(), { stretch: true });

export const isStretched = (geometry: BufferGeometry): boolean => geometry.hasAttribute('end');

// The surfaces of bodies in a fine and a quick variety, plain and stretched. Quality chooses between them.
export class SolidMaterials {
  private readonly fine = [false, true].map((stretch) =>
    patch(new MeshStandardMaterial({ roughness: 0.55, metalness: 0.08 }), { stretch }),
  );
  private readonly quick = [false, true].map((stretch) => patch(new MeshLambertMaterial(), { stretch }));
  isFine = true;

  of(stretch: boolean): Material {
    return (this.isFine ? this.fine : this.quick)[stretch ? 1 : 0]!;
  }
  setQuickShadows(on: boolean): void {
    for (const material of [...this.fine, ...this.quick]) setQuickShadow(material, on);
  }
}

export function setQuickShadow(material: Material, on: boolean): void {
  const defines = (material.defines ??= {}) as Record<string, unknown>;
  if ('QUICK_SHADOW' in defines === on) return;
  if (on) defines['QUICK_SHADOW'] = 1;
  else delete defines['QUICK_SHADOW'];
  material.needsUpdate = true;
}

// Glyphs: lit a little, so that they read as solid, but never in shadow.
export function glyphMaterial(stretch: boolean, checker = false): Material {
  return patch(new MeshLambertMaterial({ emissive: new Color(0x222222) }), { stretch, checker });
}

// The part of a glyph that is behind something.
export function ghostMaterial(stretch: boolean, opacity: number): Material {
  const material = new MeshBasicMaterial({ transparent: true, opacity, depthWrite: false, depthFunc: GreaterDepth });
  return patch(material, { stretch });
}

// Flat colour, see-through.
export function veilMaterial(opacity: number, stretch = false): MeshBasicMaterial {
  return patch(new MeshBasicMaterial({ transparent: true, opacity, depthWrite: false }), { stretch });
}
