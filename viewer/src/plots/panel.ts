import uPlot from 'uplot';
import { h, iconButton } from '../ui/dom';
import { axisNumbers, axisRange, shownNumber, shownUnit } from '../units';
import { nearestRow, type Table } from './data';

const valueRange = (_: uPlot, low: number | null, high: number | null): uPlot.Range.MinMax =>
  low === null || high === null ? [low, high] : axisRange(low, high, (a, b) => uPlot.rangeNum(a, b, 0.1, true));

export interface PanelHost {
  unitOf(column: string): string;
  degrees(): boolean;
  dark(): boolean;
  seek(t: number): void;
  zoom(range: [number, number] | null): void; // all panels show the same times
  changed(panel: PlotPanel): void; // its columns did
  remove(panel: PlotPanel): void;
}

const palette = ['#4f8ff7', '#f2994a', '#27b376', '#e2557b', '#a06cf0', '#16b1c4', '#d6a90f', '#8a97a8'];

// One plot: some columns over time.
export class PlotPanel {
  readonly element: HTMLElement;
  private legend = h('div', { class: 'legend' });
  private area = h('div', { class: 'plot-area' });
  private playhead = h('div', { class: 'playhead', 'aria-hidden': 'true' });
  private plot: uPlot | null = null;
  private table: Table = { x: [], ys: [] };
  private cells: HTMLElement[] = [];
  private hover: number | null = null;
  private time = 0;
  private range: [number, number] | null = null;

  constructor(
    private host: PanelHost,
    readonly title: string,
    public columns: string[],
  ) {
    this.element = h(
      'section',
      { class: 'plot', 'aria-label': title || 'Plot' },
      h(
        'header',
        {},
        h('h3', {}, title),
        h('div', { class: 'spacer' }),
        iconButton('zoomOut', 'Show all times', () => host.zoom(null)),
        iconButton('close', 'Remove this plot', () => host.remove(this)),
      ),
      this.legend,
      this.area,
    );
    new ResizeObserver(() => this.resize()).observe(this.area);
  }

  add(columns: string[]): void {
    const more = columns.filter((name) => !this.columns.includes(name));
    if (more.length === 0) return;
    this.columns = [...this.columns, ...more];
    this.host.changed(this);
  }

  factor(column: string): number {
    return shownUnit(this.host.unitOf(column), this.host.degrees()).factor;
  }

  // Shows other data; `fresh`: columns, units or colours have changed.
  setTable(table: Table, fresh: boolean): void {
    this.table = table;
    if (fresh || !this.plot) this.build();
    else {
      this.plot.setData([table.x, ...table.ys] as uPlot.AlignedData, this.range === null);
      if (this.range) this.plot.setScale('x', { min: this.range[0], max: this.range[1] });
    }
    this.setTime(this.time);
  }

  setRange(range: [number, number] | null): void {
    this.range = range;
    const { x } = this.table;
    if (!this.plot || x.length === 0) return;
    this.plot.setScale('x', { min: range?.[0] ?? x[0]!, max: range?.[1] ?? x[x.length - 1]! });
    this.setTime(this.time);
  }

  // Moves the line that marks the time, and the values of the legend.
  setTime(t: number): void {
    this.time = t;
    this.placePlayhead();
    this.showValues(this.hover ?? nearestRow(this.table.x, t));
  }

  private placePlayhead(): void {
    if (!this.plot) return;
    const left = this.plot.valToPos(this.time, 'x');
    const seen = Number.isFinite(left) && left >= 0 && left <= this.plot.over.clientWidth;
    this.playhead.style.display = seen ? '' : 'none';
    if (seen) this.playhead.style.transform = `translateX(${left}px)`;
  }

  destroy(): void {
    this.plot?.destroy();
    this.element.remove();
  }

  private showValues(row: number): void {
    this.cells.forEach((cell, i) => {
      const text = shownNumber(this.table.ys[i]?.[row] ?? NaN);
      if (cell.textContent !== text) cell.textContent = text;
    });
  }

