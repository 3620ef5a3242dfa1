import { bodyColor, fixedColor, fromSrgb } from './palette';
import type { Solid } from './solids';
import type { World } from './world';

// All that is drawn of bodies and of the world.
export function solidsOf(world: World): Solid[] {
  const { scene } = world;
  const solids: Solid[] = scene.bodies.flatMap((body, b) =>
    body.shapes.map((shape) => ({ shape, body: b, color: shape.color ? fromSrgb(shape.color) : bodyColor(b) })),
  );
  for (const shape of scene.fixed)
    solids.push({
      shape,
      body: -1,
      color: shape.color ? fromSrgb(shape.color) : fixedColor,
      casts: world.casts(shape),
    });
  return solids;
}

const isLevel = ([x, y, z]: number[]): boolean => Math.hypot(x!, y!) <= 1e-6 * Math.abs(z!);

// Where a floor is drawn that the scenario does not have: under what stands, below what hangs; at 0 where that will do.
export function floorOf(world: World): number {
  const low = Math.min(world.lowest, world.viewBox.low.z);
  const slack = 1e-3 * world.extent;
  if (world.fixedLowest <= low + slack) return world.fixedLowest;
  // What slides down a slope must not dip into a floor.
  if (world.scene.surfaces.some((surface) => surface.kind === 'plane' && !isLevel(surface.normal)))
    return low - 3 * world.viewRadius;
  return low < -slack || low > world.extent ? low - 0.12 * world.extent : 0;
}
