import type { CableState, Snapshot } from '../protocol';

// Numbers between a and b, at s from 0 to 1.
function mix(a: Float32Array, b: Float32Array, s: number): Float32Array {
  const out = new Float32Array(a.length);
  for (let i = 0; i < a.length; i++) out[i] = a[i]! + s * (b[i]! - a[i]!);
  return out;
}

// Poses between a and b: positions on a straight line, quaternions along the shorter way (nlerp).
export function mixPoses(a: Float32Array, b: Float32Array, s: number): Float32Array {
  const out = mix(a, b, s);
  for (let i = 3; i + 3 < out.length; i += 7) {
    let dot = 0;
    for (let k = i; k < i + 4; k++) dot += a[k]! * b[k]!;
    const sign = dot < 0 ? -1 : 1; // q and -q are the same orientation
    let norm = 0;
    for (let k = i; k < i + 4; k++) {
      const value = (1 - s) * a[k]! + s * sign * b[k]!;
      out[k] = value;
      norm += value * value;
    }
    const scale = norm > 0 ? 1 / Math.sqrt(norm) : 1;
    for (let k = i; k < i + 4; k++) out[k]! *= scale;
  }
  return out;
}

// Rows whose first `states` numbers say what state they are in: only rows of one state are mixed.
export function mixRows(a: Float32Array, b: Float32Array, s: number, width: number, states: number): Float32Array {
  const out = new Float32Array(a); // of the earlier snapshot, where they differ
  for (let row = 0; row + width <= out.length; row += width) {
    let same = true;
    for (let k = 0; k < states; k++) same &&= a[row + k] === b[row + k];
    if (!same) continue;
    for (let k = row + states; k < row + width; k++) out[k] = a[k]! + s * (b[k]! - a[k]!);
  }
  return out;
}

function mixCable(a: CableState, b: CableState, s: number): CableState {
  if (a.points.length !== b.points.length) return s < 0.5 ? a : b;
  return {
    tension: a.tension + s * (b.tension - a.tension),
    strain: a.strain + s * (b.strain - a.strain),
    slack: a.slack,
    points: mix(a.points, b.points, s),
  };
}

// The snapshot at t, between two others.
export function interpolate(a: Snapshot, b: Snapshot, t: number): Snapshot {
  const s = b.t > a.t ? Math.min(Math.max((t - a.t) / (b.t - a.t), 0), 1) : 0;
  if (s === 0) return a;
  if (s === 1) return b;
  return {
    t,
    revision: a.revision,
    poses: mixPoses(a.poses, b.poses, s),
    joints: mixRows(a.joints, b.joints, s, 8, 2),
    contacts: mixRows(a.contacts, b.contacts, s, 10, 1),
    cables: a.cables.map((cable, i) => (b.cables[i] ? mixCable(cable, b.cables[i], s) : cable)),
    values: a.values,
    touches: s < 0.5 ? a.touches : b.touches, // points come and go
    grasps: s < 0.5 ? a.grasps : b.grasps,
  };
}
