import { useMemo } from 'react';
import type { Page } from '../../api/api.ts';
import { type Collection, collection } from '../../api/collection.ts';
import type { Taxonomy } from '../../api/description.ts';
import { useDeclared } from '../../api/known-types.ts';
import { type Query, send } from '../../api/request.ts';
import { withoutEntities } from '../../ui/plain-text.ts';
import { declaredWords } from '../../words/declared-words.ts';
import type { Words } from '../../words/en.ts';

export interface Term {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly count: number;
  readonly link: string;
  readonly parent?: number;
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface TermQuery {
  readonly search: string;
  readonly page: number;
  /** Only those directly below it; 0 for the root. */
  readonly parent?: number;
}

export type TermFields = Partial<Pick<Term, 'name' | 'slug' | 'description' | 'parent' | 'meta'>>;

/** A taxonomy as its screens and pickers need it. */
export interface TermKind {
  /** What its queries are called, and the address of its screen without the slash. */
  readonly key: string;
  /** The member of items that has their terms, which lists are filtered by as well. */
  readonly restBase: string;
  readonly taxonomy: Taxonomy;
  readonly words: (words: Words) => TermKindWords;
  readonly hasParents: boolean;
  list(input: TermQuery, signal?: AbortSignal): Promise<Page<readonly Term[]>>;
  /** Terms as readers see them, for those who may use but not change them. */
  find(query: Query, signal?: AbortSignal): Promise<readonly Pick<Term, 'id' | 'name'>[]>;
  /** How many are directly below each of these. */
  belowEach(ids: readonly number[], signal: AbortSignal): Promise<Readonly<Record<string, number>>>;
  /** Gives the posts of one to another, and removes it. */
  merge(id: number, into: number): Promise<unknown>;
  create(fields: TermFields): Promise<Term>;
  update(id: number, fields: TermFields): Promise<unknown>;
  remove(id: number): Promise<unknown>;
  byId(id: number, signal?: AbortSignal): Promise<Term>;
}

type TermKindWords = Words['categories'] & { readonly any: string; readonly uses: string };

/** What this page calls the taxonomies that every site has; others have the labels that they were declared with. */
const builtIn: Readonly<Record<string, { readonly key: 'categories' | 'tags'; any(words: Words): string }>> = {
  category: { key: 'categories', any: (words) => words.list.filterCategory },
  post_tag: { key: 'tags', any: (words) => words.list.filterTag },
};

const shown = { per_page: 50, orderby: 'name' };
const childrenPath = '/platen/v1/terms/children';

export function termKindOf(taxonomy: Taxonomy): TermKind {
  const { name, hierarchical } = taxonomy;
  const own = builtIn[name];
  const terms: Collection<Term> = collection(taxonomy.rest_path);
  const listed = `id,name,slug,description,count,link,parent${taxonomy.fields.length > 0 ? ',meta' : ''}`;
  return {
    key: own?.key ?? `taxonomies/${name}`,
    restBase: taxonomy.rest_path.split('/').at(-1) ?? name,
    taxonomy,
    words: (words) =>
      own
        ? { ...words[own.key], any: own.any(words), uses: words.terms.uses }
        : {
            ...declaredWords(taxonomy, words),
            any: words.declared.any(taxonomy.labels.name),
            uses: words.terms.entries,
          },
    hasParents: hierarchical,
    async list({ search, page, parent }, signal) {
      const below = hierarchical ? { parent } : {};
      const found = await terms.list({ ...shown, search, page, ...below, _fields: listed }, signal);
      return { ...found, items: found.items.map(asTyped) };
    },
    async find(query, signal) {
      const { items } = await terms.list({ context: 'view', _fields: 'id,name', ...query }, signal);
      return items.map(asTyped);
    },
    async belowEach(of, signal) {
      if (!hierarchical) return {};
      const query = { of, taxonomy: name };
      const { body } = await send<Readonly<Record<string, number>>>({
        method: 'GET',
        path: childrenPath,
        query,
        signal,
      });
      return body;
    },
    merge: (id, into) => send({ method: 'POST', path: `/platen/v1/terms/${id}/merge`, body: { into, taxonomy: name } }),
    create: async (fields) => asTyped(await terms.create(fields)),
    update: (id, fields) => terms.update(id, fields),
    remove: (id) => terms.remove(id),
    byId: async (id, signal) => asTyped(await terms.get(id, {}, signal)),
  };
}

/** Names are stored with entities; people see and type the characters. */
const asTyped = <T extends { readonly name: string }>(term: T): T => ({ ...term, name: withoutEntities(term.name) });

/** Every taxonomy that this account may use, by its name. */
export function useTermKinds(): ReadonlyMap<string, TermKind> {
  const { taxonomies } = useDeclared();
  return useMemo(() => new Map(taxonomies.map((taxonomy) => [taxonomy.name, termKindOf(taxonomy)])), [taxonomies]);
}
