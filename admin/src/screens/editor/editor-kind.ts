import { api } from '../../api/api.ts';
import type { PageEdit, PageRevisionEdit, PostEdit, PostRevisionEdit } from '../../api/interface.ts';
import type { Words } from '../../words/en.ts';
import type { EditorFields } from './fields.ts';

export interface Loaded {
  readonly item: PostEdit | PageEdit;
  /** The tag of the state that was loaded; a change is refused when it is not the state any more. */
  readonly tag: string | null;
}

/** Posts and pages, each as the editor needs it. */
export interface EditorKind {
  readonly key: 'posts' | 'pages';
  readonly newTitle: (words: Words) => string;
  readonly publish: string;
  readonly names: readonly (keyof EditorFields)[];
  load(id: number, signal?: AbortSignal): Promise<Loaded>;
  create(fields: Partial<EditorFields>): Promise<{ readonly id: number }>;
  update(id: number, fields: Partial<EditorFields>, tag: string | null): Promise<unknown>;
  trash(id: number): Promise<unknown>;
  /** Newest first, without their texts. */
  revisions(parent: number, signal: AbortSignal): Promise<readonly RevisionFacts[]>;
  revision(parent: number, id: number, signal: AbortSignal): Promise<PostRevisionEdit | PageRevisionEdit>;
}

export type RevisionFacts = Pick<PostRevisionEdit, 'id' | 'author' | 'modified' | 'slug'>;

const listed = { _fields: 'id,author,modified,slug' } as const;

const common = [
  'title',
  'content',
  'excerpt',
  'slug',
  'status',
  'date',
  'password',
  'featured_media',
  'comment_status',
  'ping_status',
  'author',
  'template',
] as const satisfies readonly (keyof EditorFields)[];

const bound = (tag: string | null): Record<string, string> => (tag ? { 'If-Match': tag } : {});

export const postEditor: EditorKind = {
  key: 'posts',
  newTitle: (words) => words.editor.newPost,
  publish: 'publish_posts',
  names: [...common, 'sticky', 'format', 'categories', 'tags'],
  load: (id, signal) => api.tagged('/wp/v2/posts/{id}', { id }, signal),
  create: (fields) => api.post('/wp/v2/posts', fields),
  update: (id, fields, tag) => api.post('/wp/v2/posts/{id}', { id, ...fields }, bound(tag)),
  trash: (id) => api.delete('/wp/v2/posts/{id}', { id }),
  revisions: (parent, signal) => api.get('/wp/v2/posts/{parent}/revisions', { parent, ...listed }, signal),
  revision: (parent, id, signal) => api.get('/wp/v2/posts/{parent}/revisions/{id}', { parent, id }, signal),
};

export const pageEditor: EditorKind = {
  key: 'pages',
  newTitle: (words) => words.editor.newPage,
  publish: 'publish_pages',
  names: [...common, 'parent', 'menu_order'],
  load: (id, signal) => api.tagged('/wp/v2/pages/{id}', { id }, signal),
  create: (fields) => api.post('/wp/v2/pages', fields),
  update: (id, fields, tag) => api.post('/wp/v2/pages/{id}', { id, ...fields }, bound(tag)),
  trash: (id) => api.delete('/wp/v2/pages/{id}', { id }),
  revisions: (parent, signal) => api.get('/wp/v2/pages/{parent}/revisions', { parent, ...listed }, signal),
  revision: (parent, id, signal) => api.get('/wp/v2/pages/{parent}/revisions/{id}', { parent, id }, signal),
};
