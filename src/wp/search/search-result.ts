import { fieldsOf } from '../../api/resource/field.ts';
import { linksOf } from '../../api/resource/link.ts';
import { defineResource } from '../../api/resource/resource.ts';
import type { Ready } from '../../ready.ts';
import type { PostType } from '../../rules/post-types.ts';
import type { ShownTaxonomy } from '../../rules/taxonomies.ts';
import { json } from '../../schema/json-schema.ts';
import { s } from '../../schema/schema.ts';

export const searchedKinds = ['post', 'term', 'post-format'] as const;

/** Something that was found, whatever it is. */
export interface SearchResult {
  readonly id: number | string;
  readonly title: Ready<string>;
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
        schema: s.scalar({ description: 'Number of what was found.', published: { type: ['integer', 'string'] } }),
        shown: json.anyOf(json.integer, json.string),
        contexts: everywhere,
        readonly: true,
        read: ({ id }) => id,
      }),
      title: field({
        schema: s.string({ description: 'Title of what was found.' }),
        contexts: everywhere,
        readonly: true,
        read: ({ title }) => title,
      }),
      url: field({
        schema: s.string({ format: 'uri', description: 'Public address of what was found.' }),
        contexts: everywhere,
        readonly: true,
        read: ({ url }) => url,
      }),
      type: field({
        schema: s.string({ enum: searchedKinds, description: 'What was found.' }),
        contexts: everywhere,
        readonly: true,
        read: ({ type }) => type,
        shown: json.string,
      }),
      subtype: field({
        schema: s.string({ enum: subtypes, description: 'Type of content that was found.' }),
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
