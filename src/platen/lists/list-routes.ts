import type { RouteModule } from '../../api/routing/registry.ts';
import type { Core } from '../../wp/all.ts';
import { contentRoute } from './content.ts';
import { countRoute } from './counts.ts';

/** Lists and counts over several types of content. */
export function listRoutes(core: Core): RouteModule {
  return { routes: [contentRoute(core), countRoute(core)] };
}
