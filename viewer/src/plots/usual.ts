import type { Scene } from '../protocol';

// What is plotted where the scenario names nothing: positions, velocities and energies.
export function usualPlots(scene: Scene): { title: string; columns: string[] }[] {
  const named = (test: (name: string) => boolean): string[] =>
    scene.columns.map(({ name }) => name).filter(test).slice(0, 6);
  const unitOf = (name: string): string => scene.columns.find((column) => column.name === name)?.unit ?? '';
  const alike = (names: string[]): string[] => names.filter((name) => unitOf(name) === unitOf(names[0] ?? ''));
  return [
    { title: 'Positions', columns: alike(named((name) => name.startsWith('q.') && unitOf(name) !== '')) },
    { title: 'Velocities', columns: alike(named((name) => name.startsWith('v.'))) },
    { title: 'Energies', columns: named((name) => /^energy\.(kinetic|potential|elastic)$/.test(name)) },
  ].filter(({ columns }) => columns.length > 0);
}
