import { fieldsOf } from '../../api/resource/field.ts';
import { linksOf } from '../../api/resource/links.ts';
import { defineResource } from '../../api/resource/resource.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import type { PostType } from '../../rules/post-types.ts';
import type { ShownTaxonomy } from '../../rules/taxonomies.ts';
import type { CoreContext } from '../context/core-context.ts';
import type { ContentKind, ContentKinds } from '../posts/content-kind.ts';
import type { ContentDisplay } from '../posts/content-view.ts';

export const searchedKinds = ['post', 'term', 'post-format'] as const;

/** Something that was found, whatever it is. */
export interface SearchResult {
  readonly id: number | string;
  readonly title: MaybePromise<string>;
  readonly url: string;
  /** `post`, `post-format` or the name of a taxonomy. */
  readonly type: string;
  readonly subtype?: string;
  /** The item itself in the interface; formats of posts have none. */
  readonly item?: {
    readonly path: string;
    readonly about: string;
    readonly embed: { readonly from: string; readonly key: number };
  };
}

const field = fieldsOf<SearchResult>();
const everywhere = ['view', 'embed'] as const;

export type SearchResource = ReturnType<typeof searchResource>;

/** @param subtypes names of the types and taxonomies that are searched */
export function searchResource(types: readonly PostType[], taxonomies: readonly ShownTaxonomy[]) {
  const link = linksOf<SearchResult>();
  const subtypes = [...types, ...taxonomies].map(({ name }) => name);
  return defineResource({
    title: 'search-result',
    fields: {
      id: field({
        schema: s.scalar({ description: 'Id of the result.', published: { type: ['integer', 'string'] } }),
        output: json.anyOf(json.integer, json.string),
        contexts: everywhere,
        readonly: true,
        read: ({ id }) => id,
      }),
      title: field({
        schema: s.string({ description: 'Title of the result.' }),
        contexts: everywhere,
        readonly: true,
        read: ({ title }) => title,
      }),
      url: field({
        schema: s.string({ format: 'uri', description: 'Public address of the result.' }),
        contexts: everywhere,
        readonly: true,
        read: ({ url }) => url,
      }),
      type: field({
        schema: s.string({ enum: searchedKinds, description: 'The result.' }),
        contexts: everywhere,
        readonly: true,
        read: ({ type }) => type,
        output: json.string,
      }),
      subtype: field({
        schema: s.string({ enum: subtypes, description: 'Type of the result.' }),
        contexts: everywhere,
        readonly: true,
        read: ({ subtype }) => subtype,
        optional: true,
      }),
    },
    links: [
      link({
        rel: 'self',
        embeds: ['post', ...taxonomies.map(({ name }) => `term:${name}`)],
        to: ({ item }) => (item ? { href: item.path, embed: item.embed } : null),
      }),
      { rel: 'about', to: ({ item }) => (item ? { href: item.about } : null) },
      { rel: 'collection', to: () => ({ href: '/wp/v2/search' }) },
    ],
    load: (results: readonly SearchResult[]) => results,
  });
}

/** The dependencies of searches. */
export interface SearchContext extends Pick<CoreContext, 'taxonomies' | 'textWork'> {
  readonly kinds: ContentKinds;
  readonly display: ContentDisplay;
}

/** What a search asks for, besides its kind. */
export interface SearchInput {
  readonly search?: string | undefined;
  readonly page: number;
  readonly per_page: number;
  readonly include: readonly number[];
  readonly exclude: readonly number[];
}

/** What is searched, and how it is shown. */
export interface Searched
  extends Pick<ContentDisplay, 'render' | 'shortcodes' | 'blocks' | 'rules'>,
    Pick<CoreContext, 'textWork'> {
  /** The public kinds of content. */
  readonly kinds: readonly ContentKind[];
  readonly taxonomies: readonly ShownTaxonomy[];
  /** Whether a type or taxonomy is asked for. */
  readonly isAsked: (name: string) => boolean;
}

export interface Found {
  readonly results: readonly SearchResult[];
  readonly total: number;
}
