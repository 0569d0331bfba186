import { api, type Page } from '../../api/api.ts';
import type { PageEdit, PostEdit } from '../../api/interface.ts';
import type { Words } from '../../words/en.ts';
import { type ListSearch, listInput } from './list-search.ts';

/** What lists of posts and of pages show. */
export type ContentItem = Pick<
  PostEdit | PageEdit,
  'id' | 'title' | 'status' | 'date' | 'modified' | 'author' | 'link'
> &
  Partial<Pick<PostEdit, 'sticky' | 'password' | 'categories'>> & { readonly _embedded?: PostEdit['_embedded'] };

/** Posts and pages, each as the list needs it. */
export interface ContentKind {
  readonly key: 'posts' | 'pages';
  /** The name of its type of content. */
  readonly typeName: string;
  readonly words: (words: Words) => Words['posts'];
  readonly hasCategories: boolean;
  /** The right to publish; whoever lacks it is not offered it. */
  readonly publish: string;
  list(search: ListSearch, signal: AbortSignal): Promise<Page<readonly ContentItem[]>>;
  setStatus(id: number, status: 'publish' | 'draft'): Promise<unknown>;
  trash(id: number): Promise<unknown>;
  remove(id: number): Promise<unknown>;
}

const shown = 'id,title,status,date,modified,author,link,sticky,password,categories,_links,_embedded';

export const postKind: ContentKind = {
  key: 'posts',
  typeName: 'post',
  words: (words) => words.posts,
  hasCategories: true,
  publish: 'publish_posts',
  list: (search, signal) =>
    api.list(
      '/wp/v2/posts',
      {
        ...listInput(search),
        ...(search.category ? { categories: [Number(search.category)] } : {}),
        _fields: shown,
        _embed: true,
      },
      signal,
    ),
  setStatus: (id, status) => api.post('/wp/v2/posts/{id}', { id, status }),
  trash: (id) => api.delete('/wp/v2/posts/{id}', { id }),
  remove: (id) => api.delete('/wp/v2/posts/{id}', { id, force: true }),
};

export const pageKind: ContentKind = {
  key: 'pages',
  typeName: 'page',
  words: (words) => words.pages,
  hasCategories: false,
  publish: 'publish_pages',
  list: (search, signal) => api.list('/wp/v2/pages', { ...listInput(search), _fields: shown, _embed: true }, signal),
  setStatus: (id, status) => api.post('/wp/v2/pages/{id}', { id, status }),
  trash: (id) => api.delete('/wp/v2/pages/{id}', { id }),
  remove: (id) => api.delete('/wp/v2/pages/{id}', { id, force: true }),
};
