import type { Snapshot } from '../protocol';
import { tipOf } from '../stage/grasps';
import type { Stage } from '../stage/stage';
import { h } from './dom';

export const shownEps = (eps: number): string => `eps ${Number(eps.toPrecision(3))}`;

const room = { x: 80, y: 24 }; // pixels of a label

// How large the weakest wrench of each grasp is, beside the tip of its arrow.
export class GraspLabels {
  readonly element = h('div', { class: 'grasp-labels' });
  private labels: { element: HTMLElement; x: number; y: number }[] = [];

  draw(stage: Stage, snapshot: Snapshot | null): void {
    const grasps = stage.layers().grasps ? (snapshot?.grasps ?? []) : [];
    while (this.labels.length < grasps.length) {
      const element = h('output', {});
      this.element.append(element);
      this.labels.push({ element, x: 0, y: 0 });
    }
    this.labels.forEach((label, i) => {
      const grasp = grasps[i];
      const at = grasp && grasp.contacts > 0 ? stage.onScreen(tipOf(grasp)) : null;
      label.element.hidden = at === null;
      if (!at) return;
      const { clientWidth, clientHeight } = stage.canvas;
      label.x = Math.min(Math.max(at.x + 6, 4), clientWidth - room.x);
      label.y = Math.min(Math.max(at.y - 8, 4), clientHeight - room.y);
      label.element.style.transform = `translate(${label.x}px, ${label.y}px)`;
      const text = grasp!.closed ? shownEps(grasp!.eps) : 'not closed';
      if (label.element.textContent !== text) label.element.textContent = text;
    });
  }

  paintOn(pen: CanvasRenderingContext2D, ratio: number): void {
    pen.font = `600 ${12 * ratio}px system-ui, "Segoe UI", Roboto, sans-serif`;
    pen.textAlign = 'left';
    pen.textBaseline = 'top';
    pen.fillStyle = '#e0302a';
    for (const { element, x, y } of this.labels)
      if (!element.hidden) pen.fillText(element.textContent ?? '', ratio * x, ratio * y);
  }
}
