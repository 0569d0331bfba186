import type { RouteModule } from '../../api/routing/registry.ts';
import { contentEmbedder, type ShownContent } from './content-embedder.ts';
import type { ContentKinds } from './content-kind.ts';
import { contentResource } from './content-resource.ts';
import { contentRoutes } from './content-routes.ts';
import { type ContentDisplay, contentView } from './content-view.ts';
import { featuredMediaField, passwordField, positionFields } from './fields/content-extra-fields.ts';
import {
  authorField,
  dateFields,
  discussionFields,
  identityFields,
  metaField,
  statusField,
  templateField,
} from './fields/content-fields.ts';
import { ownEmbedder } from './fields/content-links.ts';
import { bodyFields, titleField } from './fields/content-text-fields.ts';
import { revisionRoutes } from './revisions/revisions.ts';

/** Pages and their revisions. */
export function pages({ view, resource }: ShownContent): RouteModule {
  return {
    routes: [...contentRoutes(view, resource), ...revisionRoutes(view)],
    embedders: { [ownEmbedder(view.kind)]: contentEmbedder([{ view, resource }]) },
  };
}

/** Pages with the resource that shows them. */
export function pageContent(kinds: ContentKinds, display: ContentDisplay): ShownContent {
  const view = contentView(kinds.of('page'), display);
  return {
    view,
    resource: contentResource(view, {
      ...identityFields(view),
      ...dateFields(),
      ...statusField(view),
      ...passwordField(),
      ...titleField(view),
      ...bodyFields(view),
      ...authorField(),
      ...featuredMediaField(view),
      ...positionFields(),
      ...discussionFields(),
      ...templateField(view),
      ...metaField(view),
    }),
  };
}