  private build(): void {
    this.plot?.destroy();
    const css = getComputedStyle(document.documentElement);
    const colour = (name: string): string => css.getPropertyValue(name).trim();
    const units = this.columns.map((name) => shownUnit(this.host.unitOf(name), this.host.degrees()).unit || '1');
    const scales = [...new Set(units)];
    const axis: uPlot.Axis = {
      stroke: colour('--muted'),
      font: '11px system-ui, sans-serif',
      grid: { stroke: colour('--grid'), width: 1 },
      ticks: { show: false },
    };
    const options: uPlot.Options = {
      width: Math.max(this.area.clientWidth, 80),
      height: Math.max(this.area.clientHeight, 80),
      legend: { show: false },
      scales: { x: { time: false }, ...Object.fromEntries(scales.map((unit) => [unit, { range: valueRange }])) },
      cursor: {
        drag: { x: true, y: false, setScale: false, dist: 5, click: () => undefined },
        points: { size: 6 },
        y: false,
      },
      axes: [
        { ...axis, size: 24, space: 60 },
        ...scales
          .slice(0, 2)
          .map((unit, i): uPlot.Axis => ({
            ...axis,
            scale: unit,
            side: i === 0 ? 3 : 1,
            size: 46,
            gap: 4,
            grid: { ...axis.grid, show: i === 0 },
            values: (_, splits) => axisNumbers(splits),
          })),
      ],
      series: [
        {},
        ...this.columns.map((name, i): uPlot.Series => ({
          label: name,
          scale: units[i]!,
          stroke: palette[i % palette.length]!,
          width: 1.5,
          points: { show: false },
        })),
      ],
      hooks: {
        draw: [() => this.placePlayhead()], // sizes and zooms take effect only then
        setCursor: [
          (plot) => {
            this.hover = (plot.cursor.left ?? -1) >= 0 ? (plot.cursor.idx ?? null) : null;
            this.showValues(this.hover ?? nearestRow(this.table.x, this.time));
          },
        ],
        setSelect: [
          (plot) => {
            const { left, width } = plot.select;
            if (width > 4) this.host.zoom([plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')]);
            plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          },
        ],
      },
    };
    this.plot = new uPlot(options, [this.table.x, ...this.table.ys] as uPlot.AlignedData, this.area);
    this.plot.over.append(this.playhead);
    this.listen(this.plot.over);
    if (this.range) this.setRange(this.range);
    this.drawLegend(units);
  }

  private listen(over: HTMLElement): void {
    let pressed = 0;
    over.addEventListener('mousedown', (event) => (pressed = event.clientX));
    over.addEventListener('click', (event) => {
      if (Math.abs(event.clientX - pressed) > 4 || !this.plot) return; // a drag
      this.host.seek(this.plot.posToVal(event.clientX - over.getBoundingClientRect().left, 'x'));
    });
    over.addEventListener('dblclick', () => this.host.zoom(null));
  }

  private drawLegend(units: string[]): void {
    this.cells = this.columns.map(() => h('span', { class: 'value' }));
    const entries = this.columns.map((name, i) =>
      h(
        'span',
        { class: 'entry', title: name },
        h('span', { class: 'swatch', style: `background:${palette[i % palette.length]}` }),
        h('span', { class: 'label' }, name),
        this.cells[i]!,
        h('span', { class: 'unit' }, units[i] === '1' ? '' : units[i]!),
        iconButton('close', `Remove ${name} from this plot`, () => {
          this.columns = this.columns.filter((other) => other !== name);
          if (this.columns.length === 0) this.host.remove(this);
          else this.host.changed(this);
        }),
      ),
    );
    this.legend.replaceChildren(...entries);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.area;
    if (this.plot && width > 0 && height > 0) this.plot.setSize({ width, height });
  }
}
