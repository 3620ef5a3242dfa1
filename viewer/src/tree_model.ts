import type { Scene } from './protocol';

export type ItemKind = 'body' | 'joint' | 'frame' | 'contact' | 'cable' | 'column' | 'group';
export interface Item {
  kind: ItemKind;
  name: string;
  index: number; // in the scene's list of its kind
  note: string;
  columns: string[]; // that belong to it
}
export interface Section {
  title: string;
  kind: ItemKind;
  items: Item[];
}

const indexed = (list: { name: string }[]): Map<string, number> =>
  new Map(list.map(({ name }, index) => [name, index]));

// What the model tree shows: things of the scene, each with its columns. Bodies that were fused with others are left
// out: they are no parts of their own.
export function treeSections(scene: Scene): Section[] {
  const items = (kind: ItemKind, list: { name: string }[], note: (index: number) => string): Item[] =>
    list.map(({ name }, index) => ({ kind, name, index, note: note(index), columns: [] }));
  const bodies = items('body', scene.bodies, (i) => `${Number(scene.bodies[i]!.mass.toPrecision(3))} kg`);
  const joints = items('joint', scene.joints, (i) => scene.joints[i]!.kind);
  const frames = items('frame', scene.frames, (i) => scene.bodies[scene.frames[i]!.body]?.name ?? 'world');
  const contacts = items('contact', scene.contacts, (i) => (scene.contacts[i]!.bilateral ? 'two-sided' : ''));
  const cables = items('cable', scene.cables, () => '');
  const energies: Item[] = [];
  const others: Item[] = [];
  const ofJoints: [Item[], Map<string, number>] = [joints, indexed(scene.joints)];
  const lines: [Item[], Map<string, number>] = [cables, indexed(scene.cables)]; // rods, too
  const owners: Record<string, [Item[], Map<string, number>]> = {
    x: [bodies, indexed(scene.bodies)],
    p: [frames, indexed(scene.frames)],
    contact: [contacts, indexed(scene.contacts)],
    cable: lines,
    rod: lines,
  };
  for (const group of ['q', 'v', 'a', 'tau', 'limit', 'f']) owners[group] = ofJoints;
  for (const { name, group, item } of scene.columns) {
    const column: Item = { kind: 'column', name, index: -1, note: '', columns: [name] };
    const [list, names] = owners[group] ?? [[], new Map<string, number>()];
    const owner = list[names.get(item) ?? -1];
    if (owner) owner.columns.push(name);
    else (group === 'energy' ? energies : others).push(column);
  }
  const fused = new Set(scene.bodies.filter((body) => body.fused).map(({ name }) => name));
  const sections: Section[] = [
    { title: 'Bodies', kind: 'body', items: bodies.filter(({ index }) => !scene.bodies[index]!.fused) },
    { title: 'Joints', kind: 'joint', items: joints.filter(({ index }) => !scene.joints[index]!.loop) },
    { title: 'Loops', kind: 'joint', items: joints.filter(({ index }) => scene.joints[index]!.loop) },
    { title: 'Frames', kind: 'frame', items: frames.filter(({ name }) => !fused.has(name)) },
    { title: 'Contacts', kind: 'contact', items: contacts },
    { title: 'Cables', kind: 'cable', items: cables },
    { title: 'Energies', kind: 'column', items: energies },
    { title: 'Other columns', kind: 'column', items: others },
  ];
  return sections.filter((section) => section.items.length > 0);
}

// Whether a filter leaves an item: every word of it is part of the name or of a column.
export function matches(item: Item, filter: string): boolean {
  const text = [item.name, item.note, ...item.columns].join(' ').toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
