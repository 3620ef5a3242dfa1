import type { Layer } from './stage/stage';

// What the address asks for, in its hash or its query: #t=1.5&play&theme=light&panels=0&camera=...&layers=forces,-grid
export interface Params {
  t: number | null;
  play: boolean | null;
  speed: number | null;
  theme: string | null;
  panels: boolean; // false: only the scene, for pictures
  camera: number[] | null;
  layers: { layer: Layer; on: boolean }[];
  onlyLayers: boolean; // `none` first: all others are off
}

export function parseParams(search: string, hash: string): Params {
  const values = new URLSearchParams(
    [search.replace(/^\?/, ''), hash.replace(/^#/, '')].filter((s) => s !== '').join('&'),
  );
  const number = (name: string): number | null => {
    const text = values.get(name);
    return text === null || text === '' || !Number.isFinite(Number(text)) ? null : Number(text);
  };
  const camera = values.get('camera')?.split(',').map(Number) ?? null;
  const layers = (values.get('layers') ?? '').split(',').filter((name) => name !== '');
  return {
    t: number('t'),
    play: values.has('play') ? values.get('play') !== '0' : null,
    speed: number('speed'),
    theme: values.get('theme'),
    panels: values.get('panels') !== '0',
    camera: camera && camera.length > 0 && camera.every(Number.isFinite) ? camera : null,
    layers: layers
      .filter((name) => name !== 'none')
      .map((name) => ({ layer: name.replace(/^-/, '') as Layer, on: !name.startsWith('-') })),
    onlyLayers: layers.includes('none'),
  };
}
