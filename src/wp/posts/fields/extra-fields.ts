import { fieldsOf } from '../../../api/resource/field.ts';
import { json, type Output } from '../../../lib/schema/json-schema.ts';
import { s } from '../../../lib/schema/schema.ts';
import { textLimits } from '../../../rules/text-limits.ts';
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
        description: 'Password that protects content and excerpt.',
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
      schema: s.integer({ description: 'Id of the featured image.' }),
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
      schema: s.integer({ description: 'Parent id.' }),
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
        // The limits are those of the column, and not announced.
        published: { minimum: undefined, maximum: undefined },
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
      schema: s.boolean({
        whenInvalid: (sent: unknown) => sent !== '',
        description: 'Sticky: listed before all other posts.',
      }),
      contexts: notEmbedded,
      needs: ['sticky'],
      read: ({ isSticky }) => isSticky,
      write: (draft, value) => {
        draft.sticky = value;
      },
    }),
  };
}

/** A term that another program made may name any format. */
const storedFormat: Output<string> = json.words(...postFormats);

export function formatField(): ContentFields {
  return {
    format: field({
      schema: s.string({ enum: postFormats, description: 'Post format.' }),
      contexts: notEmbedded,
      needs: ['terms'],
      read: ({ terms }) => formatOf(terms),
      output: storedFormat,
      write: (draft, value) => {
        draft.format = value;
      },
    }),
  };
}

const hasEmptyMember = (sent: unknown): boolean =>
  typeof sent === 'object' && sent !== null && Object.values(sent).includes('');

/** One field per taxonomy: the ids of its terms, ordered by name. */
export function termFields({ kind: { taxonomies }, variant }: ContentView): ContentFields {
  const nothing = variant.protocol.emptyMeansNone ? [] : [0];
  return Object.fromEntries(
    taxonomies.map(({ name, restBase, labels }) => [
      restBase,
      field({
        // Null and an empty member of a list count as 0, which is no term: permission to assign it is always refused.
        schema: s.array(s.integer(), {
          nullAs: nothing,
          whenInvalid: (sent: unknown) => (hasEmptyMember(sent) ? nothing : undefined),
          description: `Ids of its terms: ${labels.name}.`,
        }),
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
