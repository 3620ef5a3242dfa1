import type { Command, Motor, Scene, Status } from '../protocol';
import { shownNumber } from '../units';
import { h, icon, iconButton } from './dom';

type Send = (command: Command) => void;

// What can be done to a simulation while it goes on.
export class LivePanel {
  readonly element: HTMLElement;
  private motors = h('div', { class: 'motors' });
  private connect = h('div', { class: 'connect' });
  private from: HTMLSelectElement | null = null;
  private to: HTMLSelectElement | null = null;
  private names = '';

  constructor(private send: Send) {
    const button = (name: 'reset' | 'save', text: string, title: string): HTMLElement =>
      h('button', { type: 'button', class: 'text-button', title, onclick: () => this.act(name) }, icon(name), text);
    this.element = h(
      'section',
      { class: 'live-panel', 'aria-label': 'Simulation' },
      h(
        'div',
        { class: 'live-buttons' },
        button('reset', 'Reset', 'Back to the start, with the structure of the start'),
        button('save', 'Save', 'Downloads a scenario that begins at this instant'),
      ),
      h(
        'p',
        { class: 'hint-line' },
        'Drag a body in the scene to pull it. In the list, ',
        icon('cut'),
        ' cuts a joint and ',
        icon('connect'),
        ' connects two frames.',
      ),
      this.motors,
      this.connect,
    );
  }

  private act(name: 'reset' | 'save'): void {
    this.send({ do: name });
  }

  setScene(scene: Scene): void {
    const names = JSON.stringify([scene.motors.map(({ name }) => name), scene.frames.map(({ name }) => name)]);
    if (names === this.names) return; // sliders stay as they are, also under a finger
    this.names = names;
    this.motors.replaceChildren(...scene.motors.map((motor) => this.slider(motor)));
    this.connect.replaceChildren(
      ...(scene.frames.length > 1 ? this.connectRow(scene.frames.map(({ name }) => name)) : []),
    );
  }

  // Takes a frame that was chosen in the tree: first the one, then the other.
  choose(frame: string): void {
    if (!this.from || !this.to) return;
    const details = this.connect.querySelector('details');
    if (details) details.open = true;
    if (this.from.value === '' || (this.from.value !== '' && this.to.value !== '')) {
      this.from.value = frame;
      this.to.value = '';
      this.to.focus();
    } else {
      this.to.value = frame;
    }
  }

  private slider(motor: Motor): HTMLElement {
    const label = `${motor.name}, ${motor.kind === 'effort' ? 'effort' : 'set point'} in ${motor.unit}`;
    const value = h('output', { class: 'value' });
    const show = (): void => {
      value.textContent = shownNumber(Number(input.value));
    };
    const set = (to: number): void => {
      input.value = String(to);
      show();
      this.send({ do: 'set', motor: motor.name, value: Number(input.value) });
    };
    const input = h('input', {
      type: 'range',
      min: String(motor.lower),
      max: String(motor.upper),
      step: 'any',
      'aria-label': label,
      title: 'Double click: back to 0',
      oninput: () => set(Number(input.value)),
      ondblclick: () => set(0),
    });
    input.value = String(motor.value);
    show();
    return h(
      'div',
      { class: 'motor', title: label },
      h('span', { class: 'label' }, motor.name),
      value,
      h('span', { class: 'unit' }, motor.unit),
      iconButton('reset', `Set ${motor.name} to 0`, () => set(0)),
      input,
    );
  }

  private connectRow(names: string[]): HTMLElement[] {
    const options = (first: string): HTMLElement[] => [
      h('option', { value: '' }, first),
      ...names.map((name) => h('option', { value: name }, name)),
    ];
    const from = h('select', { 'aria-label': 'First frame' }, ...options('first frame'));
    const to = h('select', { 'aria-label': 'Second frame' }, ...options('second frame'));
    const kind = h(
      'select',
      { 'aria-label': 'Kind of joint' },
      ...['weld', 'spherical', 'revolute'].map((name) => h('option', { value: name }, name)),
    );
    const make = (): void => {
      if (from.value === '' || to.value === '' || from.value === to.value) return;
      this.send({ do: 'connect', a: from.value, b: to.value, kind: kind.value as 'weld' | 'spherical' | 'revolute' });
      from.value = to.value = '';
    };
    [this.from, this.to] = [from, to];
    return [
      h(
        'details',
        {},
        h('summary', {}, 'Connect two frames'),
        h(
          'div',
          { class: 'connect-row' },
          from,
          to,
          kind,
          h('button', { type: 'button', class: 'text-button', onclick: make }, icon('connect'), 'Connect'),
        ),
      ),
    ];
  }
}

// What the head of the page says of a live simulation.
export function liveText(status: Status | null, playing: boolean): { text: string; late: boolean; title: string } {
  if (!status) return { text: 'Live', late: false, title: 'The simulation has not begun' };
  if (!playing) return { text: 'Paused', late: false, title: status.message };
  const late = status.late;
  return {
    text: `${status.factor.toFixed(2)}× ${late ? 'late' : 'real time'}`,
    late,
    title: late ? 'The simulation is slower than asked' : 'Simulated time per wall time',
  };
}
