import { eventKind, eventText, nearestEvent } from '../event_kinds';
import type { Player } from '../player';
import { shownTime } from '../units';
import { h } from './dom';

const reach = 6; // pixels around an event that count as on it
const inset = 7; // pixels at both ends, for the knob

// The bar that time runs along: press or drag to go there, events are marked.
export class Track {
  readonly element: HTMLElement;
  private canvas = h('canvas', { 'aria-hidden': 'true' });
  private tip = h('div', { class: 'tip', hidden: true });
  private drawnKey = '';

  constructor(private player: Player) {
    this.element = h(
      'div',
      { class: 'track', role: 'slider', tabIndex: 0, 'aria-label': 'Time', 'aria-orientation': 'horizontal' },
      this.canvas,
      this.tip,
    );
    this.element.addEventListener('pointerdown', (event) => this.press(event));
    this.element.addEventListener('pointermove', (event) => this.move(event));
    this.element.addEventListener('pointerleave', () => (this.tip.hidden = true));
    new ResizeObserver(() => this.draw(true)).observe(this.element);
  }

  private timeAt(event: PointerEvent): number {
    const box = this.element.getBoundingClientRect();
    const { start, end } = this.player.range;
    return (
      start + Math.min(Math.max((event.clientX - box.left - inset) / (box.width - 2 * inset), 0), 1) * (end - start)
    );
  }

  private eventAt(event: PointerEvent): ReturnType<typeof nearestEvent> {
    const { start, end } = this.player.range;
    const perPixel = (end - start) / Math.max(1, this.element.clientWidth);
    return nearestEvent(this.player.source?.events ?? [], this.timeAt(event), reach * perPixel);
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.element.setPointerCapture(event.pointerId);
    const marked = event.offsetY < 18 ? this.eventAt(event) : null; // the marks are at the top
    this.player.seek(marked?.t ?? this.timeAt(event));
  }

  private move(event: PointerEvent): void {
    if (this.element.hasPointerCapture(event.pointerId)) this.player.seek(this.timeAt(event));
    const marked = this.eventAt(event);
    this.tip.hidden = this.player.source === null;
    this.tip.textContent = marked ? eventText(marked) : `${shownTime(this.timeAt(event), 3)} s`;
    const width = this.element.clientWidth;
    const x = event.clientX - this.element.getBoundingClientRect().left;
    this.tip.style.left = `${Math.min(Math.max(x, 0), width)}px`;
    this.tip.classList.toggle('at-end', x > 0.6 * width);
  }

  draw(force = false): void {
    const { start, end } = this.player.range;
    const { time } = this.player;
    const events = this.player.source?.events ?? [];
    const [width, height] = [this.element.clientWidth, this.element.clientHeight];
    const key = [start, end, time, events.length, width, height].join();
    if ((key === this.drawnKey && !force) || width === 0) return;
    this.drawnKey = key;
    this.element.setAttribute('aria-valuemin', String(start));
    this.element.setAttribute('aria-valuemax', String(end));
    this.element.setAttribute('aria-valuenow', time.toFixed(3));
    this.element.setAttribute('aria-valuetext', `${time.toFixed(2)} of ${end.toFixed(2)} seconds`);
    this.paint(width, height, (t) => inset + (end > start ? (t - start) / (end - start) : 0) * (width - 2 * inset));
  }

  private paint(width: number, height: number, x: (t: number) => number): void {
    const ratio = window.devicePixelRatio || 1;
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.canvas.width !== wide || this.canvas.height !== high) {
      this.canvas.width = wide;
      this.canvas.height = high;
    }
    const pen = this.canvas.getContext('2d');
    if (!pen) return;
    const css = getComputedStyle(document.documentElement);
    const [rail, accent, ground] = ['--rail', '--accent', '--panel'].map((name) =>
      css.getPropertyValue(name).trim(),
    ) as [string, string, string];
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    const middle = height - 12;
    const bar = (from: number, to: number, colour: string): void => {
      pen.fillStyle = colour;
      pen.beginPath();
      pen.roundRect(from, middle - 2.5, Math.max(to - from, 0.1), 5, 2.5);
      pen.fill();
    };
    const now = x(this.player.time);
    bar(inset, width - inset, rail);
    bar(inset, now, accent);
    const events = this.player.source?.events ?? [];
    const thick = events.length > width / 8 ? 1 : 3; // many would make one block
    const kinds = this.player.source?.scene.event_kinds ?? [];
    let last = '';
    for (const event of events) {
      const { colour } = eventKind(kinds, event.kind);
      const at = Math.round(2 * x(event.t)) / 2;
      if (at < 0 || at > width || last === `${at}${colour}`) continue; // many at one place look like one
      last = `${at}${colour}`;
      pen.fillStyle = colour;
      pen.beginPath();
      pen.roundRect(at - thick / 2, 4, thick, middle - 13, thick / 2);
      pen.fill();
    }
    pen.beginPath();
    pen.arc(now, middle, 6.5, 0, 2 * Math.PI);
    pen.fillStyle = accent;
    pen.fill();
    pen.lineWidth = 2.5;
    pen.strokeStyle = ground;
    pen.stroke();
  }
}
