import type { Support } from '../../../rules/post-types.ts';
import type { ContentView } from '../content-view.ts';
import {
  featuredMediaField,
  formatField,
  orderField,
  parentField,
  passwordField,
  stickyField,
  termFields,
} from './content-extra-fields.ts';
import {
  authorField,
  type ContentFields,
  dateFields,
  discussionFields,
  identityFields,
  metaField,
  statusField,
  templateField,
} from './content-fields.ts';
import { contentField, excerptField, titleField } from './content-text-fields.ts';
import { storedTextFields } from './stored-text-fields.ts';

/** The fields of a kind of content, as its type says. The order is that of the answers. */
export function contentFields(view: ContentView): ContentFields {
  const { type } = view.kind;
  const shows = (what: Support, fields: (view: ContentView) => ContentFields): ContentFields =>
    type.supports.includes(what) || type.alsoShows.includes(what) ? fields(view) : {};
  return {
    ...identityFields(view),
    ...dateFields(view),
    ...statusField(view),
    ...passwordField(),
    ...(type.storedTexts ? storedTextFields : { ...shows('title', titleField), ...shows('editor', contentField) }),
    ...shows('excerpt', excerptField),
    ...shows('author', authorField),
    ...shows('thumbnail', featuredMediaField),
    ...(type.hierarchical ? parentField() : {}),
    ...shows('page-attributes', orderField),
    ...shows('comments', discussionFields),
    ...(type.sticky ? stickyField() : {}),
    ...templateField(view),
    ...shows('post-formats', formatField),
    ...shows('custom-fields', metaField),
    ...termFields(view),
  };
}
