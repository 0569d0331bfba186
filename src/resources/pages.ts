import type { ShownContent } from '../kinds/content-embedder.ts';
import { featuredMediaField, passwordField, placeFields } from '../kinds/content-extra-fields.ts';
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
import type { CoreParts } from './parts.ts';

/** Pages and their revisions. */
export function pages(parts: CoreParts): ResourceParts {
  const { kind, resource } = pageContent(parts);
  return { routes: [...contentRoutes(kind, resource), ...revisionRoutes(kind)] };
}

/** The kind of content that pages are, with the resource that shows it. */
export function pageContent(parts: CoreParts): ShownContent {
  const kind = contentKind(
    'page',
    { openStatus: 'publish', sticky: false, siteDiscussion: { comments: false, pings: false } },
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
      ...placeFields(),
      ...discussionFields(),
      ...templateField(kind),
      ...metaField(kind),
    }),
  };
}
