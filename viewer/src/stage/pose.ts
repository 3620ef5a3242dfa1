// Poses as seven numbers in arrays: position, quaternion w x y z. Nothing here allocates: it runs for every shape of
// every frame.

export type Numbers = Float32Array | Float64Array | number[];

export const identityPose = (): Float64Array => new Float64Array([0, 0, 0, 1, 0, 0, 0]);

// out[oi..] = q v, with the quaternion at q[qi..].
export function rotate(out: Numbers, oi: number, q: Numbers, qi: number, x: number, y: number, z: number): void {
  const w = q[qi]!;
  const a = q[qi + 1]!;
  const b = q[qi + 2]!;
  const c = q[qi + 3]!;
  const tx = 2 * (b * z - c * y);
  const ty = 2 * (c * x - a * z);
  const tz = 2 * (a * y - b * x);
  out[oi] = x + w * tx + b * tz - c * ty;
  out[oi + 1] = y + w * ty + c * tx - a * tz;
  out[oi + 2] = z + w * tz + a * ty - b * tx;
}

// out[oi..] = the point (x, y, z) of the pose at p[pi..], in the world.
export function transform(out: Numbers, oi: number, p: Numbers, pi: number, x: number, y: number, z: number): void {
  rotate(out, oi, p, pi + 3, x, y, z);
  out[oi] = out[oi]! + p[pi]!;
  out[oi + 1] = out[oi + 1]! + p[pi + 1]!;
  out[oi + 2] = out[oi + 2]! + p[pi + 2]!;
}

const conjugate = new Float64Array(4);

// out[oi..] = q^-1 v.
export function unrotate(out: Numbers, oi: number, q: Numbers, qi: number, x: number, y: number, z: number): void {
  conjugate[0] = q[qi]!;
  conjugate[1] = -q[qi + 1]!;
  conjugate[2] = -q[qi + 2]!;
  conjugate[3] = -q[qi + 3]!;
  rotate(out, oi, conjugate, 0, x, y, z);
}

// out = a b: the pose b, given in a, in the world.
export function compose(out: Numbers, a: Numbers, ai: number, b: Numbers, bi: number): void {
  const w = a[ai + 3]!;
  const x = a[ai + 4]!;
  const y = a[ai + 5]!;
  const z = a[ai + 6]!;
  const W = b[bi + 3]!;
  const X = b[bi + 4]!;
  const Y = b[bi + 5]!;
  const Z = b[bi + 6]!;
  transform(out, 0, a, ai, b[bi]!, b[bi + 1]!, b[bi + 2]!);
  out[3] = w * W - x * X - y * Y - z * Z;
  out[4] = w * X + x * W + y * Z - z * Y;
  out[5] = w * Y - x * Z + y * W + z * X;
  out[6] = w * Z + x * Y - y * X + z * W;
}

// The 4x4 matrix of a pose and a scale, column by column as three.js stores it.
export function writeMatrix(
  out: Numbers,
  oi: number,
  p: Numbers,
  pi: number,
  sx: number,
  sy: number,
  sz: number,
): void {
  const w = p[pi + 3]!;
  const x = p[pi + 4]!;
  const y = p[pi + 5]!;
  const z = p[pi + 6]!;
  out[oi] = (1 - 2 * (y * y + z * z)) * sx;
  out[oi + 1] = 2 * (x * y + w * z) * sx;
  out[oi + 2] = 2 * (x * z - w * y) * sx;
  out[oi + 3] = 0;
  out[oi + 4] = 2 * (x * y - w * z) * sy;
  out[oi + 5] = (1 - 2 * (x * x + z * z)) * sy;
  out[oi + 6] = 2 * (y * z + w * x) * sy;
  out[oi + 7] = 0;
  out[oi + 8] = 2 * (x * z + w * y) * sz;
  out[oi + 9] = 2 * (y * z - w * x) * sz;
  out[oi + 10] = (1 - 2 * (x * x + y * y)) * sz;
  out[oi + 11] = 0;
  out[oi + 12] = p[pi]!;
  out[oi + 13] = p[pi + 1]!;
  out[oi + 14] = p[pi + 2]!;
  out[oi + 15] = 1;
}

// The matrix whose z axis is the direction (dx, dy, dz) of any length, at (px, py, pz).
export function writeAlong(
  out: Numbers,
  oi: number,
  px: number,
  py: number,
  pz: number,
  dx: number,
  dy: number,
  dz: number,
  sxy: number,
  sz: number,
): void {
  const length = Math.hypot(dx, dy, dz) || 1;
  const x = dx / length;
  const y = dy / length;
  const z = dz / length;
  // Any vector across the axis will do: the things drawn so are round.
  let ux = 0;
  let uy = -z;
  let uz = y;
  if (Math.abs(x) > 0.8) {
    ux = z;
    uy = 0;
    uz = -x;
  }
  const u = Math.hypot(ux, uy, uz) || 1;
  ux /= u;
  uy /= u;
  uz /= u;
  out[oi] = ux * sxy;
  out[oi + 1] = uy * sxy;
  out[oi + 2] = uz * sxy;
  out[oi + 3] = 0;
  out[oi + 4] = (y * uz - z * uy) * sxy;
  out[oi + 5] = (z * ux - x * uz) * sxy;
  out[oi + 6] = (x * uy - y * ux) * sxy;
  out[oi + 7] = 0;
  out[oi + 8] = x * sz;
  out[oi + 9] = y * sz;
  out[oi + 10] = z * sz;
  out[oi + 11] = 0;
  out[oi + 12] = px;
  out[oi + 13] = py;
  out[oi + 14] = pz;
  out[oi + 15] = 1;
}
