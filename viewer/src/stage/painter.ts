import { PCFShadowMap, Scene as Graph, Vector2, WebGLRenderer } from 'three';
import type { Ground } from './ground';
import type { Lights } from './lights';
import type { Look } from './materials';
import { isSoftware, Level, levels, Quality } from './quality';
import type { View } from './view';
import type { World } from './world';

const restAfter = 250; // ms without change before the picture is drawn once more, finely
const oldestShadow = 200; // ms

// Owns the canvas and decides how finely it is drawn.
export class Painter {
  readonly renderer: WebGLRenderer;
  readonly resolution = { value: new Vector2(1, 1) }; // pixels of the page, for things of constant size on the screen
  readonly stats = { drawMs: 0, fps: 0 };
  private readonly quality: Quality;
  readonly software: boolean;
  private shown: Level = levels[0]!;
  private ratio = 0;
  private shadowAge = 0; // frames
  private shadowDrawn = 0;
  private lastDraw = 0;
  private rested = false;
  private filmUntil = 0;
  onLook: (look: Look) => void = () => undefined;

  constructor(
    private readonly container: HTMLElement,
    canvas: HTMLCanvasElement,
    private readonly graph: Graph,
    private readonly view: View,
    private readonly ground: Ground,
    private readonly lights: Lights,
  ) {
    this.software = probeSoftware();
    // Several samples per pixel are dear without a graphics processor: there a still picture gets more pixels instead.
    this.renderer = makeRenderer(canvas, !this.software);
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.quality = new Quality(this.software);
    this.resize();
    this.apply(this.moving);
  }

  get look(): Look {
    return this.shown;
  }

  resize(world: World | null = null): void {
    const width = Math.max(1, this.container.clientWidth);
    const height = Math.max(1, this.container.clientHeight);
    if (width === this.resolution.value.x && height === this.resolution.value.y) return;
    this.resolution.value.set(width, height);
    this.renderer.setSize(width, height, false);
    this.ratio = 0;
    this.view.resize(width / height, world);
  }
  newScene(): void {
    this.quality.pause(10);
  }

  // One tick of the page: draws if the picture changed, or has rested long enough to be worth a finer one.
  tick(changed: boolean, shadowsChanged: boolean): boolean {
    const now = performance.now();
    this.quality.tick(now);
    const rest = !changed && !this.rested && this.lastDraw > 0 && now - this.lastDraw > restAfter;
    if (!changed && !rest) return false;
    this.paint(rest ? this.still(2e6) : this.moving, shadowsChanged || rest);
    this.rested = rest;
    if (!rest) {
      this.quality.drawn();
      const interval = now - this.lastDraw;
      if (interval < 500) this.stats.fps += (interval > 0 ? 0.1 : 0) * (1000 / interval - this.stats.fps);
      this.lastDraw = now;
    }
    return true;
  }
  // The present picture, usually as a PNG, as fine as can be whatever the speed, and with as many pixels as the screen has for
  // it.
  picture(
    type: 'image/png' | 'image/webp' = 'image/png',
    over: (pen: CanvasRenderingContext2D, ratio: number) => void = () => undefined,
  ): string {
    const begin = performance.now();
    this.paint({ ...this.still(4e6), fine: true }, true);
    const canvas = this.renderer.domElement;
    const ratio = window.devicePixelRatio || 1;
    const sheet = document.createElement('canvas');
    sheet.width = Math.round(this.resolution.value.x * ratio);
    sheet.height = Math.round(this.resolution.value.y * ratio);
    const pen = sheet.getContext('2d')!;
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(canvas, 0, 0, sheet.width, sheet.height);
    over(pen, ratio);
    const url = sheet.toDataURL(type, 0.9);
    const now = performance.now();
    this.filmUntil = now + Math.min(400, 50 + 2 * (now - begin));
    this.rested = false;
    this.lastDraw = now;
    return url;
  }
  // Pictures are being taken one after the other: drawing for the screen between them would only cost time.
  get filming(): boolean {
    return performance.now() < this.filmUntil;
  }

  private get moving(): Level {
    return levels[this.quality.level]!;
  }
  // For a picture that stands still, with about `pixels` at most.
  private still(pixels: number): Level {
    const { x, y } = this.resolution.value;
    const ratio = this.software
      ? Math.max(1, Math.min(2, Math.sqrt(pixels / (x * y))))
      : Math.max(1, this.moving.ratio);
    return { ratio, shadow: this.software ? 1024 : 2048, fine: this.moving.fine, quickShadows: false, every: 1 };
  }

  private paint(level: Level, shadowsChanged: boolean): void {
    const begin = performance.now();
    this.apply(level);
    if (shadowsChanged) {
      // Old shadows darken what has moved on in the meantime; on slow machines a few frames take long.
      if (this.shadowAge >= level.every || begin - this.shadowDrawn > oldestShadow) this.renewShadow(begin);
      ++this.shadowAge;
    }
    const { target } = this.view.controls;
    this.ground.setFocus(target.x, target.y, this.view.distance);
    this.renderer.render(this.graph, this.view.camera);
    this.stats.drawMs += 0.2 * (performance.now() - begin - this.stats.drawMs);
  }

  private apply(level: Level): void {
    // Without samples of its own a still picture is drawn larger than the screen asks for, and scaled down.
    const most = this.software && level.ratio > 1 ? 2 : window.devicePixelRatio || 1;
    const ratio = Math.min(level.ratio, most);
    if (ratio !== this.ratio) {
      this.ratio = ratio;
      this.renderer.setPixelRatio(ratio);
      const { width, height } = this.renderer.domElement;
      this.ground.setResolution(width, height, ratio);
    }
    if (level === this.shown) return;
    this.shown = level;
    this.lights.setMapSize(level.shadow);
    this.ground.setQuickShadows(level.quickShadows);
    this.onLook(level);
    this.renewShadow(performance.now());
  }
  private renewShadow(now: number): void {
    this.shadowAge = 0;
    this.shadowDrawn = now;
    this.lights.updateShadow();
  }
}

function makeRenderer(canvas: HTMLCanvasElement, antialias: boolean): WebGLRenderer {
  try {
    return new WebGLRenderer({ canvas, antialias, powerPreference: 'high-performance' });
  } catch {
    throw new Error('This browser offers no WebGL 2, which the scene is drawn with. Try another browser.');
  }
}

function probeSoftware(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return true;
  const software = isSoftware(gl);
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return software;
}
