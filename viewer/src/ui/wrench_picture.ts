import type { Hull } from '../protocol';

// How the axes of the world stand on the screen: to the right, up, towards who looks.
export interface Turn {
  x: number;
  y: number;
  z: number;
}
export interface Ink {
  face: string; // r, g, b
  edge: string;
  ball: string;
  arrow: string;
  text: string;
}

// Corners on the screen, in units of wrenches, y down.
export function onScreen(vertices: ArrayLike<number>, axes: Turn[]): Float64Array {
  const out = new Float64Array(vertices.length);
  for (let i = 0; i + 2 < vertices.length; i += 3)
    for (let k = 0; k < 3; ++k) {
      const value = vertices[i + k]!;
      out[i]! += value * axes[k]!.x;
      out[i + 1]! -= value * axes[k]!.y;
      out[i + 2]! += value * axes[k]!.z;
    }
  return out;
}

// Three corners of a triangle that was packed into one number.
export const corners = (packed: number): [number, number, number] => [packed & 255, (packed >> 8) & 255, (packed >> 16) & 255];

export interface Faces {
  front: [number, number, number][];
  back: [number, number, number][];
  edges: { a: number; b: number; front: boolean }[]; // where the surface turns, or ends for who looks
}

const flat = 0.999; // cosine between faces that are one

// Which faces look here, and which edges are worth a line.
export function facesOf(hull: Hull, points: Float64Array): Faces {
  const out: Faces = { front: [], back: [], edges: [] };
  const seen = new Map<number, { n: number[]; front: boolean }>();
  for (const packed of hull.triangles) {
    const t = corners(packed);
    const n = normalOf(points, t);
    const front = n[2]! > 0;
    (front ? out.front : out.back).push(t);
    for (let k = 0; k < 3; ++k) {
      const [i, j] = [t[k]!, t[(k + 1) % 3]!];
      const key = 256 * Math.min(i, j) + Math.max(i, j);
      const other = seen.get(key);
      if (!other) seen.set(key, { n, front });
      else if (n[0]! * other.n[0]! + n[1]! * other.n[1]! + n[2]! * other.n[2]! < flat)
        out.edges.push({ a: i, b: j, front: front || other.front });
    }
  }
  return out;
}

// Outwards on the screen: x right, y down, z towards who looks.
function normalOf(p: Float64Array, [i, j, k]: [number, number, number]): number[] {
  const d = (from: number, to: number): number[] => [0, 1, 2].map((c) => p[3 * to + c]! - p[3 * from + c]!);
  const [u, v] = [d(i, j), d(i, k)];
  // y points down, so the hand of the axes is the other one.
  const n = [v[1]! * u[2]! - v[2]! * u[1]!, v[2]! * u[0]! - v[0]! * u[2]!, v[0]! * u[1]! - v[1]! * u[0]!];
  const size = Math.hypot(n[0]!, n[1]!, n[2]!) || 1;
  return n.map((x) => x / size);
}

// Draws a set of wrenches as a glass body around (0, 0) of the pen, `scale` pixels per unit: its back, what is inside of it
// (axes, the ball of radius eps, the weakest wrench), its front.
export function paintHull(
  pen: CanvasRenderingContext2D,
  hull: Hull,
  { axes, scale, eps, arrow, ink }: { axes: Turn[]; scale: number; eps: number; arrow: ArrayLike<number>; ink: Ink },
): void {
  const points = onScreen(hull.vertices, axes).map((x) => x * scale);
  const { front, back, edges } = facesOf(hull, points);
  const fill = (faces: [number, number, number][], opacity: number): void => {
    pen.fillStyle = `rgba(${ink.face}, ${opacity})`;
    pen.beginPath(); // all at once: seams between triangles are not seen
    for (const [i, j, k] of faces) {
      pen.moveTo(points[3 * i]!, points[3 * i + 1]!);
      pen.lineTo(points[3 * j]!, points[3 * j + 1]!);
      pen.lineTo(points[3 * k]!, points[3 * k + 1]!);
      pen.closePath();
    }
    pen.fill();
  };
  const lines = (ofFront: boolean, opacity: number): void => {
    pen.strokeStyle = `rgba(${ink.edge}, ${opacity})`;
    pen.lineWidth = 1;
    pen.beginPath();
    for (const { a, b, front } of edges) {
      if (front !== ofFront) continue;
      pen.moveTo(points[3 * a]!, points[3 * a + 1]!);
      pen.lineTo(points[3 * b]!, points[3 * b + 1]!);
    }
    pen.stroke();
  };
  fill(back, 0.25);
  lines(false, 0.25);
  paintAxes(pen, axes, ink);
  if (eps > 0) {
    pen.fillStyle = `rgba(${ink.ball}, 0.55)`;
    pen.beginPath();
    pen.arc(0, 0, Math.max(1.5, eps * scale), 0, 2 * Math.PI);
    pen.fill();
  }
  paintArrow(pen, onScreen(arrow, axes), ink);
  fill(front, 0.22);
  lines(true, 0.7);
}

const axisColours = ['#e5484d', '#3ba55d', '#3f7de0'];

// The origin: short axes of the world.
function paintAxes(pen: CanvasRenderingContext2D, axes: Turn[], ink: Ink): void {
  pen.lineWidth = 1.2;
  axes.forEach((axis, k) => {
    pen.strokeStyle = axisColours[k]!;
    pen.beginPath();
    pen.moveTo(0, 0);
    pen.lineTo(11 * axis.x, -11 * axis.y);
    pen.stroke();
  });
  pen.fillStyle = ink.text;
  pen.beginPath();
  pen.arc(0, 0, 1.6, 0, 2 * Math.PI);
  pen.fill();
}

const reach = 34; // pixels of a unit wrench

function paintArrow(pen: CanvasRenderingContext2D, tip: ArrayLike<number>, ink: Ink): void {
  const [x, y] = [reach * tip[0]!, reach * tip[1]!];
  const size = Math.hypot(x, y);
  if (size < 3) return;
  const [ux, uy] = [x / size, y / size];
  const head = Math.min(7, size);
  pen.strokeStyle = pen.fillStyle = ink.arrow;
  pen.lineWidth = 1.8;
  pen.beginPath();
  pen.moveTo(0, 0);
  pen.lineTo(x - 0.7 * head * ux, y - 0.7 * head * uy);
  pen.stroke();
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(x - head * ux - 0.45 * head * uy, y - head * uy + 0.45 * head * ux);
  pen.lineTo(x - head * ux + 0.45 * head * uy, y - head * uy - 0.45 * head * ux);
  pen.closePath();
  pen.fill();
}
