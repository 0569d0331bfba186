import { useMemo } from 'react';
import type { Page } from '../../api/api.ts';
import { type Collection, collection } from '../../api/collection.ts';
import type { ContentType, Field } from '../../api/description.ts';
import { useDeclared } from '../../api/known-types.ts';
import { declaredWords } from '../../words/declared-words.ts';
import type { Words } from '../../words/en.ts';
import { type TermKind, useTermKinds } from '../terms/term-kind.ts';
import { type ListSearch, listInput } from './list-search.ts';

/** What lists show of an item. What its type does not support is not there. */
export interface ContentItem {
  readonly id: number;
  readonly title?: { readonly raw: string };
  readonly slug?: string;
  readonly author?: number;
  readonly menu_order?: number;
  readonly status: string;
  readonly date: string | null;
  readonly modified: string;
  readonly link: string;
  readonly parent?: number;
  readonly sticky?: boolean;
  readonly password?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly _embedded?: Readonly<Record<string, readonly unknown[]>>;
}

/** A type of content as its screens need it. */
export interface ContentKind {
  /** What its queries are called, and the address of its list without the slash. */
  readonly key: string;
  readonly type: ContentType;
  readonly words: (words: Words) => Words['posts'];
  readonly taxonomies: readonly TermKind[];
  /** The fields that lists show. */
  readonly columns: readonly Field[];
  readonly items: Collection<ContentItem>;
  list(search: ListSearch, signal?: AbortSignal): Promise<Page<readonly ContentItem[]>>;
  /** Those directly below others, of any state but the trash; a few at a time. */
  below(parents: readonly number[], page: number, signal?: AbortSignal): Promise<Page<readonly ContentItem[]>>;
  /** Those with these numbers, of any state but the trash. */
  chosen(ids: readonly number[], signal?: AbortSignal): Promise<readonly ContentItem[]>;
  /** Which of these have others below them. */
  withOthersBelow(ids: readonly number[], signal?: AbortSignal): Promise<readonly number[]>;
}

/** What this page calls the types that every site has; others have the labels that they were declared with. */
const builtIn: Readonly<Record<string, 'posts' | 'pages'>> = { post: 'posts', page: 'pages' };

export const contentKey = (type: string): string => builtIn[type] ?? `types/${type}`;

export function contentKindOf(type: ContentType, taxonomies: readonly TermKind[]): ContentKind {
  const own = builtIn[type.name];
  const items: Collection<ContentItem> = collection(type.rest_path);
  const columns = type.columns.flatMap((name) => type.fields.find((field) => field.name === name) ?? []);
  const shown = [
    ...['id', 'title', 'slug', 'status', 'date', 'modified', 'author', 'link', 'parent', 'menu_order', 'sticky'],
    'password',
    ...taxonomies.map(({ restBase }) => restBase),
    ...(columns.length > 0 ? ['meta'] : []),
    ...['_links', '_embedded'],
  ].join(',');
  const look = { _fields: shown, _embed: true };
  return {
    key: contentKey(type.name),
    type,
    words: (words) => (own ? words[own] : declaredWords(type, words)),
    taxonomies,
    columns,
    items,
    list: (search, signal) => items.list({ ...listInput(search, taxonomies), ...look }, signal),
    below: (parent, page, signal) =>
      items.list({ ...listInput({ page }, []), ...inTreeOrder(type), parent, ...look }, signal),
    async chosen(ids, signal) {
      const found: ContentItem[] = [];
      for (let at = 0; at < ids.length; at += mostBelow) {
        const include = ids.slice(at, at + mostBelow);
        const query = { ...listInput({}, []), include, per_page: mostBelow, orderby: 'include', _fields: shown };
        found.push(...(await items.list(query, signal)).items);
      }
      return found;
    },
    async withOthersBelow(ids, signal) {
      const query = { ...listInput({}, []), parent: ids, per_page: mostBelow, _fields: 'id,parent' };
      const found = await items.list(query, signal);
      // Where there are more than were asked for, any of the rest may have some.
      return found.pages > 1 ? ids : ids.filter((id) => found.items.some(({ parent }) => parent === id));
    },
  };
}

const mostBelow = 100;

const inTreeOrder = ({ supports }: ContentType) => ({
  orderby: supports.includes('page-attributes') ? 'menu_order' : 'title',
  order: 'asc',
});

/** The addresses of the screens of a type. */
export const addresses = {
  list: ({ key }: Pick<ContentKind, 'key'>): string => `/${key}`,
  new: ({ key }: Pick<ContentKind, 'key'>): string => `/${key}/new`,
  item: ({ key }: Pick<ContentKind, 'key'>, id: number): string => `/${key}/${id}`,
};

/** A type by its name; null where there is none that this account may edit. */
export function useContentKind(name: string): ContentKind | null {
  const { types } = useDeclared();
  const terms = useTermKinds();
  return useMemo(() => {
    const type = types.find((one) => one.name === name);
    return type
      ? contentKindOf(
          type,
          type.taxonomies.flatMap((taxonomy) => terms.get(taxonomy) ?? []),
        )
      : null;
  }, [types, terms, name]);
}
