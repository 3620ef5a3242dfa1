import { h } from './dom';
import { recall, remember } from './storage';

// A handle at the inner edge of a side panel, to make it wider. The width is remembered.
export function makeResizable(panel: HTMLElement, name: string, side: 'left' | 'right'): void {
  const property = `--${name}-width`;
  const set = (width: number): void =>
    document.documentElement.style.setProperty(
      property,
      `${Math.round(Math.min(Math.max(width, 200), 0.6 * innerWidth))}px`,
    );
  const handle = h('div', { class: `resizer ${side}`, 'aria-hidden': 'true' });
  handle.addEventListener('pointerdown', (event) => {
    handle.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  handle.addEventListener('pointermove', (event) => {
    if (!handle.hasPointerCapture(event.pointerId)) return;
    const box = panel.getBoundingClientRect();
    set(side === 'right' ? event.clientX - box.left : box.right - event.clientX);
  });
  handle.addEventListener('pointerup', () => remember(`${name}-width`, String(panel.clientWidth)));
  handle.addEventListener('dblclick', () => document.documentElement.style.removeProperty(property));
  panel.append(handle);
  const width = Number(recall(`${name}-width`));
  if (width > 0) set(width);
}
