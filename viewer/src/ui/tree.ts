import type { ColumnInfo, Scene } from '../protocol';
import type { Stage } from '../stage/stage';
import { matches, treeSections, type Item, type Section } from '../tree_model';
import { h, icon, iconButton, setPressed } from './dom';
import type { IconName } from './icons';

export interface TreeActions {
  plot(columns: string[]): void; // shows them in a plot
  cut(joint: string): void;
  connect(frame: string): void;
  select(item: { kind: string; index: number } | null): void;
}
const sectionIcons: Record<string, IconName> = {
  body: 'body',
  joint: 'joint',
  frame: 'frame',
  contact: 'contact',
  cable: 'cable',
  column: 'column',
};
export const dragType = 'text/x-catena-columns';

// What there is in the scene, with the columns that can be plotted.
export class Tree {
  readonly element: HTMLElement;
  private list = h('div', { class: 'tree-list', role: 'tree', 'aria-label': 'Parts of the model' });
  private filter: HTMLInputElement;
  private scene: Scene | null = null;
  private closed = new Set<string>();
  private open = new Set<string>(); // items whose columns show
  private followed: number | null = null;
  private trails = new Set<string>();
  private selected: { kind: string; index: number } | null = null;

  constructor(
    private stage: Stage,
    private actions: TreeActions,
  ) {
    this.filter = h('input', {
      type: 'search',
      class: 'filter',
      placeholder: 'Filter parts and columns',
      'aria-label': 'Filter parts and columns',
      oninput: () => this.draw(),
    });
    this.element = h('div', { class: 'tree' }, this.filter, this.list);
  }

  setScene(scene: Scene, same: boolean): void {
    this.scene = scene;
    if (!same) {
      this.open.clear();
      this.trails.clear();
      this.followed = null;
      this.closed = new Set(scene.bodies.length > 12 ? ['Bodies', 'Frames'] : []);
    }
    this.draw();
  }

  focusFilter(): void {
    this.filter.focus();
  }

  // Shows an item that was picked on the stage.
  select(item: { kind: string; index: number } | null): void {
    this.selected = item;
    const section =
      item &&
      treeSections(this.scene!).find((s) => s.items.some((i) => i.kind === item.kind && i.index === item.index));
    if (section) this.closed.delete(section.title);
    this.draw();
    this.list.querySelector('.row.selected')?.scrollIntoView({ block: 'nearest' });
  }

  toggleFollow(body: number): void {
    this.followed = this.followed === body ? null : body;
    this.stage.follow(this.followed);
    this.draw();
  }

  private draw(): void {
    if (!this.scene) return;
    const top = this.list.scrollTop;
    const filter = this.filter.value.trim();
    const sections = treeSections(this.scene).map((section) => this.drawSection(section, filter));
    this.list.replaceChildren(...sections.filter((s): s is HTMLElement => s !== null));
    if (this.list.childElementCount === 0)
      this.list.append(h('p', { class: 'empty' }, filter ? 'Nothing has this in its name.' : 'Nothing here.'));
    this.list.scrollTop = top;
  }

  private drawSection(section: Section, filter: string): HTMLElement | null {
    const items = filter === '' ? section.items : section.items.filter((item) => matches(item, filter));
    if (items.length === 0) return null;
    const open = filter !== '' || !this.closed.has(section.title);
    const toggle = (): void => {
      if (this.closed.has(section.title)) this.closed.delete(section.title);
      else this.closed.add(section.title);
      this.draw();
    };
    const head = h(
      'button',
      { type: 'button', class: 'section-head', 'aria-expanded': String(open), onclick: toggle },
      icon('chevron'),
      h('span', {}, section.title),
      h('span', { class: 'count' }, String(items.length)),
    );
    const rows = open ? items.slice(0, 400).flatMap((item) => this.drawItem(item, filter)) : [];
    if (open && items.length > 400)
      rows.push(h('p', { class: 'empty' }, `and ${items.length - 400} more: filter them`));
    return h('div', { class: 'section', role: 'group', 'aria-label': section.title }, head, ...rows);
  }

