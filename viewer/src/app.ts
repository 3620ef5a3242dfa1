import type { Params } from './params';
import { Player } from './player';
import { Plots } from './plots/plots';
import type { Command, Scene, Vec3 } from './protocol';
import { listenForShortcuts } from './shortcuts';
import { Signal } from './signal';
import type { Source } from './sources/source';
import { Layer, Stage } from './stage/stage';
import { Compass } from './ui/compass';
import { h, setPressed } from './ui/dom';
import { EventsList } from './ui/events_list';
import { GraspLabels } from './ui/grasp_labels';
import { Header } from './ui/header';
import { Help } from './ui/help';
import { firstHint } from './ui/hint';
import { LivePanel, liveText } from './ui/live_panel';
import { layerList } from './ui/menus';
import { makeResizable } from './ui/resizer';
import { Theme } from './ui/theme';
import { Timeline } from './ui/timeline';
import { Tree } from './ui/tree';
import { WrenchPanel } from './ui/wrench_panel';

interface Pull {
  body: number;
  at: Vec3;
  to: Vec3;
}

// The whole page: puts the parts in their places and ties them together.
export class App {
  readonly player: Player;
  readonly stage: Stage;
  readonly plots = new Plots();
  readonly livePanel: LivePanel;
  readonly header: Header;
  readonly shown = new Signal(); // a scene is on the stage, with its first snapshot
  scene: Scene | null = null;
  lost = false;
  private theme: Theme;
  private tree: Tree;
  private timeline: Timeline;
  private events: EventsList;
  private compass = new Compass();
  private wrenches = new WrenchPanel();
  private graspLabels = new GraspLabels();
  private selected: { kind: string; index: number } | null = null;
  private started = false;
  private pull: Pull | null = null;
  private pulling = false;

  constructor(
    private params: Params,
    private send: (command: Command) => void,
  ) {
    this.theme = new Theme(params.theme);
    this.player = new Player(send);
    const place = h('main', { class: 'stage', 'aria-label': 'Scene' });
    document.body.append(place); // so that it has a size
    this.stage = new Stage(place);
    this.livePanel = new LivePanel(send);
    this.events = new EventsList(this.player);
    const help = new Help();
    this.header = new Header(
      this.stage,
      this.theme,
      () => help.toggle(),
      () => window.dispatchEvent(new Event('resize')),
    );
    this.tree = new Tree(this.stage, {
      plot: (columns) => this.plot(columns),
      cut: (joint) => send({ do: 'cut', joint }),
      connect: (frame) => this.livePanel.choose(frame),
      select: (item) => this.select(item, false),
    });
    this.timeline = new Timeline(this.player);
    this.layout(place, help.element);
    this.connectStage();
    this.listen();
    listenForShortcuts(this.player, this.stage, {
      help: () => help.toggle(),
      theme: () => this.theme.next(),
      layer: (layer) => this.header.layers.toggle(layer),
      filter: () => this.tree.focusFilter(),
      panel: (key) => this.header.panels[key].click(),
      screenshot: () => this.header.screenshot(),
      followSelected: () => {
        if (this.selected?.kind === 'body') this.tree.toggleFollow(this.selected.index);
      },
    });
    this.showState();
    requestAnimationFrame((now) => this.frame(now));
  }

  private layout(place: HTMLElement, help: HTMLElement): void {
    const side = h(
      'aside',
      { class: 'side left', 'aria-label': 'Parts and controls' },
      this.livePanel.element,
      this.tree.element,
      this.events.element,
    );
    const right = h('aside', { class: 'side right', 'aria-label': 'Plots' }, this.plots.element);
    document.body.prepend(this.header.element, side);
    document.body.append(right, this.timeline.element, help);
    makeResizable(side, 'tree', 'right');
    makeResizable(right, 'plots', 'left');
    place.append(this.compass.element, this.wrenches.element, this.graspLabels.element);
    place.append(h('div', { class: 'veil', onclick: () => this.foldPanels() }));
    document.body.classList.toggle('bare', !this.params.panels);
    if (window.matchMedia('(max-width: 900px)').matches) document.body.classList.add('no-tree', 'no-plots');
    for (const key of ['tree', 'plots'] as const)
      setPressed(this.header.panels[key], !document.body.classList.contains(`no-${key}`));
  }

  private foldPanels(): void {
    for (const key of ['tree', 'plots'] as const) {
      if (!document.body.classList.contains(`no-${key}`)) this.header.panels[key].click();
    }
  }

  private connectStage(): void {
    this.stage.onPickBody = (index) => this.select({ kind: 'body', index }, true);
    this.stage.onPickJoint = (index) => this.select({ kind: 'joint', index }, true);
    this.stage.onPicture = (pen, ratio) => {
      this.drawWrenches();
      this.wrenches.paintOn(pen, ratio, this.theme.dark);
      this.graspLabels.paintOn(pen, ratio);
    };
  }

