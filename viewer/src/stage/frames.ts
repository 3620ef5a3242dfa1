import { Object3D, Vector2 } from 'three';
import type { Scene } from '../protocol';
import { Lines } from './lines';
import { colors } from './palette';
import { Part } from './part';
import { identityPose, transform } from './pose';
import type { World } from './world';

const pose = identityPose();
const tip = new Float64Array(3);

// Axes of frames in red, green and blue; those of bodies without a frame of their own are shorter and fainter.
export class Frames implements Part {
  readonly group: Object3D;
  private readonly lines: Lines;

  constructor(
    private readonly scene: Scene,
    resolution: { value: Vector2 },
  ) {
    this.lines = new Lines(resolution, 2.5, 3 * (scene.frames.length + scene.bodies.length + 1), false);
    this.group = this.lines.mesh;
  }
  update(world: World): void {
    const u = world.unit(this.scene.frames.length);
    this.lines.begin();
    for (let f = 0; f < this.scene.frames.length; ++f) {
      world.framePose(pose, f);
      this.axes(2.4 * u, 1);
    }
    for (let b = -1; b < this.scene.bodies.length; ++b) {
      for (let i = 0; i < 7; ++i) pose[i] = world.poses[world.slot(b) + i]!;
      this.axes((b < 0 ? 4 : 1.3) * u, 0.6);
    }
    this.lines.end();
  }
  dispose(): void {
    this.lines.dispose();
  }

  private axes(length: number, opacity: number): void {
    for (let k = 0; k < 3; ++k) {
      transform(tip, 0, pose, 0, k === 0 ? length : 0, k === 1 ? length : 0, k === 2 ? length : 0);
      this.lines.add(pose[0]!, pose[1]!, pose[2]!, tip[0]!, tip[1]!, tip[2]!, colors.axes[k]!, opacity);
    }
  }
}
