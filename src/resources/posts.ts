import { contentEmbedder, type ShownContent } from '../kinds/content-embedder.ts';
import {
  featuredMediaField,
  formatField,
  passwordField,
  stickyField,
  termFields,
} from '../kinds/content-extra-fields.ts';
import {
  authorField,
  dateFields,
  discussionFields,
  identityFields,
  metaField,
  statusField,
  templateField,
} from '../kinds/content-fields.ts';
import { contentKind } from '../kinds/content-kind.ts';
import { contentResource } from '../kinds/content-resource.ts';
import { contentRoutes } from '../kinds/content-routes.ts';
import { bodyFields, titleField } from '../kinds/content-text-fields.ts';
import { revisionRoutes } from '../kinds/revision-routes.ts';
import type { ResourceParts } from './all.ts';
import { pageContent } from './pages.ts';
import type { CoreParts } from './parts.ts';

/** Posts and their revisions. */
export function posts(parts: CoreParts): ResourceParts {
  const content = postContent(parts);
  return {
    routes: [...contentRoutes(content.kind, content.resource), ...revisionRoutes(content.kind)],
    embedders: { post: contentEmbedder([content, pageContent(parts)], { attachment: 'media' }) },
  };
}

/** The kind of content that posts are, with the resource that shows it. */
export function postContent(parts: CoreParts): ShownContent {
  const kind = contentKind(
    'post',
    { openStatus: 'publish', sticky: true, siteDiscussion: { comments: true, pings: true } },
    parts,
  );
  return {
    kind,
    resource: contentResource(kind, {
      ...identityFields(kind),
      ...dateFields(),
      ...statusField(kind),
      ...passwordField(),
      ...titleField(kind),
      ...bodyFields(kind),
      ...authorField(),
      ...featuredMediaField(kind),
      ...discussionFields(),
      ...stickyField(),
      ...templateField(kind),
      ...formatField(),
      ...metaField(kind),
      ...termFields(kind),
    }),
  };
}