  private drawItem(item: Item, filter: string): HTMLElement[] {
    if (item.kind === 'column') return [this.columnRow(item.name, item.name, true)];
    const key = `${item.kind}:${item.name}`;
    const found = filter !== '' && !matches({ ...item, columns: [] }, filter);
    const open = found || this.open.has(key);
    const expand = (): void => {
      if (this.open.has(key)) this.open.delete(key);
      else this.open.add(key);
      this.draw();
    };
    const chosen = this.selected?.kind === item.kind && this.selected.index === item.index;
    const target =
      item.kind === 'cable' ? null : { kind: item.kind as 'body' | 'joint' | 'contact' | 'frame', index: item.index };
    const choose = (): void => {
      this.selected = chosen ? null : { kind: item.kind, index: item.index };
      this.actions.select(this.selected);
      if (item.columns.length > 0) expand();
      else this.draw();
    };
    const row = h(
      'div',
      {
        class: chosen ? 'row selected' : 'row',
        role: 'treeitem',
        'aria-selected': String(chosen),
        'aria-expanded': item.columns.length > 0 ? String(open) : null,
        onmouseenter: () => this.stage.highlight(target),
        onmouseleave: () => this.stage.highlight(this.selectedTarget()),
      },
      h(
        'button',
        { type: 'button', class: 'name', title: item.name, onclick: choose },
        icon(sectionIcons[item.kind] ?? 'column'),
        h('span', { class: 'label' }, item.name),
        h('span', { class: 'note' }, item.note),
      ),
      ...this.rowActions(item),
    );
    this.makeDraggable(row, item.columns);
    const columns = open
      ? item.columns.filter((name) => !found || matches({ ...item, name, note: '', columns: [] }, filter))
      : [];
    return [row, ...columns.map((name) => this.columnRow(name, this.shortName(name)))];
  }

  private selectedTarget(): { kind: 'body' | 'joint' | 'contact' | 'frame'; index: number } | null {
    return this.selected && this.selected.kind !== 'cable' ? (this.selected as never) : null;
  }

  private rowActions(item: Item): HTMLElement[] {
    const live = this.scene?.mode === 'live';
    const buttons: HTMLElement[] = [];
    if (item.kind === 'body') {
      const follow = iconButton('follow', `Follow ${item.name} with the camera`, () => this.toggleFollow(item.index));
      setPressed(follow, this.followed === item.index);
      buttons.push(follow, this.trailButton(item, { body: item.index }));
    }
    if (item.kind === 'frame') {
      if (live)
        buttons.push(
          iconButton('connect', `Connect ${item.name} to another frame`, () => this.actions.connect(item.name), {
            class: 'icon-button always',
          }),
        );
      buttons.push(this.trailButton(item, { frame: item.index }));
    }
    if (item.kind === 'joint' && live && this.scene!.joints[item.index]?.cut) {
      const cut = (): void => this.actions.cut(item.name);
      buttons.push(iconButton('cut', `Cut ${item.name}`, cut, { class: 'icon-button always' }));
    }
    if (item.columns.length > 0 && item.kind !== 'body') {
      buttons.push(iconButton('plus', `Plot ${item.columns[0]}`, () => this.actions.plot([item.columns[0]!])));
    }
    return buttons;
  }

  private trailButton(item: Item, target: { body: number } | { frame: number }): HTMLElement {
    const key = `${item.kind}:${item.name}`;
    const button = iconButton('trail', `Show the path of ${item.name}`, () => {
      const on = !this.trails.has(key);
      if (on) this.trails.add(key);
      else this.trails.delete(key);
      this.stage.setTrail(target, on);
      setPressed(button, on);
    });
    setPressed(button, this.trails.has(key));
    return button;
  }

  private shortName(name: string): string {
    const column = this.scene?.columns.find((known) => known.name === name);
    return column ? shortName(column) : name;
  }

  private columnRow(name: string, label: string, top = false): HTMLElement {
    const unit = this.scene?.columns.find((column) => column.name === name)?.unit ?? '';
    const row = h(
      'div',
      {
        class: top ? 'row column top-level' : 'row column',
        role: 'treeitem',
        title: `${name}: drag it into a plot, or press +`,
        ondblclick: () => this.actions.plot([name]),
      },
      h(
        'span',
        { class: 'name' },
        icon('column'),
        h('span', { class: 'label' }, label),
        h('span', { class: 'note' }, unit),
      ),
      iconButton('plus', `Plot ${name}`, () => this.actions.plot([name])),
    );
    this.makeDraggable(row, [name]);
    return row;
  }

  private makeDraggable(row: HTMLElement, columns: string[]): void {
    if (columns.length === 0) return;
    row.draggable = true;
    row.addEventListener('dragstart', (event) => {
      event.dataTransfer?.setData(dragType, JSON.stringify(columns.slice(0, 6)));
      event.dataTransfer?.setData('text/plain', columns.join(' '));
      document.body.classList.add('dragging-column');
    });
    row.addEventListener('dragend', () => document.body.classList.remove('dragging-column'));
  }
}

// A column's name where its owner is known: "q.knee" of knee is "q position".
export function shortName({ name, group, quantity, item }: ColumnInfo): string {
  const after = name.slice(group.length + 1);
  const tail = after.startsWith(item) ? after.slice(item.length).replace(/^\./, '') : after;
  const ofJoint = ['q', 'v', 'a', 'tau', 'limit', 'f'].includes(group);
  return [ofJoint ? group : '', ofJoint || group === 'x' ? quantity : '', tail]
    .filter((part) => part !== '')
    .join(' ');
}
