import { Vector3 } from 'three';

// A direction across the picture, and how wide half of the picture is there per distance.
export interface Side {
  axis: Vector3;
  slope: number;
}

// What some balls ask of a camera that looks along -back: to each side it must stand at least at
// (c + a / slope) / 2 with the other side, where a is how far a ball stands out and c how near it is.
export class Bounds {
  near = -Infinity;
  far = Infinity;
  private readonly reach = [
    [-Infinity, -Infinity],
    [-Infinity, -Infinity],
  ];

  constructor(
    readonly back: Vector3,
    readonly sides: Side[],
  ) {}

  add(p: Vector3, radius: number): void {
    const c = p.dot(this.back);
    this.near = Math.max(this.near, c);
    this.far = Math.min(this.far, c);
    this.sides.forEach(({ axis, slope }, k) => {
      const [a, r] = [p.dot(axis), radius * Math.hypot(1, slope)];
      this.widen(k, a + r + slope * c, -a + r + slope * c);
    });
  }
  join(other: Bounds): void {
    this.near = Math.max(this.near, other.near);
    this.far = Math.min(this.far, other.far);
    other.reach.forEach(([high, low], k) => this.widen(k, high!, low!));
  }
  get empty(): boolean {
    return this.near < this.far;
  }
  get middle(): number {
    return (this.near + this.far) / 2;
  }
  // How far along `back` the camera must be.
  get height(): number {
    return Math.max(...this.sides.map(({ slope }, k) => (this.reach[k]![0]! + this.reach[k]![1]!) / (2 * slope)));
  }
  // Halfway between the two ends of a side.
  centre(k: number): number {
    return (this.reach[k]![0]! - this.reach[k]![1]!) / 2;
  }
  // The place along a side, nearest to `at`, from where both ends are seen.
  aside(k: number, at: number, height: number): number {
    const { slope } = this.sides[k]!;
    const [high, low] = this.reach[k]!;
    return Math.min(Math.max(at, high! - slope * height), slope * height - low!);
  }

  private widen(k: number, high: number, low: number): void {
    const reach = this.reach[k]!;
    reach[0] = Math.max(reach[0]!, high);
    reach[1] = Math.max(reach[1]!, low);
  }
}

// Keeps what moves in a picture whose direction stays. What has been reached so far stays in it, too: the camera does
// not rock with what swings. Where that becomes too much, the camera goes along with what there is now.
export class Sight {
  private reached: Bounds | null = null;
  private along = false;

  forget(): void {
    this.reached = null;
    this.along = false;
  }
  // Moves the camera as little as it takes, not closer than `nearest` to the middle of what there is now, and answers
  // how far it is from the middle of what it shows; null where that is more than `farthest`.
  keep(camera: Vector3, now: Bounds, nearest: number, farthest: number): number | null {
    const { back, sides } = now;
    const fits = (bounds: Bounds): boolean => !bounds.empty && bounds.height - bounds.middle <= farthest;
    const all = new Bounds(back, sides);
    all.join(now);
    if (this.reached) all.join(this.reached);
    if (!this.along && fits(all)) this.reached = all;
    else if (fits(now)) {
      if (this.along && this.reached) camera.addScaledVector(back, now.middle - this.reached.middle);
      this.reached = now;
      this.along = true;
    } else return null;
    const bounds = this.reached;
    const at = camera.dot(back);
    const height = Math.max(Math.min(Math.max(at, bounds.height), bounds.middle + farthest), now.middle + nearest);
    camera.addScaledVector(back, height - at);
    sides.forEach(({ axis }, k) => {
      const from = camera.dot(axis);
      camera.addScaledVector(axis, bounds.aside(k, from, height) - from);
    });
    return height - bounds.middle;
  }
}
