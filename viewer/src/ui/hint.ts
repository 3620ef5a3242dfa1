import { h, iconButton } from './dom';
import { recall, remember } from './storage';

// One line for who is here for the first time. It goes with the first touch of the scene.
export function firstHint(stage: HTMLElement, live: boolean): void {
  if (recall('hint') === 'seen' || document.querySelector('.hint')) return;
  const touch = window.matchMedia('(pointer: coarse)').matches;
  const turn = touch ? 'Drag to turn, pinch to zoom' : 'Drag to turn, wheel to zoom';
  const more = live ? 'drag a body to pull it' : touch ? 'slide along the bar to move in time' : 'space to play';
  const go = (): void => {
    hint.classList.add('gone');
    window.setTimeout(() => hint.remove(), 400);
    remember('hint', 'seen');
  };
  const hint = h(
    'div',
    { class: 'hint' },
    h('span', {}, `${turn}, ${more}.`),
    iconButton('close', 'Close the hint', go),
  );
  stage.append(hint);
  document.addEventListener(
    'pointerdown',
    (event) => {
      if (!hint.contains(event.target as Node)) window.setTimeout(go, 800);
    },
    { once: true },
  );
  window.setTimeout(go, 20000);
}
