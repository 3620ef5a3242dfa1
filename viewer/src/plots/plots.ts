import type { Snapshot, Scene } from '../protocol';
import type { Source } from '../sources/source';
import { h, setPressed } from '../ui/dom';
import { recall, remember } from '../ui/storage';
import { dragType } from '../ui/tree';
import { LiveTable, loadColumns, type Table } from './data';
import { PlotPanel, type PanelHost } from './panel';
import { usualPlots } from './usual';

const livePeriod = 66; // ms between drawings of live plots

// The plots beside the scene.
export class Plots implements PanelHost {
  readonly element: HTMLElement;
  onSeek: ((t: number) => void) | null = null;
  panels: PlotPanel[] = [];
  private list = h('div', { class: 'plot-list' });
  private angle = h('div', { class: 'segments', role: 'group', 'aria-label': 'Unit of angles' });
  private source: Source | null = null;
  private units = new Map<string, string>();
  private table = new LiveTable();
  private inDegrees = recall('degrees') === '1';
  private isDark = true;
  private drawn = 0;
  private name = '';
  private range: [number, number] | null = null;

  constructor() {
    for (const [text, on] of [
      ['rad', false],
      ['deg', true],
    ] as const) {
      this.angle.append(
        h(
          'button',
          { type: 'button', title: `Angles in ${on ? 'degrees' : 'radians'}`, onclick: () => this.setDegrees(on) },
          text,
        ),
      );
    }
    const drop = h('div', { class: 'new-plot', role: 'note' }, 'Drop a column here, or press + in the list');
    this.acceptColumns(drop, (columns) => this.addPanel('', columns));
    this.element = h(
      'div',
      { class: 'plots' },
      h('div', { class: 'panel-head' }, h('h2', {}, 'Plots'), h('div', { class: 'spacer' }), this.angle),
      this.list,
      drop,
    );
    this.showAngle();
  }

  setScene(scene: Scene, source: Source): void {
    const again = this.name === scene.name && this.panels.length > 0;
    this.name = scene.name;
    this.source = source;
    this.units = new Map(scene.columns.map(({ name, unit }) => [name, unit]));
    this.angle.hidden = !scene.columns.some(({ unit }) => /^rad(?![a-z])/.test(unit));
    if (!again) {
      for (const panel of this.panels) panel.destroy();
      this.panels = [];
      this.table.clear();
      this.range = null;
      for (const { title, columns } of scene.plots.length > 0 ? scene.plots.slice(0, 3) : usualPlots(scene))
        this.addPanel(
          title,
          columns.filter((name) => this.units.has(name)),
        );
    }
    this.refreshAll();
  }

  // Plots columns: in the last plot, or in a new one where there is none with such units.
  add(columns: string[]): void {
    const unit = this.unitOf(columns[0] ?? '');
    const same = [...this.panels]
      .reverse()
      .find((panel) => panel.columns.length < 8 && panel.columns.some((name) => this.unitOf(name) === unit));
    if (same) same.add(columns);
    else this.addPanel('', columns);
    (same ?? this.panels[this.panels.length - 1])?.element.scrollIntoView({ block: 'nearest' });
  }

  addPanel(title: string, columns: string[]): void {
    if (columns.length === 0) return;
    const panel = new PlotPanel(this, title, columns);
    panel.setRange(this.range);
    this.panels.push(panel);
    this.list.append(panel.element);
    this.acceptColumns(panel.element, (more) => panel.add(more));
    this.changed(panel);
  }

  setTime(t: number): void {
    for (const panel of this.panels) panel.setTime(t);
  }

  setDark(dark: boolean): void {
    this.isDark = dark;
    this.refreshAll();
  }

  // A live snapshot: its values go into the plots, which are drawn now and then.
  addSnapshot(snapshot: Snapshot, scene: Scene): void {
    this.table.add(snapshot, scene.columns, new Set(this.panels.flatMap((panel) => panel.columns)));
  }

  drawLive(now: number): void {
    if (now - this.drawn < livePeriod) return;
    this.drawn = now;
    for (const panel of this.panels) panel.setTable(this.liveTable(panel), false);
  }

  unitOf(column: string): string {
    return this.units.get(column) ?? '';
  }
  degrees(): boolean {
    return this.inDegrees;
  }
  dark(): boolean {
    return this.isDark;
  }
  seek(t: number): void {
    this.onSeek?.(t);
  }
  zoom(range: [number, number] | null): void {
    this.range = range;
    for (const panel of this.panels) panel.setRange(range);
  }
  changed(panel: PlotPanel): void {
    void this.refresh(panel);
  }
  remove(panel: PlotPanel): void {
    this.panels = this.panels.filter((other) => other !== panel);
    panel.destroy();
  }

  private liveTable(panel: PlotPanel): Table {
    const { times, values } = this.table;
    return {
      x: times.slice(),
      ys: panel.columns.map((name) => {
        const factor = panel.factor(name);
        const list = values.get(name) ?? new Array<null>(times.length).fill(null);
        return factor === 1 ? list : list.map((value) => (value === null ? null : factor * value));
      }),
    };
  }

  private async refresh(panel: PlotPanel): Promise<void> {
    const source = this.source;
    if (!source) return;
    if (source.scene.mode === 'live') return panel.setTable(this.liveTable(panel), true);
    const columns = panel.columns;
    const table = await loadColumns(
      source,
      columns,
      columns.map((name) => panel.factor(name)),
    );
    if (panel.columns === columns && this.source === source) panel.setTable(table, true);
  }

  private refreshAll(): void {
    for (const panel of this.panels) void this.refresh(panel);
  }

  private setDegrees(on: boolean): void {
    this.inDegrees = on;
    remember('degrees', this.inDegrees ? '1' : '0');
    this.showAngle();
    this.refreshAll();
  }

  private showAngle(): void {
    [...this.angle.children].forEach((button, i) => setPressed(button as HTMLElement, (i === 1) === this.inDegrees));
  }

  private acceptColumns(element: HTMLElement, take: (columns: string[]) => void): void {
    const ours = (event: DragEvent): boolean => event.dataTransfer?.types.includes(dragType) ?? false;
    element.addEventListener('dragover', (event) => {
      if (!ours(event)) return;
      event.preventDefault();
      element.classList.add('drop');
    });
    element.addEventListener('dragleave', () => element.classList.remove('drop'));
    element.addEventListener('drop', (event) => {
      element.classList.remove('drop');
      if (!ours(event)) return;
      event.preventDefault();
      take(JSON.parse(event.dataTransfer!.getData(dragType)) as string[]);
    });
  }
}
