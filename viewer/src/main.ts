import { App } from './app';
import { installHooks } from './hooks';
import { parseParams } from './params';
import type { Scene, ServerText } from './protocol';
import { decodeBinary } from './sources/binary';
import { Connection } from './sources/connection';
import { InlineSource } from './sources/inline';
import { LiveSource } from './sources/live';
import { ReplaySource } from './sources/replay';
import { Banner } from './ui/banner';
import { download } from './ui/dom';
import { toast } from './ui/toast';

const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
const connection = new Connection(`${scheme}://${location.host}/socket`);
const banner = new Banner(() => connection.connect());
const app = makeApp();
installHooks(app);

function makeApp(): App {
  try {
    return new App(parseParams(location.search, location.hash), (command) => connection.send(command));
  } catch (error) {
    banner.show(`The scene cannot be drawn. ${error instanceof Error ? error.message : String(error)}`);
    throw error;
  }
}

let scene: Scene | null = null;
let live: LiveSource | null = null;
let replay: ReplaySource | null = null;
let reconnected = false; // to a program that may have been started anew

function receiveScene(next: Scene): void {
  scene = next;
  if (next.mode !== 'live') return; // its recording comes next
  if (live && !reconnected) live.setScene(next);
  else live = new LiveSource(next);
  reconnected = false;
  app.setSource(next, live);
}

function receiveText(message: ServerText): void {
  if (message.is === 'scene') receiveScene(message);
  else if (message.is === 'recording' && scene) {
    const { time, playing } = app.player;
    const again = replay !== null;
    replay = new ReplaySource(scene, message, (command) => connection.send(command));
    app.setSource(scene, replay);
    if (again) app.player.seek(time); // where it was when the connection broke
    if (again && playing) app.player.play();
  } else if (message.is === 'status') {
    const before = app.player.status?.message ?? '';
    app.player.setStatus(message);
    if (message.message !== '' && message.message !== before) toast(message.message);
  } else if (message.is === 'event') live?.addEvent(message);
  else if (message.is === 'reset') live?.reset();
  else if (message.is === 'pull') app.stage.pullStiffness = message.stiffness;
  else if (message.is === 'saved') {
    const address = URL.createObjectURL(new Blob([message.text], { type: 'text/plain' }));
    download(message.name, address);
    setTimeout(() => URL.revokeObjectURL(address), 10000);
    toast(`Saved ${message.name}`);
  } else if (message.is === 'error') toast(message.message, 'error');
}

function receiveBinary(buffer: ArrayBuffer): void {
  if (!scene) return;
  const message = decodeBinary(scene, buffer);
  if (message.what !== 'frame') return replay?.receive(message);
  live?.add(message.snapshot, message.bytes);
  app.plots.addSnapshot(message.snapshot, scene);
}

// A message that cannot be understood must not end the page.
function safely<T>(receive: (message: T) => void): (message: T) => void {
  return (message) => {
    try {
      receive(message);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), 'error');
      console.error(error);
    }
  };
}

async function start(): Promise<void> {
  const inline = await InlineSource.fromDocument(document);
  if (inline) return app.setSource(inline.scene, inline);
  if (!location.protocol.startsWith('http')) return banner.show('This page holds no data. Open it with "catena view".');
  connection.onText = safely(receiveText);
  connection.onBinary = safely(receiveBinary);
  connection.onState = (state, retryIn) => {
    app.lost = state === 'lost';
    reconnected ||= app.lost;
    if (state === 'lost') banner.lost(retryIn);
    else banner.hide();
    app.showState();
  };
  connection.connect();
}

start().catch((error: unknown) => {
  banner.show(`The data of this page cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  console.error(error);
});
