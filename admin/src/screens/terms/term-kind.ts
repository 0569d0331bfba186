import { api, type Page } from '../../api/api.ts';
import { withoutEntities } from '../../ui/plain-text.ts';
import type { Words } from '../../words/en.ts';

export interface Term {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly count: number;
  readonly link: string;
  readonly parent?: number;
}

export interface TermQuery {
  readonly search: string;
  readonly page: number;
  /** Only those directly below it; 0 for the root. */
  readonly parent?: number;
}

export type TermFields = Partial<Pick<Term, 'name' | 'slug' | 'description' | 'parent'>>;

/** Categories and tags, each as the list needs it. */
export interface TermKind {
  readonly key: 'categories' | 'tags';
  readonly words: (words: Words) => Words['categories'];
  readonly hasParents: boolean;
  list(input: TermQuery, signal: AbortSignal): Promise<Page<readonly Term[]>>;
  /** How many are directly below each of these. */
  belowEach(ids: readonly number[], signal: AbortSignal): Promise<Readonly<Record<string, number>>>;
  /** Gives the posts of one to another, and removes it. */
  merge(id: number, into: number): Promise<unknown>;
  create(fields: TermFields): Promise<unknown>;
  update(id: number, fields: TermFields): Promise<unknown>;
  remove(id: number): Promise<unknown>;
  byId(id: number, signal?: AbortSignal): Promise<Term>;
}

/** The route shows no resource of the interface, so that the form of its answer is stated here. */
const belowEach = async (of: readonly number[], taxonomy: 'category', signal: AbortSignal) =>
  (await api.get('/platen/v1/terms/children', { of, taxonomy }, signal)) as Readonly<Record<string, number>>;
const merge = (id: number, into: number, taxonomy: 'category' | 'post_tag') =>
  api.post('/platen/v1/terms/{id}/merge', { id, into, taxonomy });

const shown = { per_page: 50, orderby: 'name', _fields: 'id,name,slug,description,count,link,parent' } as const;

/** Names are stored with entities; people see and type the characters. */
const asTyped = <T extends { readonly name: string }>(term: T): T => ({ ...term, name: withoutEntities(term.name) });
const named = <T extends { readonly name: string }>(page: Page<readonly T[]>): Page<readonly T[]> => ({
  ...page,
  items: page.items.map(asTyped),
});

export const categoryKind: TermKind = {
  key: 'categories',
  words: (words) => words.categories,
  hasParents: true,
  list: async (input, signal) => named(await api.list('/wp/v2/categories', { ...shown, ...input }, signal)),
  belowEach: (ids, signal) => belowEach(ids, 'category', signal),
  merge: (id, into) => merge(id, into, 'category'),
  create: (fields) => api.post('/wp/v2/categories', fields),
  update: (id, fields) => api.post('/wp/v2/categories/{id}', { id, ...fields }),
  remove: (id) => api.delete('/wp/v2/categories/{id}', { id, force: true }),
  byId: async (id, signal) => asTyped(await api.get('/wp/v2/categories/{id}', { id }, signal)),
};

export const tagKind: TermKind = {
  key: 'tags',
  words: (words) => words.tags,
  hasParents: false,
  list: async ({ search, page }, signal) => named(await api.list('/wp/v2/tags', { ...shown, search, page }, signal)),
  belowEach: async () => ({}),
  merge: (id, into) => merge(id, into, 'post_tag'),
  create: (fields) => api.post('/wp/v2/tags', fields),
  update: (id, fields) => api.post('/wp/v2/tags/{id}', { id, ...fields }),
  remove: (id) => api.delete('/wp/v2/tags/{id}', { id, force: true }),
  byId: async (id, signal) => asTyped(await api.get('/wp/v2/tags/{id}', { id }, signal)),
};
