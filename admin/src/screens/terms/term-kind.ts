import { api, type Page } from '../../api/api.ts';
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

export type TermFields = Partial<Pick<Term, 'name' | 'slug' | 'description' | 'parent'>>;

/** Categories and tags, each as the list needs it. */
export interface TermKind {
  readonly key: 'categories' | 'tags';
  readonly words: (words: Words) => Words['categories'];
  readonly hasParents: boolean;
  list(input: { search: string; page: number }, signal: AbortSignal): Promise<Page<readonly Term[]>>;
  create(fields: TermFields): Promise<unknown>;
  update(id: number, fields: TermFields): Promise<unknown>;
  remove(id: number): Promise<unknown>;
  byId(id: number, signal?: AbortSignal): Promise<Term>;
}

const shown = { per_page: 50, orderby: 'name', _fields: 'id,name,slug,description,count,link,parent' } as const;

export const categoryKind: TermKind = {
  key: 'categories',
  words: (words) => words.categories,
  hasParents: true,
  list: (input, signal) => api.list('/wp/v2/categories', { ...shown, ...input }, signal),
  create: (fields) => api.post('/wp/v2/categories', fields),
  update: (id, fields) => api.post('/wp/v2/categories/{id}', { id, ...fields }),
  remove: (id) => api.delete('/wp/v2/categories/{id}', { id, force: true }),
  byId: (id, signal) => api.get('/wp/v2/categories/{id}', { id }, signal),
};

export const tagKind: TermKind = {
  key: 'tags',
  words: (words) => words.tags,
  hasParents: false,
  list: (input, signal) => api.list('/wp/v2/tags', { ...shown, ...input }, signal),
  create: (fields) => api.post('/wp/v2/tags', fields),
  update: (id, fields) => api.post('/wp/v2/tags/{id}', { id, ...fields }),
  remove: (id) => api.delete('/wp/v2/tags/{id}', { id, force: true }),
  byId: (id, signal) => api.get('/wp/v2/tags/{id}', { id }, signal),
};
