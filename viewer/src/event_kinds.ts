import type { SimulationEvent } from './protocol';

// Colours of events by what they are about: docs/recordings.md#events.
const groups: [string, string[]][] = [
  ['#e5534b', ['cut', 'jam', 'impact', 'break', 'error']],
  ['#27b376', ['connect', 'assemble']],
  ['#f2994a', ['limit', 'hold', 'release']],
  ['#a06cf0', ['stick', 'slip']],
  ['#16b1c4', ['touch', 'lift', 'rest', 'chatter', 'outside']],
];

export const eventColour = (kind: string): string => groups.find(([, kinds]) => kinds.includes(kind))?.[0] ?? '#8a97a8';

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
