import type { Namespace } from '../api/registry.ts';
import type { Embedder } from '../api/resource.ts';
import type { Route } from '../api/route.ts';
import { categories } from './categories.ts';
import { commentsResource } from './comments.ts';
import { mediaResource } from './media.ts';
import { createImageSource } from './media-images.ts';
import { pages } from './pages.ts';
import type { CoreParts } from './parts.ts';
import { posts } from './posts.ts';
import { settingsResource } from './settings.ts';
import { statuses } from './statuses.ts';
import { tags } from './tags.ts';
import { taxonomies } from './taxonomies.ts';
import { types } from './types.ts';
import { usersResource } from './users.ts';

/** What one resource adds to the interface. */
export interface ResourceParts {
  readonly routes: readonly Route[];
  readonly embedders?: Readonly<Record<string, Embedder>>;
}

/** The core's resources, in the order discovery shows them. */
const resources: readonly ((parts: CoreParts) => ResourceParts)[] = [
  posts,
  pages,
  mediaResource,
  types,
  statuses,
  taxonomies,
  categories,
  tags,
  usersResource,
  commentsResource,
  settingsResource,
];

/** The core's own namespace, `wp/v2`. */
export function coreNamespace(given: CoreParts): Namespace {
  const parts = { ...given, images: createImageSource(given) };
  const made = resources.map((resource) => resource(parts));
  return {
    name: 'wp/v2',
    routes: made.flatMap((one) => one.routes),
    embedders: Object.assign({}, ...made.map((one) => one.embedders ?? {})),
  };
}
