import { Camera, Vector2, Vector3 } from 'three';
import type { Vec3 } from '../protocol';

// How hard the hand pulls, beside the head of its arrow.
export class PullForce {
  readonly element = document.createElement('output');
  stiffness = 0; // N/m; 0: not known yet

  constructor() {
    this.element.className = 'pull-force';
    this.element.hidden = true;
  }

  show(pull: { from: Vec3; to: Vec3 } | null, camera: Camera, size: Vector2): void {
    this.element.hidden = pull === null || this.stiffness === 0;
    if (!pull) return;
    const { from, to } = pull;
    const at = new Vector3(...to).project(camera);
    this.element.style.transform = `translate(${((at.x + 1) / 2) * size.x + 12}px, ${((1 - at.y) / 2) * size.y - 10}px)`;
    const force = this.stiffness * Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
    this.element.textContent = `${Number(force.toPrecision(2))} N`;
  }
}
