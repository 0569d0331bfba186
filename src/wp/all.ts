import type { Namespace, RouteModule } from '../api/routing/registry.ts';
import { createCachedRenderer } from '../text/cached-renderer.ts';
import { comments } from './comments/comments.ts';
import type { CoreContext } from './context/core-context.ts';
import { media } from './media/media.ts';
import { createImageSource } from './media/media-images.ts';
import { type ContentKinds, createContentKinds } from './posts/content-kind.ts';
import type { ContentDisplay } from './posts/content-view.ts';
import { pageContent, pages } from './posts/pages.ts';
import { postContent, posts } from './posts/posts.ts';
import { settings } from './site/settings.ts';
import { statuses } from './site/statuses.ts';
import { taxonomies } from './site/taxonomies.ts';
import { types } from './site/types.ts';
import { categories, tags } from './terms/terms.ts';
import { users } from './users/users.ts';

/** The core of the interface: its namespace, and the kinds of content that other modules share. */
export interface Core {
  readonly namespace: Namespace;
  readonly kinds: ContentKinds;
}

/** Builds each kind of content once, and the namespace `wp/v2` in the order discovery shows it. */
export function createCore(context: CoreContext): Core {
  const slugs = { slash: context.variant.text.slashInSlug };
  const kinds = createContentKinds({ ...context, slugs, slugOutOfTrash: context.variant.content.slugOutOfTrash });
  const display: ContentDisplay = {
    variant: context.variant,
    render: createCachedRenderer(context.textCache),
    shortcodes: context.shortcodes,
    extraFields: context.extraFields,
    images: createImageSource(kinds, context),
  };
  const post = postContent(kinds, display);
  const page = pageContent(kinds, display);
  const modules: readonly RouteModule[] = [
    posts(post, [page]),
    pages(page),
    media(context, kinds, display),
    types(context),
    statuses(context),
    taxonomies(context),
    categories(context),
    tags(context),
    users(context, kinds),
    comments(context, kinds),
    settings(context),
  ];
  return {
    kinds,
    namespace: {
      name: 'wp/v2',
      routes: modules.flatMap((module) => module.routes),
      embedders: Object.assign({}, ...modules.map((module) => module.embedders ?? {})),
    },
  };
}