  // Where a body is pulled to goes out once per frame: the program allows 1000 messages in a second, all told.
  private pullBody(pull: Pull | null): void {
    if (pull && !this.pulling)
      this.send({ do: 'pull', ...pull }); // the first at once
    else this.pull = pull;
    if (!pull) this.send({ do: 'release' });
    else if (!this.player.following) this.player.goLive();
    this.pulling = pull !== null;
  }

  private listen(): void {
    this.theme.changed.on((dark) => {
      this.stage.setDark(dark);
      this.plots.setDark(dark);
      this.timeline.track.draw(true);
    });
    this.stage.setDark(this.theme.dark);
    this.plots.onSeek = (t) => this.player.seek(t);
    this.player.changed.on(() => this.showState());
  }

  private select(item: { kind: string; index: number } | null, fromStage: boolean): void {
    this.selected = item;
    this.stage.highlight(item && item.kind !== 'cable' ? (item as never) : null);
    if (fromStage) this.tree.select(item);
  }

  private plot(columns: string[]): void {
    if (document.body.classList.contains('no-plots')) this.header.panels.plots.click();
    this.plots.add(columns);
  }

  // Shows a scene: another one, or the same after its structure has changed.
  setSource(scene: Scene, source: Source): void {
    const same = this.scene !== null && this.scene.name === scene.name && this.scene.source === scene.source;
    this.scene = scene;
    document.body.classList.toggle('live', scene.mode === 'live');
    if (this.player.source !== source) this.player.setSource(source);
    this.stage.setScene(scene, same);
    this.stage.onPull = scene.mode === 'live' ? (pull) => this.pullBody(pull) : null; // null: a drag turns the view
    this.header.setScene(scene);
    this.wrenches.setScene(scene);
    this.tree.setScene(scene, same);
    this.livePanel.setScene(scene);
    this.plots.setScene(scene, source);
    this.player.refresh();
    if (!this.started) this.applyParams();
    this.header.layers.show();
    this.showState();
    if (this.params.panels) firstHint(document.querySelector('.stage')!, scene.mode === 'live');
  }

  private applyParams(): void {
    const { params, player, stage } = this;
    if (!params.panels) stage.setLayer('grasps', false); // pictures show it where they ask for it
    for (const name of this.scene?.picture?.layers ?? [])
      stage.setLayer(name.replace(/^-/, '') as Layer, !name.startsWith('-'));
    for (const name of this.scene?.picture?.trails ?? []) this.trail(name);
    if (params.onlyLayers) for (const layer of layerList) stage.setLayer(layer, false);
    for (const { layer, on } of params.layers) if (layerList.includes(layer)) stage.setLayer(layer, on);
    if (params.camera) stage.setCameraState(params.camera);
    if (params.speed !== null) player.setSpeed(params.speed);
    if (params.t !== null && !player.live) player.seek(params.t);
    if (params.play === true) player.play();
    if (params.play === false) player.pause();
  }

  // The trail of a body or a frame.
  private trail(name: string): void {
    const body = this.scene!.bodies.findIndex((b) => b.name === name);
    const frame = this.scene!.frames.findIndex((f) => f.name === name);
    if (body >= 0) this.stage.setTrail({ body }, true);
    else if (frame >= 0) this.stage.setTrail({ frame }, true);
  }

  showState(): void {
    const { player, header } = this;
    if (this.lost) return header.setState('Not connected', 'lost');
    if (!player.source) return header.setState('Loading…', 'paused');
    if (!player.live) return header.setState('Replay', 'replay', 'A recording');
    const { text, late, title } = liveText(player.status, player.playing);
    header.setState(
      player.following ? text : 'Looking back',
      !player.playing ? 'paused' : late ? 'late' : 'live',
      title,
    );
  }

  // Shows what there is now; also without waiting for the browser's next frame.
  showNow(): void {
    const { player } = this;
    if (player.snapshot) {
      this.stage.pass((t) => player.since(t));
      this.stage.show(player.snapshot, () => player.source?.outline() ?? []);
      if (!this.started) {
        this.started = true;
        this.shown.emit();
      }
    }
    this.timeline.draw();
    this.plots.setTime(player.time);
  }

  private frame(now: number): void {
    requestAnimationFrame((next) => this.frame(next));
    const news = this.player.tick(now);
    if (this.pull) this.send({ do: 'pull', ...this.pull });
    this.pull = null;
    if (this.player.live && news) this.plots.drawLive(now);
    if (news) this.showNow();
    this.events.draw();
    this.stage.render();
    this.compass.draw(this.stage);
    this.drawWrenches();
  }

  private drawWrenches(): void {
    this.graspLabels.draw(this.stage, this.player.snapshot);
    this.wrenches.draw(this.stage, this.player.snapshot, this.theme.dark);
  }
}
