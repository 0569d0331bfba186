import type { Engine } from '../api/engine.ts';
import type { RouteModule } from '../api/routing/registry.ts';
import { batch } from '../platen/batch/platen-batch.ts';
import { blockRoutes } from '../platen/blocks/block-routes.ts';
import type { Core } from '../wp/all.ts';
import type { Services } from './open-services.ts';

/** What the modules of `platen/v1` are made from. */
export interface PlatenContext {
  readonly services: Services;
  readonly core: Core;
  /** The engine is made from the routes, so it is asked for when used. */
  readonly engine: () => Engine;
}

/** The subjects of `platen/v1`, in the order its description shows them; each is a folder of `platen/`. */
export function platenModules(context: PlatenContext): readonly RouteModule[] {
  return [batch(context), blockRoutes(context.core)];
}
