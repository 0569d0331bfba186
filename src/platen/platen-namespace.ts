import type { Namespace, RouteModule } from '../api/routing/registry.ts';

/**
 * The namespace of what only this server offers. Clients of `wp/v2` compare the discovery document, so it is not listed
 * there; `GET platen/v1` describes it.
 */
export function platenNamespace(modules: readonly RouteModule[]): Namespace {
  return {
    name: 'platen/v1',
    unlisted: true,
    routes: modules.flatMap((module) => module.routes),
    embedders: Object.assign({}, ...modules.map((module) => module.embedders ?? {})),
  };
}
