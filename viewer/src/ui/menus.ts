import type { Layer, Stage } from '../stage/stage';
import { h, iconButton, popover, setPressed } from './dom';

const layerNames: Record<Layer, string> = {
  grid: 'Grid',
  shadows: 'Shadows',
  surfaces: 'Surfaces',
  labels: 'Names',
  frames: 'Frames',
  joints: 'Joints',
  limits: 'Limits of joints',
  loops: 'Loops',
  com: 'Centres of mass',
  trails: 'Paths',
  contacts: 'Contacts',
  collision: 'Shapes that touch',
  forces: 'Contact forces',
  wrenches: 'Joint forces',
  cables: 'Cables',
  grasps: 'Weakest wrench of grasps',
};
export const layerList = Object.keys(layerNames) as Layer[];

// Which things the stage shows.
export class LayersMenu {
  readonly element: HTMLElement;
  private boxes = new Map<Layer, HTMLInputElement>();

  constructor(private stage: Stage) {
    const rows = layerList.map((layer) => {
      const box = h('input', { type: 'checkbox', onchange: () => stage.setLayer(layer, box.checked) });
      this.boxes.set(layer, box);
      return h('label', { class: 'check' }, box, layerNames[layer]);
    });
    const button = iconButton('layers', 'What to show', () => this.show());
    this.element = popover(
      button,
      h('div', { class: 'down menu' }, h('h3', {}, 'Show'), h('div', { class: 'checks' }, ...rows)),
    );
    this.show();
  }

  toggle(layer: Layer): void {
    this.stage.setLayer(layer, !this.stage.layers()[layer]);
    this.show();
  }

  show(): void {
    const on = this.stage.layers();
    for (const [layer, box] of this.boxes) box.checked = on[layer];
  }
}

export const views = ['iso', 'front', 'side', 'top'] as const;

// From where the stage is seen.
export function viewMenu(stage: Stage): HTMLElement {
  const names = { iso: 'From a corner', front: 'From the front', side: 'From the side', top: 'From above' };
  const buttons = views.map((view, i) =>
    h(
      'button',
      { type: 'button', class: 'menu-item', onclick: () => stage.viewFrom(view) },
      names[view],
      h('kbd', {}, String(i + 1)),
    ),
  );
  const reset = h(
    'button',
    { type: 'button', class: 'menu-item', onclick: () => stage.resetView() },
    'First view',
    h('kbd', {}, '0'),
  );
  return popover(
    iconButton('view', 'View from', () => undefined),
    h('div', { class: 'down menu' }, h('h3', {}, 'View'), ...buttons, reset),
  );
}

// A button that folds a panel away.
export function panelButton(
  icon: 'tree' | 'plot',
  label: string,
  key: 'tree' | 'plots',
  changed: () => void,
): HTMLButtonElement {
  const button = iconButton(icon, label, () => {
    const on = document.body.classList.toggle(`no-${key}`);
    setPressed(button, !on);
    changed();
  });
  return button;
}
