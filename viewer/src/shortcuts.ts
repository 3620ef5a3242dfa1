import { nextSpeed } from './clock';
import type { Player } from './player';
import type { Layer, Stage } from './stage/stage';
import { views } from './ui/menus';

export interface ShortcutActions {
  help(): void;
  theme(): void;
  followSelected(): void;
  layer(layer: Layer): void;
  filter(): void;
  panel(key: 'tree' | 'plots'): void;
  screenshot(): void;
}
const layerKeys: Record<string, Layer> = {
  g: 'grid',
  n: 'labels',
  j: 'joints',
  x: 'frames',
  c: 'forces',
  w: 'wrenches',
  m: 'com',
  q: 'grasps',
};

// What a key does; false where it does nothing here.
function press(event: KeyboardEvent, player: Player, stage: Stage, actions: ShortcutActions): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const { start, end } = player.range;
  const layer = layerKeys[key];
  const view = views[Number(key) - 1];
  if (key === ' ') player.toggle();
  else if (key === 'ArrowLeft') event.shiftKey ? player.seek(player.time - 1) : player.step(-1);
  else if (key === 'ArrowRight') event.shiftKey ? player.seek(player.time + 1) : player.step(1);
  else if (key === 'Home') player.seek(start);
  else if (key === 'End') player.seek(end);
  else if (key === '+' || key === '=') player.setSpeed(nextSpeed(player.speed, 1));
  else if (key === '-') player.setSpeed(nextSpeed(player.speed, -1));
  else if (key === 'l') player.setLoop(!player.loop);
  else if (key === 'f') actions.followSelected();
  else if (view) stage.viewFrom(view);
  else if (key === '0') stage.resetView();
  else if (layer) actions.layer(layer);
  else if (key === 't') actions.theme();
  else if (key === 'b') actions.panel('tree');
  else if (key === 'p') actions.panel('plots');
  else if (key === 's') actions.screenshot();
  else if (key === '/') actions.filter();
  else if (key === '?') actions.help();
  else return false;
  return true;
}

// What was pressed by a pointer gives the keys back: space plays then, and does not press it again.
function releasePressed(): void {
  document.addEventListener('click', (event) => {
    const pressed = (event.target as HTMLElement).closest<HTMLElement>('button, summary, input[type=checkbox]');
    if (event.detail > 0 && pressed && pressed === document.activeElement) pressed.blur();
  });
}

export function listenForShortcuts(player: Player, stage: Stage, actions: ShortcutActions): void {
  releasePressed();
  document.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    const typing = target.closest('input:not([type=checkbox], [type=range]), select, textarea, [contenteditable]');
    if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
    if (target.closest('input[type=range]') && /^(Arrow|Home|End)/.test(event.key)) return; // it moves that
    // It presses that.
    if (event.key === ' ' && target.matches('button:focus-visible, summary, input[type=checkbox]')) return;
    if (document.querySelector('dialog[open]') && event.key !== '?') return;
    if (press(event, player, stage, actions)) event.preventDefault();
  });
}
