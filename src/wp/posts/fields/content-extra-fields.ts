import { fieldsOf } from '../../../api/resource/field.ts';
import { textLimits } from '../../../rules/text-limits.ts';
import { s } from '../../../schema/schema.ts';
import { contentErrors } from '../content-errors.ts';
import { type ContentNeed, type ContentSubject, metaText } from '../content-subject.ts';
import type { ContentView } from '../content-view.ts';
import type { PostDraft } from '../operations/post-draft.ts';
import { formatOf, thumbnailKey } from '../operations/post-relations.ts';
import type { ContentFields } from './content-fields.ts';

const field = fieldsOf<ContentSubject, PostDraft, ContentNeed>();
const longestPassword = textLimits.postPassword.sent;
const notEmbedded = ['view', 'edit'] as const;

/** The maximum of the database column. */
const widestNumber = 2_147_483_647;

export const postFormats = [
  'standard',
  'aside',
  'chat',
  'gallery',
  'link',
  'image',
  'quote',
  'status',
  'video',
  'audio',
] as const;

export function passwordField(): ContentFields {
  return {
    password: field({
      schema: s.string({
        description: 'Password that opens content and excerpt.',
        check: (value: string) =>
          value.length > longestPassword ? `password has at most ${longestPassword} characters.` : null,
      }),
      contexts: ['edit'],
      read: ({ post }) => post.password,
      write: (draft, value) => {
        draft.password = value;
      },
    }),
  };
}

export function featuredMediaField({ variant }: ContentView): ContentFields {
  return {
    featured_media: field({
      schema: s.integer({ description: 'Number of the image that stands for it.' }),
      contexts: variant.content.featuredMediaInEmbeds ? ['view', 'edit', 'embed'] : notEmbedded,
      needs: ['meta'],
      read: (subject) => Number.parseInt(metaText(subject, thumbnailKey), 10) || 0,
      write: (draft, value) => {
        draft.featuredMediaId = value;
      },
    }),
  };
}

/** The row above a row of a hierarchical type. */
export function parentField(): ContentFields {
  return {
    parent: field({
      schema: s.integer({ description: 'Number of the one above it.' }),
      contexts: notEmbedded,
      read: ({ post }) => post.parentId,
      write: async (draft, value, { store }) => {
        if (value !== 0 && !(await store.posts.byId(value))) {
          throw contentErrors.rest_post_invalid_id(undefined, { status: 400 });
        }
        draft.parentId = value;
      },
    }),
  };
}

export function orderField(): ContentFields {
  return {
    menu_order: field({
      schema: s.integer({
        minimum: -widestNumber,
        maximum: widestNumber,
        description: 'Position among its siblings; lower ones come first.',
      }),
      contexts: notEmbedded,
      read: ({ post }) => post.menuOrder,
      write: (draft, value) => {
        draft.menuOrder = value;
      },
    }),
  };
}

export function stickyField(): ContentFields {
  return {
    sticky: field({
      schema: s.boolean({ refusedAs: true, description: 'Whether it is kept on top.' }),
      contexts: notEmbedded,
      needs: ['sticky'],
      read: ({ isSticky }) => isSticky,
      write: (draft, value) => {
        draft.sticky = value;
      },
    }),
  };
}

export function formatField(): ContentFields {
  return {
    format: field({
      schema: s.string({ enum: postFormats, description: 'What sort of post it is.' }),
      contexts: notEmbedded,
      needs: ['terms'],
      read: ({ terms }) => formatOf(terms),
      write: (draft, value) => {
        draft.format = value;
      },
    }),
  };
}

/** One field per taxonomy: the ids of its terms, ordered by name. */
export function termFields({ kind: { taxonomies } }: ContentView): ContentFields {
  return Object.fromEntries(
    taxonomies.map(({ name, restBase, labels }) => [
      restBase,
      field({
        // Null counts as `[0]`, and 0 is no term: permission to assign it is always refused.
        schema: s.array(s.integer(), { nullAs: [0], description: `${labels.name} it is filed under.` }),
        contexts: notEmbedded,
        needs: ['terms'],
        read: ({ terms }) => terms.filter((term) => term.taxonomy === name).map((term) => term.id),
        write: (draft, value) => {
          draft.terms = { ...draft.terms, [name]: value };
        },
      }),
    ]),
  );
}
