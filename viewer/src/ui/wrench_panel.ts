import type { GraspState, Scene, Snapshot } from '../protocol';
import type { Stage } from '../stage/stage';
import { h } from './dom';
import { shownEps } from './grasp_labels';
import { Ink, paintHull, Turn } from './wrench_picture';

const side = 124; // pixels of one picture
const head = 20;
const most = 3; // grasps

const inks: Record<'light' | 'dark', Ink> = {
  light: { face: '79, 143, 247', edge: '34, 78, 150', ball: '240, 138, 36', arrow: '#d6221f', text: '#18202b' },
  dark: { face: '110, 165, 255', edge: '190, 214, 255', ball: '250, 160, 60', arrow: '#ff6a5e', text: '#e7ecf3' },
};

// What grasps can give: for each the hull of its contacts' wrenches, as forces and as moments, in the axes of the view. The
// origin, the ball of radius eps and the weakest wrench are inside of it.
export class WrenchPanel {
  readonly element: HTMLElement;
  private readonly canvas = h('canvas', {});
  private scene: Scene | null = null;
  private last: { key: string; snapshot: Snapshot | null } = { key: '', snapshot: null };

  constructor() {
    this.element = h(
      'figure',
      {
        class: 'wrenches',
        'aria-label': 'Wrenches of grasps',
        title:
          'What the contacts of a grasp can give with normal forces of 1 N in all: forces, and moments over the reach of the object. ' +
          'The ball has the radius eps, the arrow is the weakest wrench.',
      },
      this.canvas,
    );
    this.element.hidden = true;
  }

  setScene(scene: Scene): void {
    this.scene = scene;
    this.last = { key: '', snapshot: null };
  }

  // Draws what has changed, while the layer is on.
  draw(stage: Stage, snapshot: Snapshot | null, dark: boolean): void {
    const count = Math.min(this.scene?.grasps?.length ?? 0, snapshot?.grasps.length ?? 0, most);
    this.element.hidden = count === 0 || !stage.layers().grasps;
    if (this.element.hidden || !snapshot) return;
    const axes = stage.screenAxes();
    const ratio = window.devicePixelRatio || 1;
    const key = [dark, ratio, count, ...axes.flatMap((a) => [a.x.toFixed(3), a.y.toFixed(3)])].join();
    if (key === this.last.key && snapshot === this.last.snapshot) return;
    this.last = { key, snapshot };
    const [width, height] = [2 * side, count * (side + head)];
    if (this.canvas.width !== Math.round(ratio * width) || this.canvas.height !== Math.round(ratio * height)) {
      this.canvas.width = Math.round(ratio * width);
      this.canvas.height = Math.round(ratio * height);
      this.canvas.style.width = `${width}px`;
      this.canvas.style.height = `${height}px`;
    }
    const pen = this.canvas.getContext('2d')!;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    const ink = inks[dark ? 'dark' : 'light'];
    for (let i = 0; i < count; ++i) {
      pen.save();
      pen.translate(0, i * (side + head));
      paintGrasp(pen, this.scene!.grasps![i]!.name, snapshot.grasps[i]!, axes, ink);
      pen.restore();
    }
  }

  // Onto a picture of the stage, where the panel is on the screen.
  paintOn(pen: CanvasRenderingContext2D, ratio: number, dark: boolean): void {
    if (this.element.hidden || this.canvas.width === 0) return;
    const box = this.element.getBoundingClientRect();
    const place = this.element.parentElement!.getBoundingClientRect();
    const [x, y] = [ratio * (box.left - place.left), ratio * (box.top - place.top)];
    pen.fillStyle = dark ? 'rgba(24, 29, 38, 0.6)' : 'rgba(255, 255, 255, 0.6)';
    pen.beginPath();
    pen.roundRect(x, y, ratio * box.width, ratio * box.height, 8 * ratio);
    pen.fill();
    const inner = this.canvas.getBoundingClientRect();
    const [left, top] = [ratio * (inner.left - place.left), ratio * (inner.top - place.top)];
    pen.drawImage(this.canvas, left, top, ratio * inner.width, ratio * inner.height);
  }
}

function paintGrasp(pen: CanvasRenderingContext2D, name: string, grasp: GraspState, axes: Turn[], ink: Ink): void {
  pen.fillStyle = ink.text;
  pen.font = '600 12px system-ui, "Segoe UI", Roboto, sans-serif';
  pen.textBaseline = 'middle';
  pen.textAlign = 'left';
  const state = grasp.contacts === 0 ? 'no contacts' : grasp.closed ? shownEps(grasp.eps) : 'not closed';
  pen.fillText(name, 8, head / 2, side);
  pen.textAlign = 'right';
  pen.fillText(state, 2 * side - 8, head / 2);
  pen.font = '11px system-ui, "Segoe UI", Roboto, sans-serif';
  pen.textAlign = 'center';
  if (grasp.contacts === 0) return;
  const largest = Math.max(0.2, ...[grasp.forces, grasp.moments].map(({ vertices }) => radiusOf(vertices)));
  const scale = (0.5 * side - 14) / largest;
  for (const [i, word] of ['forces', 'moments'].entries()) {
    const force = i === 0;
    pen.save();
    pen.translate((i + 0.5) * side, head + 0.5 * side - 6);
    paintHull(pen, force ? grasp.forces : grasp.moments, {
      axes,
      scale,
      eps: grasp.eps,
      arrow: force ? grasp.force : grasp.moment,
      ink,
    });
    pen.restore();
    pen.fillStyle = ink.text;
    pen.fillText(word, (i + 0.5) * side, head + side - 8);
  }
}

function radiusOf(vertices: Float32Array): number {
  let largest = 0;
  for (let i = 0; i + 2 < vertices.length; i += 3)
    largest = Math.max(largest, Math.hypot(vertices[i]!, vertices[i + 1]!, vertices[i + 2]!));
  return largest;
}
