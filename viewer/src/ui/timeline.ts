import { maxSpeed, minSpeed, speeds } from '../clock';
import type { Player } from '../player';
import { shownTime } from '../units';
import { h, iconButton, popover, setIcon, setPressed } from './dom';
import { Track } from './track';

const exponent = (speed: number): string => Math.log10(speed).toFixed(3);

// Play, steps, speed, loop and the bar of time.
export class Timeline {
  readonly element: HTMLElement;
  readonly track: Track;
  private play: HTMLButtonElement;
  private loop: HTMLButtonElement;
  private speed: HTMLButtonElement;
  private slider: HTMLInputElement;
  private live: HTMLButtonElement;
  private time = h('output', { class: 'time', 'aria-label': 'Time in seconds' });
  private total = h('span', { class: 'total' });

  constructor(private player: Player) {
    this.track = new Track(player);
    this.play = iconButton('play', 'Play (space)', () => player.toggle(), { class: 'icon-button play' });
    this.loop = iconButton('loop', 'Begin again at the end (L)', () => player.setLoop(!player.loop));
    this.live = h(
      'button',
      {
        type: 'button',
        class: 'small live-button',
        title: 'Back to the newest instant',
        onclick: () => player.goLive(),
      },
      'Live',
    );
    this.speed = h(
      'button',
      { type: 'button', class: 'small speed', 'aria-label': 'Speed', title: 'Speed (+ and −)' },
      '1×',
    );
    this.slider = h('input', {
      type: 'range',
      min: exponent(minSpeed),
      max: exponent(maxSpeed),
      step: '0.01',
      value: '0',
      'aria-label': 'Speed, logarithmic',
      oninput: () => player.setSpeed(Number((10 ** Number(this.slider.value)).toPrecision(2))),
    });
    const presets = h(
      'div',
      { class: 'presets' },
      ...speeds.map((value) =>
        h(
          'button',
          { type: 'button', class: 'small', onclick: () => player.setSpeed(value), 'aria-label': `Speed ${value}` },
          `${value}×`,
        ),
      ),
    );
    const choice = popover(this.speed, h('div', { class: 'up' }, h('h3', {}, 'Speed'), this.slider, presets));
    this.element = h(
      'footer',
      { class: 'timeline' },
      h(
        'div',
        { class: 'buttons' },
        iconButton('back', 'One frame back (←)', () => player.step(-1)),
        this.play,
        iconButton('forward', 'One frame on (→)', () => player.step(1)),
      ),
      h('div', { class: 'times' }, this.time, this.total),
      this.track.element,
      h('div', { class: 'buttons end' }, this.live, choice, this.loop),
    );
    player.changed.on(() => this.show());
    this.show();
  }

  private show(): void {
    const { player } = this;
    const live = player.live !== null;
    setIcon(this.play, player.playing ? 'pause' : 'play', player.playing ? 'Pause (space)' : 'Play (space)');
    setPressed(this.loop, player.loop);
    this.loop.hidden = live;
    this.live.hidden = !live || player.following;
    this.speed.textContent = `${Number(player.speed.toPrecision(2))}×`;
    this.slider.value = exponent(player.speed);
    this.draw();
  }

  // Follows the time; cheap enough for every frame.
  draw(): void {
    const { end } = this.player.range;
    const digits = this.player.live ? 2 : 3;
    const text = shownTime(this.player.time, digits, end >= 60);
    const room = `${shownTime(end, digits, end >= 60).length}ch`; // the bar must not move under the pointer
    if (this.time.style.minWidth !== room) this.time.style.minWidth = room;
    if (this.time.textContent !== text) this.time.textContent = text;
    const total = this.player.live ? (end >= 60 ? '' : 's') : `/ ${shownTime(end, 2)}${end >= 60 ? '' : ' s'}`;
    if (this.total.textContent !== total) this.total.textContent = total;
    this.track.draw();
  }
}
