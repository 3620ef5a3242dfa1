import type { Scene } from '../protocol';
import type { Stage } from '../stage/stage';
import { download, h, iconButton, setIcon } from './dom';
import { LayersMenu, panelButton, viewMenu } from './menus';
import type { Theme } from './theme';
import { toast } from './toast';

// Name and description of the scene, and what is true of the whole page.
export class Header {
  readonly element: HTMLElement;
  readonly layers: LayersMenu;
  readonly panels: { tree: HTMLButtonElement; plots: HTMLButtonElement };
  private name = h('h1', {}, 'Catena');
  private description = h('button', { type: 'button', class: 'description', 'aria-label': 'Description' });
  private state = h('span', { class: 'state', role: 'status' });
  private themeButton: HTMLButtonElement;
  private scene: Scene | null = null;

  constructor(
    private stage: Stage,
    private theme: Theme,
    help: () => void,
    layoutChanged: () => void,
  ) {
    this.layers = new LayersMenu(stage);
    this.panels = {
      tree: panelButton('tree', 'List of parts (B)', 'tree', layoutChanged),
      plots: panelButton('plot', 'Plots (P)', 'plots', layoutChanged),
    };
    this.themeButton = iconButton('auto', 'Theme', () => theme.next());
    for (const element of [this.name, this.description])
      element.addEventListener('click', () => this.description.classList.toggle('open'));
    document.addEventListener('pointerdown', (event) => {
      if (!this.element.contains(event.target as Node)) this.description.classList.remove('open');
    });
    this.element = h(
      'header',
      { class: 'top' },
      this.panels.tree,
      h('div', { class: 'about' }, this.name, this.state, this.description),
      h(
        'div',
        { class: 'tools' },
        viewMenu(stage),
        this.layers.element,
        iconButton('camera', 'Save a picture (S)', () => this.screenshot(), { class: 'icon-button wide-only' }),
        this.themeButton,
        iconButton('full', 'Full screen', () => this.fullScreen(), { class: 'icon-button wide-only' }),
        iconButton('help', 'Help (?)', help),
        this.panels.plots,
      ),
    );
    theme.changed.on(() => this.showTheme());
    this.showTheme();
  }

  setScene(scene: Scene): void {
    this.scene = scene;
    this.name.textContent = scene.name || scene.source || 'Catena';
    this.name.title = scene.source;
    const text = scene.description.trim().replace(/\s+/g, ' ');
    this.description.textContent = text;
    this.description.title = text;
    this.description.hidden = text === '';
    document.title = `${this.name.textContent} – Catena`;
  }

  // A short word on how it goes, such as "Replay" or "0.98x real time".
  setState(text: string, kind: 'live' | 'replay' | 'late' | 'lost' | 'paused', title = ''): void {
    this.state.textContent = text;
    this.state.className = `state ${kind}`;
    this.state.title = title;
  }

  screenshot(): void {
    download(`${(this.scene?.name || 'catena').replace(/[^\w-]+/g, '_')}.png`, this.stage.screenshot());
  }

  private showTheme(): void {
    const names = { auto: 'as the system', light: 'light', dark: 'dark' };
    setIcon(
      this.themeButton,
      { auto: 'auto', light: 'sun', dark: 'moon' }[this.theme.choice] as 'auto',
      `Theme: ${names[this.theme.choice]} (T)`,
    );
  }

  private fullScreen(): void {
    const done = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen?.();
    done?.catch(() => toast('This browser does not allow full screen here.', 'error'));
  }
}
