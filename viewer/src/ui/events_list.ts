import { eventKind } from '../event_kinds';
import type { Player } from '../player';
import { h } from './dom';

const most = 200;

// The events as a list; a press goes to the time of one.
export class EventsList {
  readonly element: HTMLDetailsElement;
  private list = h('div', { class: 'event-list' });
  private count = h('span', { class: 'count' });
  private drawn = -1;

  constructor(private player: Player) {
    this.element = h(
      'details',
      { class: 'events', hidden: true },
      h('summary', {}, h('span', {}, 'Events'), this.count),
      this.list,
    );
    this.element.addEventListener('toggle', () => this.draw(true));
  }

  draw(force = false): void {
    const events = this.player.source?.events ?? [];
    if (events.length === this.drawn && !force) return;
    this.drawn = events.length;
    this.element.hidden = events.length === 0;
    this.count.textContent = String(events.length);
    if (!this.element.open) return;
    const shown = this.player.live ? events.slice(-most).reverse() : events.slice(0, most);
    const kinds = this.player.source?.scene.event_kinds ?? [];
    this.list.replaceChildren(
      ...shown.map((event) =>
        h(
          'button',
          { type: 'button', class: 'event', title: event.note, onclick: () => this.player.seek(event.t) },
          h('span', { class: 'dot', style: `background:${eventKind(kinds, event.kind).colour}` }),
          h('span', { class: 'at' }, event.t.toFixed(3)),
          h('span', { class: 'kind', title: eventKind(kinds, event.kind).meaning }, event.kind),
          h('span', { class: 'label' }, event.name),
        ),
      ),
    );
    if (events.length > most)
      this.list.append(h('p', { class: 'empty' }, `${events.length - most} more are marked along the bar of time.`));
  }
}
