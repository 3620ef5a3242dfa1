import { DirectionalLight, HemisphereLight, Object3D, Vector3 } from 'three';
import { quickLight, sunDirection } from './materials';
import type { Theme } from './palette';

// A sun with a shadow that covers what moves, and light from all around.
export class Lights {
  readonly group = new Object3D();
  private readonly sun = new DirectionalLight(0xfff6e8, 2);
  private readonly sky = new HemisphereLight(0xeaf2ff, 0x8a8278, 1);
  private covered = 0;
  private readonly coveredCenter = new Vector3();

  constructor() {
    this.sky.position.set(0, 0, 1);
    this.sun.castShadow = true;
    this.sun.shadow.autoUpdate = false;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.radius = 1;
    this.sun.shadow.camera.up.set(0, 1, 0);
    this.group.add(this.sun, this.sun.target, this.sky);
  }

  setTheme(theme: Theme): void {
    this.sun.intensity = theme.sun;
    this.sky.intensity = theme.sky;
    quickLight.sun.value.copy(this.sun.color).multiplyScalar(theme.sun);
    quickLight.above.value.copy(this.sky.color).multiplyScalar(theme.sky);
    quickLight.below.value.copy(this.sky.groundColor).multiplyScalar(theme.sky);
  }
  setShadows(on: boolean): void {
    this.sun.castShadow = on;
  }
  setMapSize(size: number): void {
    if (this.sun.shadow.mapSize.x === size) return;
    this.sun.shadow.mapSize.set(size, size);
    this.covered = 0;
  }
  updateShadow(): void {
    this.sun.shadow.needsUpdate = true;
  }

  // Covers a ball, whatever was covered before.
  coverAll({ center, radius }: { center: Vector3; radius: number }, groundZ: number): void {
    this.covered = 0;
    this.cover(center, radius, groundZ);
  }
  // Moves the shadow's box only when things leave it or shrink much, so that its texels do not crawl.
  cover(center: Vector3, radius: number, groundZ: number): void {
    const gap = this.coveredCenter.distanceTo(center);
    if (this.covered > 0 && gap + radius < this.covered && radius > 0.55 * this.covered) return;
    this.covered = 1.15 * radius;
    this.coveredCenter.copy(center);
    const r = this.covered;
    const below = Math.max(0, center.z - groundZ) / sunDirection.z;
    this.sun.target.position.copy(center);
    this.sun.position.copy(center).addScaledVector(sunDirection, 3 * r);
    this.sun.target.updateMatrixWorld();
    this.sun.updateMatrixWorld();
    const { camera, mapSize } = this.sun.shadow;
    camera.left = camera.bottom = -r;
    camera.right = camera.top = r;
    camera.near = r;
    camera.far = 4.5 * r + below;
    camera.updateProjectionMatrix();
    this.sun.shadow.normalBias = (2 * r * 1.2) / mapSize.x;
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.needsUpdate = true;
  }
}
