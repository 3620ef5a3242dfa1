// How finely to draw. While things move, a frame has 25 ms; what does not fit is given up in this order.

export interface Level {
  ratio: number; // pixels of the picture per pixel of the page, at most
  shadow: number; // side of the shadow map
  fine: boolean; // the better materials
  quickShadows: boolean;
  every: number; // shadows are drawn anew every so many frames
}

export const levels: Level[] = [
  { ratio: 2, shadow: 2048, fine: true, quickShadows: false, every: 1 },
  { ratio: 1.5, shadow: 1024, fine: true, quickShadows: false, every: 1 },
  { ratio: 1, shadow: 1024, fine: true, quickShadows: true, every: 1 },
  { ratio: 1, shadow: 512, fine: false, quickShadows: true, every: 2 },
  { ratio: 0.85, shadow: 512, fine: false, quickShadows: true, every: 3 },
  { ratio: 0.7, shadow: 512, fine: false, quickShadows: true, every: 4 },
  { ratio: 0.5, shadow: 256, fine: false, quickShadows: true, every: 6 },
];

const budget = 25;

// Watches the time between frames. That, not the time spent in drawing calls, is what a slow graphics processor shows
// in.
export class Quality {
  level: number;
  private slow = 0;
  private good = 0;
  private patience = 120; // good frames before it dares to ask for more
  private wait = 0;
  private last = 0;
  private drew = false;
  private idle = 16;

  constructor(software: boolean) {
    this.level = software ? 3 : 0;
  }

  // Call at each tick, before drawing; `now` in ms. True: the level has changed.
  tick(now: number): boolean {
    const interval = now - this.last;
    this.last = now;
    const drew = this.drew;
    this.drew = false;
    if (interval > 1000 || interval <= 0) return false;
    if (!drew) {
      // A page that ticks slowly even without drawing cannot be helped by drawing less.
      this.idle += 0.1 * (Math.min(interval, 100) - this.idle);
      return false;
    }
    if (this.wait > 0) {
      --this.wait;
      return false;
    }
    return this.judge(interval);
  }
  drawn(): void {
    this.drew = true;
  }
  // After something that takes long once, such as a new scene.
  pause(frames = 5): void {
    this.wait = frames;
    this.slow = this.good = 0;
  }

  private judge(interval: number): boolean {
    if (interval > Math.max(budget, 1.3 * this.idle)) {
      this.slow += interval > 2 * budget ? 2 : 1;
      this.good = Math.max(0, this.good - 10);
    } else {
      this.slow = Math.max(0, this.slow - 0.5);
      ++this.good;
    }
    if (this.slow >= 8 && this.level < levels.length - 1) {
      if (this.raised) this.patience = Math.min(4000, 2 * this.patience);
      this.raised = false;
      ++this.level;
      this.pause();
      return true;
    }
    if (this.good >= this.patience && this.level > 0) {
      this.raised = true;
      --this.level;
      this.pause();
      return true;
    }
    return false;
  }
  private raised = false;
}

// Whether the graphics processor is a program: three.js gives no hint, its name does.
export function isSoftware(gl: WebGLRenderingContext | WebGL2RenderingContext): boolean {
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}
