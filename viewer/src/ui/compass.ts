import type { Stage } from '../stage/stage';
import { h } from './dom';

const size = 64; // pixels
const reach = 22; // of an axis
const svg = 'http://www.w3.org/2000/svg';
const letters = ['x', 'y', 'z'];
const classes = ['axis-x', 'axis-y', 'axis-z'];

function shownLength(metres: number): string {
  if (metres >= 1000) return `${metres / 1000} km`;
  if (metres >= 1) return `${+metres.toPrecision(3)} m`;
  return metres >= 0.01 ? `${+(100 * metres).toPrecision(3)} cm` : `${+(1000 * metres).toPrecision(3)} mm`;
}

// Which way the axes of the world point, with their letters, and how far apart the lines of the grid are.
export class Compass {
  readonly element: HTMLElement;
  private readonly axes: { line: SVGElement; text: SVGElement }[];
  private readonly scale = h('span', { class: 'scale', title: 'Between two lines of the grid' });
  private shown = '';

  constructor() {
    const picture = document.createElementNS(svg, 'svg');
    picture.setAttribute('viewBox', `${-size / 2} ${-size / 2} ${size} ${size}`);
    picture.setAttribute('role', 'img');
    picture.setAttribute('aria-label', 'Axes of the world');
    this.axes = letters.map((letter, i) => {
      const line = document.createElementNS(svg, 'line');
      const text = document.createElementNS(svg, 'text');
      line.setAttribute('class', classes[i]!);
      text.setAttribute('class', classes[i]!);
      text.textContent = letter;
      picture.append(line, text);
      return { line, text };
    });
    this.element = h('div', { class: 'compass' }, this.scale);
    this.element.prepend(picture);
  }

  draw(stage: Stage): void {
    const axes = stage.screenAxes();
    const key = [...axes.flatMap((a) => [a.x.toFixed(3), a.y.toFixed(3)]), stage.gridSpacing].join();
    if (key === this.shown) return;
    this.shown = key;
    axes.forEach((a, i) => {
      const { line, text } = this.axes[i]!;
      line.setAttribute('x2', String(reach * a.x));
      line.setAttribute('y2', String(-reach * a.y));
      text.setAttribute('x', String(1.3 * reach * a.x));
      text.setAttribute('y', String(-1.3 * reach * a.y));
      const behind = a.z < -0.3 ? '0.5' : '1';
      line.setAttribute('opacity', behind);
      text.setAttribute('opacity', behind);
    });
    this.scale.textContent = `grid ${shownLength(stage.gridSpacing)}`;
  }
}
