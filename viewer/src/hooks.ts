import type { App } from './app';
import type { Snapshot, Scene } from './protocol';
import type { Stage } from './stage/stage';
import type { Direction } from './stage/view';

// window.catena, for tests and for pictures. Times are in s.
//
//   ready            promise: the scene is there, and its first snapshot on the stage
//   scene, stage     what is shown, and the class that draws it
//   time()           the time that is shown          seek(t)      shows another; done when its frames are there
//   play(), pause(), playing(), speed(x?), step(n)   as the buttons; speed() without x asks
//   snapshot()         the snapshot that is shown, or null
//   column(name)     promise of the values of a column, of every row; live: of what is kept
//   counts()         how many frames, columns, events, ... the source has; plots; draw time and rate
//   renderAt(t)      promise: the bare scene at t as a data: address of a PNG, of the canvas's size
//   compose(time, view)  the picture that the scenario asks for; null and '': its own moment and view
//   composeFilm(from, to, view)  a view that holds all of a part of the motion; what it shows is as the scenario says
//   film(times, take) renderAt for each, awaiting take(picture, number)
//
// The address says how to begin, in its hash or its query: t=1.5, play (or play=0), speed=0.1, theme=light|dark|auto,
// panels=0 (only the scene), camera=... (numbers of stage.cameraState()), layers=forces,-grid (`none` in it: all others off).
export interface CatenaHooks {
  ready: Promise<void>;
  readonly scene: Scene | null;
  readonly stage: Stage;
  time(): number;
  seek(t: number): Promise<void>;
  play(): void;
  pause(): void;
  playing(): boolean;
  speed(x?: number): number;
  step(count: number): void;
  snapshot(): Snapshot | null;
  column(name: string): Promise<number[]>;
  counts(): Record<string, number>;
  renderAt(t: number): Promise<string>;
  compose(time: number | null, view: Direction | ''): Promise<void>;
  composeFilm(from: number, to: number, view: Direction | ''): Promise<void>;
  film(times: number[], take: (picture: string, index: number) => void | Promise<void>): Promise<void>;
}

async function snapshotsAt(app: App, times: number[]): Promise<Snapshot[]> {
  const found = await Promise.all(times.map((t) => app.player.source?.exactAt(t)));
  return found.filter((snapshot): snapshot is Snapshot => snapshot !== null && snapshot !== undefined);
}

// A moment of its own asks for that one alone: phases belong to the scenario's.
async function compose(
  app: App,
  seek: (t: number) => Promise<void>,
  time: number | null,
  view: Direction | '',
): Promise<void> {
  const { scene, stage } = app;
  const { picture } = scene!;
  const moment = time ?? picture?.time ?? scene!.start;
  const phases = await snapshotsAt(app, time === null ? (picture?.phases ?? []) : []);
  if (picture && picture.trails.length > 0) {
    const first = Math.min(moment, ...phases.map(({ t }) => t));
    const from = phases.length > 0 ? first : scene!.start;
    const to = Math.max(moment, ...phases.map(({ t }) => t));
    stage.clearTrails();
    const times = Array.from({ length: 200 }, (_, i) => from + ((to - from) * i) / 199);
    for (const snapshot of await snapshotsAt(app, times)) stage.show(snapshot);
    stage.holdTrails(true);
  }
  await seek(moment);
  stage.setPhases(phases, moment);
  stage.fit([...(await snapshotsAt(app, [moment])), ...phases], view);
  stage.render();
}

export function installHooks(app: App): void {
  const { player, stage } = app;
  const seek = async (t: number): Promise<void> => {
    player.seek(t);
    const snapshot = await player.source?.exactAt(player.time);
    if (snapshot) player.snapshot = snapshot;
    app.showNow();
    stage.render();
  };
  const renderAt = async (t: number): Promise<string> => {
    if (player.playing) player.pause();
    await seek(t);
    return stage.screenshot();
  };
  const hooks: CatenaHooks = {
    ready: new Promise((done) => app.shown.on(() => done())),
    get scene() {
      return app.scene;
    },
    stage,
    time: () => player.time,
    seek,
    play: () => player.play(),
    pause: () => player.pause(),
    playing: () => player.playing,
    speed: (x) => {
      if (x !== undefined) player.setSpeed(x);
      return player.speed;
    },
    step: (count) => player.step(count),
    snapshot: () => player.snapshot,
    column: async (name) => Array.from((await player.source?.column(name))?.values ?? []),
    counts: () => ({
      ...player.source?.counts(),
      plots: app.plots.panels.length,
      drawMs: stage.stats.drawMs,
      fps: stage.stats.fps,
    }),
    renderAt,
    compose: (time, view) => compose(app, seek, time, view),
    composeFilm: async (from, to, view) => {
      const times = Array.from({ length: 48 }, (_, i) => from + ((to - from) * i) / 47);
      await seek(from);
      stage.fit(await snapshotsAt(app, times), view);
    },
    film: async (times, take) => {
      for (const [index, t] of times.entries()) await take(await renderAt(t), index);
    },
  };
  (window as unknown as { catena: CatenaHooks }).catena = hooks;
}
