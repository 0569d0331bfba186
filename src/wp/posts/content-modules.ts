import type { RouteModule } from '../../api/routing/registry.ts';
import { inCurrentForm } from '../../api/routing/route.ts';
import { autosaveRoutes } from './autosaves/autosaves.ts';
import { contentEmbedder, type ShownContent } from './content-embedder.ts';
import type { ContentKind } from './content-kind.ts';
import { contentResource } from './content-resource.ts';
import { contentRoutes } from './content-routes.ts';
import { type ContentDisplay, contentView } from './content-view.ts';
import { contentFields } from './fields/all-content-fields.ts';
import { ownEmbedder } from './fields/content-links.ts';
import { revisionRoutes } from './revisions/revisions.ts';

/** A kind of content with the resource that shows it. */
export function shownContent(kind: ContentKind, display: ContentDisplay): ShownContent {
  const view = contentView(kind, display);
  return { view, resource: contentResource(view, contentFields(view)) };
}

/** The routes of a kind of content, of its revisions and autosaves, and the embedder for rows above others. */
export function contentModule({ view, resource }: ShownContent): RouteModule {
  const { kind, variant } = view;
  const routes = [
    ...contentRoutes(view, resource),
    ...(kind.supports('revisions') ? revisionRoutes(view) : []),
    ...(variant.extended ? inCurrentForm(autosaveRoutes(view, resource)) : []),
  ];
  return {
    routes: kind.type.extended ? inCurrentForm(routes) : routes,
    embedders: kind.type.hierarchical ? { [ownEmbedder(kind)]: contentEmbedder([{ view, resource }]) } : {},
  };
}

/** The embedder of links to content of any kind; files have a resource of their own. */
export function anyContent(shown: readonly ShownContent[]): RouteModule {
  return { routes: [], embedders: { post: contentEmbedder(shown, { attachment: 'media' }) } };
}
