import type { Vec3 } from '../protocol';

// What the pointer asks of the stage. Points are in client coordinates.
export interface PointerTarget {
  canPull(): boolean;
  grab(x: number, y: number): boolean; // something movable is there: hold it
  drag(x: number, y: number): void;
  drop(): void;
  click(x: number, y: number): void;
}

const still = 4; // pixels that a hand moves while it clicks

// Tells clicks, pulls and orbits apart. Listens before the orbit controls do and keeps from them what is a pull.
export class Pointer {
  private down: { id: number; x: number; y: number; time: number; held: boolean; moved: boolean } | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly target: PointerTarget,
  ) {
    canvas.addEventListener('pointerdown', (e) => this.press(e), { capture: true });
    canvas.addEventListener('pointermove', (e) => this.move(e), { capture: true });
    canvas.addEventListener('pointerup', (e) => this.release(e, true), { capture: true });
    canvas.addEventListener('pointercancel', (e) => this.release(e, false), { capture: true });
  }

  // Ends a pull from outside, such as when the live mode ends.
  cancel(): void {
    if (this.down?.held && this.down.moved) this.target.drop();
    this.down = null;
  }

  private press(e: PointerEvent): void {
    if (this.down) {
      if (this.down.held) e.stopImmediatePropagation();
      else this.down.moved = true; // a second finger: no click
      return;
    }
    if (e.button !== 0) return;
    const held =
      this.target.canPull() && !e.shiftKey && !e.ctrlKey && !e.metaKey && this.target.grab(e.clientX, e.clientY);
    this.down = { id: e.pointerId, x: e.clientX, y: e.clientY, time: e.timeStamp, held, moved: false };
    if (held) {
      this.canvas.setPointerCapture(e.pointerId);
      e.stopImmediatePropagation();
    }
  }
  private move(e: PointerEvent): void {
    const { down } = this;
    if (!down) {
      if (e.pointerType === 'mouse') this.hover(e);
      return;
    }
    if (e.pointerId !== down.id) return;
    if (Math.hypot(e.clientX - down.x, e.clientY - down.y) > still) down.moved = true;
    if (!down.held) return;
    e.stopImmediatePropagation();
    if (down.moved) {
      this.canvas.style.cursor = 'grabbing';
      this.target.drag(e.clientX, e.clientY);
    }
  }
  private release(e: PointerEvent, regular: boolean): void {
    const { down } = this;
    if (!down || e.pointerId !== down.id) return;
    this.down = null;
    this.canvas.style.cursor = '';
    if (down.held) {
      e.stopImmediatePropagation();
      this.target.drop();
    }
    if (regular && !down.moved && e.timeStamp - down.time < 600) this.target.click(e.clientX, e.clientY);
  }
  // A hand over what can be pulled.
  private hover(e: PointerEvent): void {
    const cursor = e.buttons === 0 && this.target.canPull() && this.target.grab(e.clientX, e.clientY) ? 'grab' : '';
    if (this.canvas.style.cursor !== cursor) this.canvas.style.cursor = cursor;
  }
}

export type Pull = { body: number; at: Vec3; to: Vec3 };
