export const minSpeed = 0.01;
export const maxSpeed = 10;
export const speeds = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];

export const clampSpeed = (speed: number): number => Math.min(Math.max(speed, minSpeed), maxSpeed);

// The next of the usual speeds, faster (1) or slower (-1).
export function nextSpeed(speed: number, direction: 1 | -1): number {
  const others = direction > 0 ? speeds : [...speeds].reverse();
  return others.find((other) => (other - speed) * direction > 1e-9) ?? clampSpeed(speed);
}

// Time of a replay that plays: where it is after `dt` seconds of the wall clock.
export function advance(
  t: number,
  dt: number,
  speed: number,
  range: { start: number; end: number },
  loop: boolean,
): { t: number; ended: boolean } {
  const next = t + dt * speed;
  if (next < range.end) return { t: next, ended: false };
  const length = range.end - range.start;
  if (!loop || length <= 0) return { t: range.end, ended: true };
  return { t: range.start + ((next - range.start) % length), ended: false };
}
