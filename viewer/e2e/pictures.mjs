// The pictures of the gallery: one of every example, at a time that tells what it is about.
//
//   node viewer/e2e/pictures.mjs [NAME...]      (./dev pictures)
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { program, root } from './harness.mjs';

// Time in s, and what else is asked of `catena render`. The plain view of the start where nothing is said.
const table = {
  ball_pit: { time: 1.5, more: ['--layers', '-forces,-contacts,-grid'] },
  barrett_clutch: { time: 1.4, more: ['--layers', '-grid'] },
  barrett_handset: { time: 2, more: ['--layers', '-grid'] },
  barrett_handset_static: { time: 2, more: ['--layers', '-grid'] },
  billiard_break: { time: 0.6, more: ['--layers', '-forces,-contacts,-grid'] },
  bouncing_ball: { time: 0.3 },
  box_stack: { time: 0.6 },
  cable_robot: { time: 1.5 },
  cannonballs: { time: 0.6 },
  card_house: { time: 0.5 },
  contensou_disc: { time: 0.2 },
  cradle_of_shapes: { time: 0.9 },
  dominoes: { time: 0.5 },
  eulers_disc: { time: 1, more: ['--layers', '-forces'] },
  five_link: { time: 0.7 },
  four_bar: { time: 0.6 },
  free_chain_catches_pivot: { time: 0.6 },
  gears: { time: 0.1, more: ['--view', 'top', '--layers', '-grid'] },
  hand_elastic: { time: 0.3 },
  hand_fall: { time: 0.5 },
  high_bar: { time: 0.3 },
  high_bar_lands: { time: 2.2 },
  hold_and_slip: { time: 1 },
  humanoid_fall: { time: 1.95 },
  incline: { time: 0.6 },
  inverted_double_pendulum: { time: 0.25 },
  inverted_double_pendulum_half: { time: 0.3 },
  manipulator_settle: { time: 4 },
  manipulator_x: { time: 15 },
  manipulator_z: { time: 15 },
  n_four_bar: { time: 0.5 },
  newtons_cradle: { time: 0.05 },
  nut_and_bolt: { time: 0.4, more: ['--layers', '-forces,-contacts,-grid'] },
  overhang: { time: 0.6 },
  parallel_gripper: { time: 2.2 },
  pendulum: { time: 0.4 },
  pile: { time: 0.8, more: ['--layers', '-forces,-contacts,-grid'] },
  pinch: { time: 0.6 },
  prism: { time: 15 },
  puma_barrett_handset: { time: 4.2, more: ['--layers', '-grid'] },
  puma_barrett_handset_static: { time: 2.7, more: ['--layers', '-grid'] },
  puma_moves: { time: 2 },
  quadruped_stands: { time: 2 },
  rattleback: { time: 1.1 },
  rocking_block: { time: 0.2 },
  sag: { time: 1 },
  simultaneous_impacts: { time: 0.25 },
  single_strut: { time: 2.3 },
  single_strut_track: { time: 3 },
  single_strut_track_soft: { time: 5 },
  single_strut_track_stiff: { time: 7 },
  swing: { time: 0.4 },
  swing_seat: { time: 0.7, more: ['--layers', '-forces,-contacts'] },
  swing_door: { time: 0.5 },
  tendon_finger: { time: 1.5 },
  three_fingers: { time: 2.5 },
  three_link_const: { time: 1 },
  three_link_cosine: { time: 2 },
  three_link_settle: { time: 3 },
  tippe_top: { time: 0.4 },
  tumbling_block: { time: 0.25 },
  two_link_const: { time: 1 },
  two_link_settle: { time: 2 },
  two_link_sine: { time: 2 },
  y_tree: { time: 0.5 },
  y_tree_torques: { time: 0.6 },
};
const largest = 150e3; // bytes: the repository keeps all of them for ever
const sizes = ['640x360', '480x270'];

const files = ['examples', 'examples/arm', 'examples/bodies', 'examples/constrained', 'examples/grasp', 'examples/tensegrity'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(folder, name)),
);
const wanted = process.argv.slice(2);
let failed = false;
for (const file of files) {
  const name = basename(file, '.yaml');
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const entry = table[name];
  if (!entry) {
    console.error(`${file}: when is it worth a picture? Add it to the table in viewer/e2e/pictures.mjs.`);
    failed = true;
    continue;
  }
  const out = join('docs', 'pictures', `view_${name}.png`);
  for (const size of sizes) {
    const options = ['--time', String(entry.time), '--size', size, '--theme', 'light', ...(entry.more ?? [])];
    execFileSync(program, ['render', file, '--out', out, ...options], { cwd: root, stdio: 'ignore', timeout: 120000 });
    if (statSync(join(root, out)).size <= largest) break;
  }
  const bytes = statSync(join(root, out)).size;
  if (bytes > largest) failed = true;
  console.log(`${out}: ${Math.round(bytes / 1024)} KB${bytes > largest ? ', too large' : ''}`);
}
process.exit(failed ? 1 : 0);
