import { h, iconButton } from './dom';

const shortcuts: [string, string][] = [
  ['Space', 'play or pause'],
  ['← →', 'one frame back or on'],
  ['Shift ← →', 'one second back or on'],
  ['Home End', 'to the start or the end'],
  ['+ −', 'faster or slower'],
  ['L', 'begin again at the end'],
  ['F', 'follow the selected body'],
  ['1 2 3 4', 'from a corner, the front, the side, above'],
  ['0', 'first view'],
  ['G', 'grid'],
  ['N', 'names'],
  ['J', 'joints'],
  ['X', 'frames'],
  ['C', 'contact forces'],
  ['W', 'joint forces'],
  ['M', 'centres of mass'],
  ['Q', 'weakest wrench of grasps'],
  ['B', 'list of parts'],
  ['P', 'plots'],
  ['/', 'filter the list'],
  ['T', 'dark, light or as the system'],
  ['S', 'picture'],
  ['?', 'this help'],
];
const hands: [string, string][] = [
  ['Drag', 'turn the view'],
  ['Right drag, or two fingers', 'move the view'],
  ['Wheel, or pinch', 'closer or further away'],
  ['Click a body or joint', 'select it'],
  ['Drag a body', 'pull it, where it is simulated live'],
  ['Drag a column from the list', 'plot it'],
  ['Drag in a plot', 'zoom; double click shows all'],
  ['Click in a plot', 'go to that time'],
];

export class Help {
  readonly element: HTMLDialogElement;

  constructor() {
    const list = (pairs: [string, string][]): HTMLElement =>
      h(
        'dl',
        {},
        ...pairs.flatMap(([key, what]) => [
          h(
            'dt',
            {},
            ...(key.split(' ').length > 4 || key.includes(',') || key.includes('rag') || key.includes('lick')
              ? [key]
              : key.split(' ').map((k) => h('kbd', {}, k))),
          ),
          h('dd', {}, what),
        ]),
      );
    this.element = h(
      'dialog',
      { class: 'help', 'aria-label': 'Help' },
      h(
        'header',
        {},
        h('h2', {}, 'How to use this page'),
        iconButton('close', 'Close the help', () => this.element.close()),
      ),
      h(
        'div',
        { class: 'help-body' },
        h('section', {}, h('h3', {}, 'Hand'), list(hands)),
        h('section', {}, h('h3', {}, 'Keys'), list(shortcuts)),
      ),
    );
    this.element.addEventListener('click', (event) => {
      if (event.target === this.element) this.element.close(); // outside of it
    });
  }

  toggle(): void {
    if (this.element.open) this.element.close();
    else this.element.showModal();
  }
}
