import type { EventKind, SimulationEvent } from './protocol';

// Kinds that a program has added are not in the table of the scene.
const other: Omit<EventKind, 'kind'> = { colour: '#8a97a8', meaning: '' };

export const eventKind = (kinds: EventKind[], kind: string): EventKind =>
  kinds.find((known) => known.kind === kind) ?? { kind, ...other };

export const eventText = (event: SimulationEvent): string =>
  `${event.t.toFixed(3)} s: ${event.kind} ${event.name}${event.note ? ` (${event.note})` : ''}`;

// The event whose time is nearest to t, not further away than `reach`.
export function nearestEvent(events: SimulationEvent[], t: number, reach: number): SimulationEvent | null {
  let best: SimulationEvent | null = null;
  for (const event of events) {
    const distance = Math.abs(event.t - t);
    if (distance <= reach && (!best || distance < Math.abs(best.t - t))) best = event;
  }
  return best;
}
