import type { RouteModule } from '../../api/routing/registry.ts';
import { contentEmbedder, type ShownContent } from './content-embedder.ts';
import type { ContentKinds } from './content-kind.ts';
import { contentResource } from './content-resource.ts';
import { contentRoutes } from './content-routes.ts';
import { type ContentDisplay, contentView } from './content-view.ts';
import {
  featuredMediaField,
  formatField,
  passwordField,
  stickyField,
  termFields,
} from './fields/content-extra-fields.ts';
import {
  authorField,
  dateFields,
  discussionFields,
  identityFields,
  metaField,
  statusField,
  templateField,
} from './fields/content-fields.ts';
import { bodyFields, titleField } from './fields/content-text-fields.ts';
import { revisionRoutes } from './revisions/revisions.ts';

/** Posts and their revisions; links to any content are embedded here. */
export function posts(post: ShownContent, others: readonly ShownContent[]): RouteModule {
  return {
    routes: [...contentRoutes(post.view, post.resource), ...revisionRoutes(post.view)],
    embedders: { post: contentEmbedder([post, ...others], { attachment: 'media' }) },
  };
}

/** Posts with the resource that shows them. */
export function postContent(kinds: ContentKinds, display: ContentDisplay): ShownContent {
  const view = contentView(kinds.of('post'), display);
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
      ...discussionFields(),
      ...stickyField(),
      ...templateField(view),
      ...formatField(),
      ...metaField(view),
      ...termFields(view),
    }),
  };
}
