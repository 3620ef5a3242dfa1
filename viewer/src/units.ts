const perDegree = 180 / Math.PI;

// How a unit is shown, and what values are multiplied by for it.
export function shownUnit(unit: string, degrees: boolean): { unit: string; factor: number } {
  const angle = /^rad(?![a-z])/.test(unit);
  if (!angle || !degrees) return { unit: pretty(unit), factor: 1 };
  return { unit: pretty(unit.replace(/^rad/, '°')), factor: perDegree };
}

const pretty = (unit: string): string =>
  unit
    .replaceAll('^2', '²')
    .replaceAll('^3', '³')
    .replace(/ \* ?|\*/g, ' ');

// A number in about five digits, for people. Nothing where there is none.
export function shownNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e5 || size < 1e-4)) return value.toExponential(2).replace('e+', 'e').replaceAll('-', '−');
  const digits = size >= 1000 ? 1 : size >= 100 ? 2 : size >= 10 ? 3 : 4;
  return value.toFixed(digits).replace('-', '−');
}

// Time in seconds, or as minutes:seconds.
export function shownTime(t: number, digits = 2, minutes = Math.abs(t) >= 60): string {
  if (!minutes) return t.toFixed(digits);
  const step = 10 ** -digits;
  const size = Math.round(Math.abs(t) / step) * step; // first, so that 59.999 does not become 0:60.00
  const whole = Math.floor(size / 60 + 1e-9);
  const seconds = Math.abs(size - 60 * whole)
    .toFixed(digits)
    .padStart(digits > 0 ? digits + 3 : 2, '0');
  return `${t < 0 ? '−' : ''}${whole}:${seconds}`;
}

// Numbers along an axis, with as many digits as it takes to tell them apart.
export function axisNumbers(splits: (number | null)[]): string[] {
  const known = splits.filter((value): value is number => value !== null);
  const step = known.length > 1 ? Math.abs(known[1]! - known[0]!) : Math.abs(known[0] ?? 1);
  const largest = Math.max(...known.map(Math.abs), 0);
  const digits = step > 0 ? Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)) : 0; // behind the point
  const plain = largest < 1e5 && digits <= 4;
  const significant = step > 0 && largest > 0 ? Math.max(0, Math.ceil(Math.log10(largest / step) - 1e-9)) : 1;
  return splits.map((value) => {
    if (value === null) return '';
    const text =
      value === 0
        ? '0'
        : plain
          ? String(Number(value.toFixed(digits + 1)))
          : value.toExponential(Math.min(12, significant)).replace('e+', 'e').replace(/(\.\d*?)0+e/, '$1e').replace('.e', 'e');
    return text.replaceAll('-', '−');
  });
}

// What an axis shows of values: 0 in its middle where all are 0, else what is usual.
export const axisRange = <T>(low: number, high: number, usual: (low: number, high: number) => T): T | [number, number] =>
  low === 0 && high === 0 ? [-1, 1] : usual(low, high);
